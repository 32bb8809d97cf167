package tree_down_only;

import java.util.ArrayList;
import java.util.List;

public class TreeNode {
    private final List<TreeNode> children = new ArrayList<>();
    private int own;
    public synchronized TreeNode child() { TreeNode c = new TreeNode(); children.add(c); return c; }
    public synchronized int total() {
        int t = own;
        for (TreeNode c : children) t += c.total();
        return t;
    }
}
