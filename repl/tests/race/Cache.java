package org.example;

public class Cache {
    private final java.util.Map<String, String> map = new java.util.HashMap<>();

    void begin() {
        new Thread(() -> refresh()).start();
    }

    private synchronized void refresh() {
        map.put("a", "b");
    }

    String get(String key) {
        return map.get(key);
    }

    public static void main(String[] args) {
        Cache cache = new Cache();
        cache.begin();
        System.out.println(cache.get("a"));
    }
}
