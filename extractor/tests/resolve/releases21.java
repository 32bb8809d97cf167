// RELEASE 21
// FILE p/R.java
package p;
import java.util.concurrent.*;
class R {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    String load() throws Exception { return USER.get(); }
    void test(StructuredTaskScope<Object, Object> scope) throws Exception {
        ScopedValue.where(USER, "a").call(() -> USER.get()); //: call -> java.lang.ScopedValue.Carrier.call(java.util.concurrent.Callable)
        ScopedValue.where(USER, "a").call(this::load); //: call -> java.lang.ScopedValue.Carrier.call(java.util.concurrent.Callable)
        scope.fork(() -> USER.get()); //: fork -> java.util.concurrent.StructuredTaskScope.fork(java.util.concurrent.Callable)
    }
}
