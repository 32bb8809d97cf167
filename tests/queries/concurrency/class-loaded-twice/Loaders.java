import java.net.URL;
import java.net.URLClassLoader;

class Plain extends URLClassLoader {
    Plain(URL[] urls) {
        super(urls);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> c = findLoadedClass(name);
        if (c == null) {
            c = findClass(name); // BAD
        }
        return c;
    }
}

class Helped extends URLClassLoader {
    Helped(URL[] urls) {
        super(urls);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> c = this.findLoadedClass(name);
        if (c != null) {
            return c;
        }
        try {
            return oldFind(name); // BAD
        } catch (ClassNotFoundException e) {
            return super.loadClass(name, resolve);
        }
    }

    private Class<?> oldFind(String name) throws ClassNotFoundException {
        return super.findClass(name);
    }
}

class Locked extends URLClassLoader {
    Locked(URL[] urls) {
        super(urls);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> c = findLoadedClass(name);
            return c != null ? c : findClass(name); // GOOD
        }
    }
}

class Serial extends URLClassLoader {
    Serial(URL[] urls) {
        super(urls);
    }

    @Override
    protected synchronized Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> c = findLoadedClass(name);
        return c != null ? c : findClass(name); // GOOD
    }
}

class Parents extends URLClassLoader {
    Parents(URL[] urls) {
        super(urls);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> c = findLoadedClass(name);
        return c != null ? c : super.loadClass(name, resolve); // GOOD: that takes the lock and looks again
    }
}
