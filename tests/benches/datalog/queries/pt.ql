/** Points-to sets, field-sensitive, insensitive to flow and context. */

/** Variable `v` may point to object `o`. */
predicate vpt(int v, int o) {
  alloc(v, o)
  or
  exists(int w | assign(v, w) and vpt(w, o))
  or
  exists(int b, int f, int p | load(v, b, f) and vpt(b, p) and hpt(p, f, o))
}

/** Field `f` of object `o` may point to object `p`. */
predicate hpt(int o, int f, int p) {
  exists(int b, int v | store(b, f, v) and vpt(b, o) and vpt(v, p))
}

select count(int v, int o | vpt(v, o)) as vpt, count(int o, int f, int p | hpt(o, f, p)) as hpt
