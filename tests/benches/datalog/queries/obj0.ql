/** Points-to with a call graph made on the fly, no context. */

predicate reach(int m) {
  entry(m)
  or
  callEdge(_, m)
}

predicate callEdge(int s, int q) {
  exists(int m, int r, int sig, int h, int t |
    reach(m) and vcall(m, s, r, sig) and vpt(r, h) and heapType(h, t) and dispatch(t, sig, q)
  )
}

/** Variable `v` may point to object `h`. */
predicate vpt(int v, int h) {
  exists(int m | reach(m) and alloc(m, v, h))
  or
  exists(int w | assign(v, w) and vpt(w, h))
  or
  exists(int b, int f, int p | load(v, b, f) and vpt(b, p) and hpt(p, f, h))
  or
  exists(int m, int r, int sig, int t, int q |
    reach(m) and vcall(m, _, r, sig) and vpt(r, h) and heapType(h, t) and dispatch(t, sig, q) and receiver(q, v)
  )
  or
  exists(int s, int q, int i, int a | callEdge(s, q) and actual(s, i, a) and formal(q, i, v) and vpt(a, h))
  or
  exists(int s, int q, int x | callEdge(s, q) and ret(q, x) and res(s, v) and vpt(x, h))
}

/** Field `f` of object `p` may point to object `h`. */
predicate hpt(int p, int f, int h) {
  exists(int b, int v | store(b, f, v) and vpt(b, p) and vpt(v, h))
}

select count(int m | reach(m)) as reach, count(int s, int q | callEdge(s, q)) as callEdge,
  count(int v, int h | vpt(v, h)) as vpt, count(int p, int f, int h | hpt(p, f, h)) as hpt
