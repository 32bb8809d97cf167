import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** A method that is handed what the bean needs is called before others can be. */
@Component
public class Delegates {
    private final List<Runnable> delegates = new ArrayList<>();
    private int rounds;

    @Autowired
    public void addAll(List<Runnable> found) {
        delegates.addAll(found);
    }

    @Scheduled(fixedDelay = 10)
    public void runAll() {
        rounds++;
        for (Runnable delegate : delegates) {
            delegate.run();
        }
    }

    public int rounds() {
        return rounds;
    }
}
