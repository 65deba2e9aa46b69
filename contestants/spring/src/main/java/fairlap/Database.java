package fairlap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** TechEmpower's tests that need a database. */
@Controller
@Profile({"postgresql", "mariadb"})
class Database {
    record World(int id, int randomNumber) {}

    record Fortune(int id, String message) {}

    private static final int ROWS = 10_000;
    private static final String WORLDS = "SELECT id, randomnumber FROM world";
    private static final RowMapper<World> WORLD = (row, number) -> new World(row.getInt(1), row.getInt(2));
    private static final RowMapper<Fortune> FORTUNE = (row, number) -> new Fortune(row.getInt(1), row.getString(2));

    private final JdbcTemplate jdbc;
    private final TransactionOperations transactions;
    private final List<World> cache;

    Database(JdbcTemplate jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        cache = jdbc.query(WORLDS + " ORDER BY id", WORLD);
    }

    private static int random() {
        return ThreadLocalRandom.current().nextInt(1, ROWS + 1);
    }

    /** How many rows a query string asks for: 1 to 500, and 1 if it is no number. */
    private static int count(String text) {
        try {
            return Math.min(Math.max(Integer.parseInt(text), 1), 500);
        } catch (NumberFormatException noNumber) {
            return 1;
        }
    }

    @GetMapping("/db")
    @ResponseBody
    World world() {
        return jdbc.queryForObject(WORLDS + " WHERE id = ?", WORLD, random());
    }

    @GetMapping("/queries")
    @ResponseBody
    List<World> queries(@RequestParam(defaultValue = "1") String queries) {
        return IntStream.range(0, count(queries)).mapToObj(index -> world()).toList();
    }

    @GetMapping("/updates")
    @ResponseBody
    List<World> updates(@RequestParam(defaultValue = "1") String queries) {
        var worlds = queries(queries).stream()
            .map(world -> new World(world.id(), random()))
            .sorted(Comparator.comparing(World::id)) // so that no two updates wait for each other
            .toList();
        var changes = worlds.stream().map(world -> new Object[] {world.randomNumber(), world.id()}).toList();
        transactions.executeWithoutResult(
            status -> jdbc.batchUpdate("UPDATE world SET randomnumber = ? WHERE id = ?", changes));
        return worlds;
    }

    @GetMapping("/cached-queries")
    @ResponseBody
    List<World> cached(@RequestParam(defaultValue = "1") String count) {
        return IntStream.range(0, count(count)).mapToObj(index -> cache.get(random() - 1)).toList();
    }

    @GetMapping("/fortunes")
    String fortunes(Model model) {
        var rows = new ArrayList<>(jdbc.query("SELECT id, message FROM fortune", FORTUNE));
        rows.add(new Fortune(0, "Additional fortune added at request time."));
        rows.sort(Comparator.comparing(Fortune::message));
        model.addAttribute("rows", rows);
        return "fortunes";
    }
}
