package com.google.common.collect;

import java.util.AbstractList;
import java.util.List;

// The sources of a library that rows are about: two lists contain what is put into each, although they are made in one place.
// Nothing moves in the bodies of containers, so that what is shown in one is nothing.

class Show {
    static void show(Object o) {
    }
}

class First {
}

class Second {
}

public class Lists {
    static class Growing<E> extends AbstractList<E> {
        private final Object[] elements = new Object[10];
        private int size;

        @Override
        public boolean add(E e) {
            elements[size++] = e;
            return true;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E get(int i) {
            return (E) elements[i];
        }

        @Override
        public boolean isEmpty() {
            for (E e : this) {
                Show.show(e);
            }
            return size == 0;
        }

        @Override
        public int size() {
            return size;
        }
    }

    static void use() {
        List<Object> one = new Growing<>();
        List<Object> two = new Growing<>();
        one.add(new First());
        two.add(new Second());
        Show.show(one.get(0)); // $ pt=First
        Show.show(two.get(0)); // $ pt=Second
        one.isEmpty();
        for (Object o : two) {
            Show.show(o); // $ pt=Second
        }
    }

    public static void main(String[] args) {
        use();
    }
}
