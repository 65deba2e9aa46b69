package fairlap;

import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
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

/** The rows, in PostgreSQL through Vert.x's own client. */
final class Store {
    record Fortune(int id, String message) {}

    private static final int ROWS = 10_000;
    /** As many as PHP-FPM has. */
    private static final int CONNECTIONS = 32;
    private static final String WORLDS = "SELECT id, randomnumber FROM world";
    private static final String WORLD = WORLDS + " WHERE id = $1";
    private static final String FORTUNES = "SELECT id, message FROM fortune";
    private static final String UPDATE = "UPDATE world SET randomnumber = fresh.number"
        + " FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id";
    private static final Mustache PAGE = new DefaultMustacheFactory().compile("fortunes.mustache");

    private final Pool pool;
    private final List<JsonObject> cache;

    private Store(Pool pool, List<JsonObject> cache) {
        this.pool = pool;
        this.cache = cache;
    }

    /** Null where there is no database; PGHOST, PGPORT and the like say where it is. */
    static Future<Store> open(Vertx vertx, int workers) {
        var host = System.getenv("PGHOST");
        if (host == null || host.isEmpty()) {
            return Future.succeededFuture();
        }
        var pool = PgBuilder.pool()
            .using(vertx)
            .connectingTo(PgConnectOptions.fromEnv().setCachePreparedStatements(true))
            .with(new PoolOptions().setMaxSize(Math.max(CONNECTIONS / workers, 1)))
            .build();
        return pool.query(WORLDS + " ORDER BY id").execute().map(rows -> {
            var cache = new ArrayList<JsonObject>();
            rows.forEach(row -> cache.add(document(row)));
            return new Store(pool, cache);
        });
    }

    private static int random() {
        return ThreadLocalRandom.current().nextInt(1, ROWS + 1);
    }

    private static JsonObject document(Row row) {
        return new JsonObject().put("id", row.getInteger(0)).put("randomNumber", row.getInteger(1));
    }

    private static Future<List<JsonObject>> read(SqlClient client, int count) {
        var asked = IntStream.range(0, count)
            .mapToObj(index -> client.preparedQuery(WORLD).execute(Tuple.of(random())))
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
            var ids = worlds.stream().map(world -> world.getInteger("id")).toArray(Integer[]::new);
            var numbers = worlds.stream().map(world -> world.getInteger("randomNumber")).toArray(Integer[]::new);
            var changes = Tuple.tuple().addArrayOfInteger(ids).addArrayOfInteger(numbers);
            return connection.preparedQuery(UPDATE).execute(changes).map(done -> new JsonArray(worlds));
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
