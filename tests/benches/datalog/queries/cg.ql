/** A call graph made on the fly: types flow along calls, calls depend on types. */

predicate reach(int m) {
  entry(m)
  or
  callEdge(_, m)
}

predicate callEdge(int s, int q) {
  exists(int m, int r, int sig, int t |
    reach(m) and vcall(m, s, r, sig) and varType(r, t) and dispatch(t, sig, q)
  )
}

predicate flow(int to, int from_) {
  exists(int s, int q, int i | callEdge(s, q) and actual(s, i, from_) and formal(q, i, to))
  or
  exists(int s, int q | callEdge(s, q) and ret(q, from_) and res(s, to))
  or
  exists(int m | reach(m) and assign(m, to, from_))
}

predicate varType(int v, int t) {
  exists(int m | reach(m) and new(m, v, t))
  or
  exists(int m, int r, int sig, int q |
    reach(m) and vcall(m, _, r, sig) and varType(r, t) and dispatch(t, sig, q) and receiver(q, v)
  )
  or
  exists(int w, int d | flow(v, w) and varType(w, t) and vdecl(v, d) and sub(t, d))
}

select count(int m | reach(m)) as reach, count(int s, int q | callEdge(s, q)) as callEdge,
  count(int to, int f | flow(to, f)) as flow, count(int v, int t | varType(v, t)) as varType
