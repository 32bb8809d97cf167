/** What may be the same: aliases of variables and of what they point to, as Graspan computes them for C. */

predicate isVariable(int x) {
  assign(x, _)
  or
  assign(_, x)
}

predicate valueFlow(int x, int y) {
  assign(x, y)
  or
  isVariable(x) and y = x
  or
  exists(int z | assign(x, z) and memoryAlias(z, y))
  or
  exists(int z | valueFlow(x, z) and valueFlow(z, y))
}

predicate valueAlias(int x, int y) {
  exists(int z | valueFlow(z, x) and valueFlow(z, y))
  or
  exists(int z, int w | valueFlow(z, x) and memoryAlias(z, w) and valueFlow(w, y))
}

predicate memoryAlias(int x, int w) {
  isVariable(x) and w = x
  or
  exists(int y, int z | dereference(y, x) and valueAlias(y, z) and dereference(z, w))
}

select count(int x, int y | valueFlow(x, y)) as valueFlow, count(int x, int y | valueAlias(x, y)) as valueAlias,
  count(int x, int y | memoryAlias(x, y)) as memoryAlias
