/** Triangles of a graph in which pairs of edges are many and triangles few. */

predicate triangle(int x, int y, int z) {
  edge(x, y) and
  edge(y, z) and
  edge(x, z)
}

from int triangles
where triangles = count(int x, int y, int z | triangle(x, y, z))
select triangles as triangle
