/**
 * @name Classes meant to be thread-safe
 * @description No class is known to be meant thread-safe, so the pack thread-safety had no class to check. Annotate
 *              classes (with an annotation of the name ThreadSafe, from any package), or name some with
 *              --assume-thread-safe 'org.example.pool.*', or list them under assume-thread-safe in quarrel.toml; without
 *              the word none there, classes whose own code shows it are taken too.
 * @kind table
 * @id java/thread-safe-classes
 * @tags scope
 */

import java
import java.ConflictingAccess

from ClassMeantThreadSafe c
select c, c.getQualifiedName() as name, c.getEvidence() as evidence
