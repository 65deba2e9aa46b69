package fairlap;

import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** The rows of a {@link Database}, through Vert.x's own client. */
final class Store {
    record Fortune(int id, String message) {}

    private static final int ROWS = 10_000;
    /** As many as PHP-FPM has. */
    private static final int CONNECTIONS = 32;
    static final String WORLDS = "SELECT id, randomnumber FROM world";
    private static final String FORTUNES = "SELECT id, message FROM fortune";
    private static final Mustache PAGE = new DefaultMustacheFactory().compile("fortunes.mustache");

    private final Database database;
    private final Pool pool;
    private final List<JsonObject> cache;

    private Store(Database database, Pool pool, List<JsonObject> cache) {
        this.database = database;
        this.pool = pool;
        this.cache = cache;
    }

    /** Null where there is no database. */
    static Future<Store> open(Vertx vertx, int workers) {
        var database = Database.chosen();
        if (database == null) {
            return Future.succeededFuture();
        }
        var pool = database.open(vertx, new PoolOptions().setMaxSize(Math.max(CONNECTIONS / workers, 1)));
        return pool.query(WORLDS + " ORDER BY id").execute().map(rows -> {
            var cache = new ArrayList<JsonObject>();
            rows.forEach(row -> cache.add(document(row)));
            return new Store(database, pool, cache);
        });
    }

    private static int random() {
        return ThreadLocalRandom.current().nextInt(1, ROWS + 1);
    }

    private static JsonObject document(Row row) {
        return new JsonObject().put("id", row.getInteger(0)).put("randomNumber", row.getInteger(1));
    }

    private Future<List<JsonObject>> read(SqlClient client, int count) {
        var asked = IntStream.range(0, count)
            .mapToObj(index -> client.preparedQuery(database.world()).execute(Tuple.of(random())))
            .map(found -> found.map(rows -> document(rows.iterator().next())))
            .toList();
        return Future.all(asked).map(all -> all.<JsonObject>list());
    }

    Future<JsonObject> world() {
        return read(pool, 1).map(worlds -> worlds.get(0));
    }

    Future<JsonArray> worlds(int count) {
        return pool.withConnection(connection -> read(connection, count)).map(JsonArray::new);
    }

    JsonArray cached(int count) {
        return new JsonArray(IntStream.range(0, count).mapToObj(index -> cache.get(random() - 1)).toList());
    }

    Future<JsonArray> updated(int count) {
        return pool.withConnection(connection -> read(connection, count).compose(found -> {
            var worlds = new ArrayList<>(found);
            worlds.sort(Comparator.comparing(world -> world.getInteger("id"))); // so that no two updates wait for each other
            worlds.forEach(world -> world.put("randomNumber", random()));
            return database.write(connection, worlds).map(done -> new JsonArray(worlds));
        }));
    }

    Future<String> fortunes() {
        return pool.preparedQuery(FORTUNES).execute().map(found -> {
            var rows = new ArrayList<Fortune>();
            found.forEach(row -> rows.add(new Fortune(row.getInteger(0), row.getString(1))));
            rows.add(new Fortune(0, "Additional fortune added at request time."));
            rows.sort(Comparator.comparing(Fortune::message));
            var page = new StringWriter();
            PAGE.execute(page, Map.of("rows", rows));
            return page.toString();
        });
    }
}
