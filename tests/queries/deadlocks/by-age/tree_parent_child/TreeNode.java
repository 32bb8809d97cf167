package tree_parent_child;

import java.util.ArrayList;
import java.util.List;

public class TreeNode {
    private final TreeNode parent;
    private final List<TreeNode> children = new ArrayList<>();
    private int size = 1;
    public TreeNode(TreeNode parent) { this.parent = parent; }
    public synchronized void attach(TreeNode c) { children.add(c); grow(1); }
    public synchronized void grow(int by) {
        size += by;
        if (parent != null) parent.grow(by);
    }
    public synchronized int total() {
        int t = 1;
        for (TreeNode c : children) t += c.total();
        return t;
    }
}
