import java
import java.concurrency.GuardExpressions

from GuardDeclaration d, string g
where
  g = d.getGuard().toString()
  or
  not exists(d.getGuard()) and g = "??? " + d.getProblem()
select d.getElement(), d.toString(), d.getMeaning(), g
