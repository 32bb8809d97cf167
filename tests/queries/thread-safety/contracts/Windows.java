package contracts;

import java.awt.Graphics;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import javax.annotation.concurrent.ThreadSafe;
import javax.swing.JButton;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;

/** What the event dispatch thread alone runs: listeners, tasks handed to it, methods of components. */
@ThreadSafe
class Counter extends JPanel implements ActionListener {
    private int clicks;
    private int ticks;

    Counter(JButton button) {
        button.addActionListener(e -> clicks++);
        button.addActionListener(
                new ActionListener() {
                    @Override
                    public void actionPerformed(ActionEvent e) {
                        clicks++;
                    }
                });
    }

    @Override
    public void actionPerformed(ActionEvent e) {
        clicks++;
    }

    void later() {
        SwingUtilities.invokeLater(() -> clicks--);
    }

    @Override
    protected void paintComponent(Graphics g) {
        g.drawString(clicks + " " + ticks, 1, 1);
    }

    void tick() {
        new Thread(() -> ticks++).start(); // BAD: another thread
    }
}
