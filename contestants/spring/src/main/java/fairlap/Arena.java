package fairlap;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.File;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** HttpArena's profiles (docs/suites.md); the data set is read once. */
@RestController
class Arena {
    record Rating(int score, int count) {}

    record Item(
        int id, String name, String category, int price, int quantity, boolean active, List<String> tags, Rating rating) {}

    record Totalled(@JsonUnwrapped Item item, long total) {}

    record Counted(int count, List<Totalled> items) {}

    private final List<Item> items;

    Arena(JsonMapper mapper) {
        items = List.of(mapper.readValue(new File("arena-dataset.json"), Item[].class));
    }

    @GetMapping(value = "/pipeline", produces = MediaType.TEXT_PLAIN_VALUE)
    String pipeline() {
        return "ok";
    }

    @GetMapping(value = "/baseline11", produces = MediaType.TEXT_PLAIN_VALUE)
    String baseline(@RequestParam long a, @RequestParam long b) {
        return Long.toString(a + b);
    }

    @PostMapping(value = "/baseline11", produces = MediaType.TEXT_PLAIN_VALUE)
    String baseline(@RequestParam long a, @RequestParam long b, @RequestBody String body) {
        return Long.toString(a + b + Long.parseLong(body));
    }

    @GetMapping("/json/{count}")
    Counted json(@PathVariable int count, @RequestParam int m) {
        var found = items.stream()
            .limit(count)
            .map(item -> new Totalled(item, (long) item.price() * item.quantity() * m))
            .toList();
        return new Counted(found.size(), found);
    }

    /** A body that is no number, or a count below 0. */
    @ExceptionHandler(IllegalArgumentException.class)
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    void wrong() {}
}
