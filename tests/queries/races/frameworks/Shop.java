package shop;

import jakarta.inject.Inject;
import jakarta.servlet.http.*;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.PostConstruct;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Scope;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.*;

@RestController
public class Shop {
    private final Map<String, Integer> orders = new HashMap<>(); // BAD: requests run at the same time
    private final Map<String, Integer> safe = new ConcurrentHashMap<>();
    private final Map<String, Integer> prices = new HashMap<>(); // GOOD: filled before there are requests
    private String last; // BAD
    private int locked; // GOOD

    @Autowired
    private Stock stock;

    @PostConstruct
    void fill() {
        prices.put("apple", 1);
    }

    @PostMapping("/order")
    public int order(String what) {
        last = what;
        safe.merge(what, 1, Integer::sum);
        synchronized (this) {
            locked++;
        }
        stock.take(what);
        return orders.merge(what, 1, Integer::sum) * prices.get(what);
    }
}

interface Stock {
    void take(String what);
}

@Service
class ShelfStock implements Stock {
    private int taken; // BAD: one object, by way of the controller

    @Override
    public void take(String what) {
        taken++;
    }
}

@Component
@Scope("prototype")
class Slip {
    private int lines; // GOOD: one object for each that asks

    @GetMapping("/slip")
    public int add() {
        return ++lines;
    }
}

class Till extends HttpServlet {
    private int opened; // BAD: one servlet
    private final Tally tally = new Tally();

    protected void doPost(HttpServletRequest q, HttpServletResponse r) {
        opened++;
        int own = 0;
        own++;
        tally.add(own);
    }
}

class Tally {
    private int sum; // BAD: that of the servlet

    void add(int n) {
        sum += n;
    }
}

@Path("/cart")
class Cart {
    private int own; // GOOD: an object for each request
    private static int all; // BAD

    @GET
    public int get() {
        all++;
        return ++own;
    }
}

@Component
class Clock {
    private int ticks; // GOOD: the one thread of the timer

    @Scheduled(fixedRate = 10)
    void tick() {
        ticks++;
    }

    @Scheduled(fixedRate = 20)
    void tock() {
        ticks--;
    }
}
