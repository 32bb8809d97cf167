class Server extends LifeCycle {
    private String name;

    @Override
    void doStart() {
        name = "server";
        System.out.println(name);
    }

    @Override
    void doStop() {
        System.out.println(name);
        name = null;
    }

    public String getName() { return name; }  // GOOD: the lock of LifeCycle is not for it
}
