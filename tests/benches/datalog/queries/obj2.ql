/**
 * As `obj1`, with two objects of context, and one for objects: a method's receiver, and the receiver of the method that
 * made that.
 */

predicate reach(int c, int d, int m) {
  entry(m) and c = 0 and d = 0
  or
  callEdge(_, _, _, d, c, m)
}

/** In context `c`, `d`, site `s` may call method `q` on object `h` that was made for `g`: the context of `q` is `h`, `g`. */
predicate callEdge(int c, int d, int s, int g, int h, int q) {
  exists(int m, int r, int sig, int t |
    reach(c, d, m) and vcall(m, s, r, sig) and vpt(c, d, r, g, h) and heapType(h, t) and dispatch(t, sig, q)
  )
}

/** In context `c`, `d`, variable `v` may point to object `h` that was made for `g`. */
predicate vpt(int c, int d, int v, int g, int h) {
  exists(int m | reach(c, d, m) and alloc(m, v, h) and g = c)
  or
  exists(int w | assign(v, w) and vpt(c, d, w, g, h))
  or
  exists(int b, int f, int o, int p | load(v, b, f) and vpt(c, d, b, o, p) and hpt(o, p, f, g, h))
  or
  exists(int q | callEdge(_, _, _, g, h, q) and receiver(q, v) and c = h and d = g)
  or
  exists(int c0, int d0, int s, int q, int i, int a |
    callEdge(c0, d0, s, d, c, q) and actual(s, i, a) and formal(q, i, v) and vpt(c0, d0, a, g, h)
  )
  or
  exists(int g1, int h1, int s, int q, int x |
    callEdge(c, d, s, g1, h1, q) and ret(q, x) and res(s, v) and vpt(h1, g1, x, g, h)
  )
}

/** Field `f` of object `p` that was made for `o` may point to object `h` that was made for `g`. */
predicate hpt(int o, int p, int f, int g, int h) {
  exists(int c, int d, int b, int v | store(b, f, v) and vpt(c, d, b, o, p) and vpt(c, d, v, g, h))
}

select count(int c, int d, int m | reach(c, d, m)) as reach,
  count(int c, int d, int s, int g, int h, int q | callEdge(c, d, s, g, h, q)) as callEdge,
  count(int c, int d, int v, int g, int h | vpt(c, d, v, g, h)) as vpt,
  count(int o, int p, int f, int g, int h | hpt(o, p, f, g, h)) as hpt
