

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Bank {
  static class Account {
    private long balance;
    synchronized long balance() { return balance; }
    synchronized void add(long n) { balance += n; }
  }
  private final ConcurrentMap<String, Account> accounts = new ConcurrentHashMap<>();
  public boolean withdraw(String who, long n) {
    Account x = accounts.get(who);
    if (x == null) { return false; }
    if (x.balance() >= n) {
      x.add(-n);
      return true;
    }
    return false;
  }
}
