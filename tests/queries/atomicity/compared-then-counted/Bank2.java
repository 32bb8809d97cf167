

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Bank2 {
  static class Account {
    private long balance;
    synchronized boolean take(long n) { if (balance < n) { return false; } balance -= n; return true; }
    synchronized void add(long n) { balance += n; }
  }
  private final ConcurrentMap<String, Account> accounts = new ConcurrentHashMap<>();
  public boolean move(String from, String to, long n) {
    Account a = accounts.get(from), b = accounts.get(to);
    if (a == null || b == null || !a.take(n)) { return false; }
    b.add(n);
    return true;
  }
}
