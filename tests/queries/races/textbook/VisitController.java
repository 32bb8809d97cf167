package app;

import java.util.HashMap;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class VisitController {
    private final Map<String, Integer> visits = new HashMap<>();

    @GetMapping("/visit/{page}")
    public int visit(@PathVariable String page) {
        visits.put(page, visits.getOrDefault(page, 0) + 1);
        return visits.get(page);
    }
}
