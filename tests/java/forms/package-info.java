/** One file for each area of the language; what they do is of no importance. */
@Deprecated
package forms;
