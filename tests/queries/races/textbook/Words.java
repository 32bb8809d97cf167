import java.util.ArrayList;
import java.util.List;

public class Words {
    static List<String> upper(List<String> words) {
        List<String> result = new ArrayList<>();
        words.parallelStream().map(String::toUpperCase).forEach(result::add);
        return result;
    }
    static List<String> lower(List<String> words) {
        List<String> result = new ArrayList<>();
        words.stream().parallel().forEach(w -> result.add(w.toLowerCase()));
        return result;
    }
}
