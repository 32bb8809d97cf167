/** As obj0, with one object of context: methods are analysed for each receiver. */

predicate reach(int c, int m) {
  entry(m) and c = 0
  or
  callEdge(_, _, c, m)
}

/** In context `c`, site `s` may call method `q` on object `h`, the context of `q`. */
predicate callEdge(int c, int s, int h, int q) {
  exists(int m, int r, int sig, int t |
    reach(c, m) and vcall(m, s, r, sig) and vpt(c, r, h) and heapType(h, t) and dispatch(t, sig, q)
  )
}

/** In context `c`, variable `v` may point to object `h`. */
predicate vpt(int c, int v, int h) {
  exists(int m | reach(c, m) and alloc(m, v, h))
  or
  exists(int w | assign(v, w) and vpt(c, w, h))
  or
  exists(int b, int f, int p | load(v, b, f) and vpt(c, b, p) and hpt(p, f, h))
  or
  exists(int q | callEdge(_, _, h, q) and receiver(q, v) and c = h)
  or
  exists(int d, int s, int q, int i, int a |
    callEdge(d, s, c, q) and actual(s, i, a) and formal(q, i, v) and vpt(d, a, h)
  )
  or
  exists(int d, int s, int q, int x | callEdge(c, s, d, q) and ret(q, x) and res(s, v) and vpt(d, x, h))
}

/** Field `f` of object `p` may point to object `h`. */
predicate hpt(int p, int f, int h) {
  exists(int c, int b, int v | store(b, f, v) and vpt(c, b, p) and vpt(c, v, h))
}

select count(int c, int m | reach(c, m)) as reach, count(int c, int s, int h, int q | callEdge(c, s, h, q)) as callEdge,
  count(int c, int v, int h | vpt(c, v, h)) as vpt, count(int p, int f, int h | hpt(p, f, h)) as hpt
