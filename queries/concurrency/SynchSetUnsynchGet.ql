/**
 * @name Synchronized setter, getter without
 * @description A getter that does not synchronize may give a value that another thread has replaced long ago, although
 *              the setter synchronizes.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/unsynchronized-getter
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Accessors

from Method setter, Method getter, Field f
where unsynchronizedGetter(setter, getter, f)
select getter,
  "This reads $@ without a lock, but $@ sets it with one: the value may be an old one, for ever. Synchronize the getter too, or make the field volatile.",
  f, "'" + f.getName() + "'", setter, "'" + setter.getName() + "'"
