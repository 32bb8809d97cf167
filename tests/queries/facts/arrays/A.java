class A {
    int count(int[] numbers, String[][] texts) {
        record Pair(int[] left, int[] right) {}
        interface Shape {}
        enum Color { RED }
        class Plain {}
        return numbers.length + texts.length + texts[0].length + new Pair(numbers, numbers).left().length;
    }
}
