// FILE p/R.java
package p;
import java.util.concurrent.*;
class R {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    String load() throws Exception { return USER.get(); }
    void own(Runnable r) {} void own(Callable<?> c) {}
    void test(StructuredTaskScope<Object, Object> scope, Callable<String> task) throws Exception {
        ScopedValue.where(USER, "a").call(() -> USER.get()); //: call -> java.lang.ScopedValue.Carrier.call(java.lang.ScopedValue.CallableOp)
        ScopedValue.where(USER, "a").where(USER, "b").call(this::load); //: call -> java.lang.ScopedValue.Carrier.call(java.lang.ScopedValue.CallableOp); where -> java.lang.ScopedValue.where(java.lang.ScopedValue,java.lang.Object); where -> java.lang.ScopedValue.Carrier.where(java.lang.ScopedValue,java.lang.Object)
        int n = ScopedValue.where(USER, "a").call(() -> 5); //: call -> java.lang.ScopedValue.Carrier.call(java.lang.ScopedValue.CallableOp)
        ScopedValue.where(USER, "a").call(task); //: call -> java.lang.ScopedValue.Carrier.call(java.util.concurrent.Callable)
        ScopedValue.where(USER, "a").run(() -> load()); //: run -> java.lang.ScopedValue.Carrier.run(java.lang.Runnable)
        scope.fork(() -> USER.get()); //: fork -> java.util.concurrent.StructuredTaskScope.fork(java.util.concurrent.Callable)
        scope.fork(() -> { }); //: fork -> java.util.concurrent.StructuredTaskScope.fork(java.lang.Runnable)
        own(() -> { throw new Error(); }); //: own -> p.R.own(java.util.concurrent.Callable)
    }
}
