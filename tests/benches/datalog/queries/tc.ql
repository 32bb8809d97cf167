/** Transitive closure of a random graph, as a recursive predicate. */

predicate path(int x, int y) {
  edge(x, y)
  or
  exists(int m | path(x, m) and edge(m, y))
}

from int paths
where paths = count(int x, int y | path(x, y))
select paths as path
