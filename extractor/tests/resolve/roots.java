// FILE android/src/q/Same.java
package q;
public class Same { public static int android() { return 1; } }
// FILE android/src/q/User.java
package q;
class User { int u = Same.android(); } //: android -> q.Same.android()
// FILE jre/src/q/Same.java
package q;
public class Same { public static int jre() { return 1; } }
// FILE jre/src/q/User.java
package q;
class User { int u = Same.jre(); } //: jre -> q.Same.jre()
// FILE other/src/r/Far.java
package r;
class Far { int u = q.Same.android(); } //: android -> q.Same.android()
