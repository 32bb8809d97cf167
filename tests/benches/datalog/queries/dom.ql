/** Which locks dominate which accesses: those without which the access cannot be reached. */

predicate reach(int n) {
  entry(_, n)
  or
  exists(int m | reach(m) and edge(m, n))
}

/** Node `n` can be reached from its entry without passing lock `l`. */
predicate avoid(int l, int n) {
  exists(int c | lock(l) and comp(l, c) and entry(c, n) and n != l)
  or
  exists(int m | avoid(l, m) and edge(m, n) and n != l)
}

predicate dom(int c, int l, int a) {
  lock(l) and
  reach(l) and
  comp(l, c) and
  comp(a, c) and
  access(a) and
  reach(a) and
  not avoid(l, a)
}

predicate guarded(int a) { dom(_, _, a) }

predicate unguarded(int a) { access(a) and reach(a) and not guarded(a) }

predicate cnt(int c, int n) { entry(c, _) and n = count(int l, int a | dom(c, l, a)) }

predicate busy(int c) { exists(int n | cnt(c, n) and n >= 10) }

select count(int n | reach(n)) as reach, count(int l, int n | avoid(l, n)) as avoid,
  count(int c, int l, int a | dom(c, l, a)) as dom, count(int a | guarded(a)) as guarded,
  count(int a | unguarded(a)) as unguarded, count(int c, int n | cnt(c, n)) as cnt,
  count(int c | busy(c)) as busy
