/** Which sources are tests: by the folders that they lie in, which are rows of `models/sources.yml`. */

import java
private import java.models.Models

/** Gets a regular expression for the folders that `pattern`, of a row for `kind`, describes. */
private string foldersOf(string pattern, string kind) {
  sourceFolder(pattern, kind) and
  result = pattern.regexpReplaceAll("[^\\w/*-]", "\\\\$0").replaceAll("*", "[^/]*")
}

/** Holds if `f` lies below a folder of `kind`. */
private predicate liesBelow(File f, string kind) {
  exists(string folders |
    sourceFolder(_, kind) and
    folders = concat(string one | one = foldersOf(_, kind) | one, "|") and
    f.getRelativePath().regexpMatch("(?s)(?:.*/)?(?:" + folders + ")/.*")
  )
}

/** Holds if some file lies below a folder that `pattern`, of a row, describes. */
predicate describesFolder(string pattern) {
  exists(string folders, File f |
    folders = foldersOf(pattern, _) and
    f.getRelativePath().regexpMatch("(?s)(?:.*/)?" + folders + "/.*")
  )
}

/**
 * Holds if `f` is a source of tests. There are none where the user wants tests to be treated like all other sources
 * (`--include-tests`, a row `test` of `includedSources`).
 */
cached
predicate isTestFile(File f) {
  liesBelow(f, "test") and
  not liesBelow(f, "main") and
  not includedSources("test")
}

/** Holds if `c` is declared in a source of tests. */
predicate isTestCallable(Callable c) { isTestFile(c.getFile()) }
