class Brackets {
    int[] before, both[];
    int behind[], none;
    int[] parameters(int[] a, String b[], Object... c)[] {
        for (int d[] : new int[][] {a}) {
            int @Deprecated [] e = d, f[][] = {a};
        }
        return new int[][] {a};
    }
}
