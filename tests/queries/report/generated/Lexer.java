// Generated from Lexer.g4 by ANTLR 4.7
package p;
class Lexer {}
