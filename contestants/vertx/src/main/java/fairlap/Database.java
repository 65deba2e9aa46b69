package fairlap;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/** Where the rows are, and what is said differently there. */
interface Database {
    Pool open(Vertx vertx, PoolOptions options);

    /** The query of one row. */
    String world();

    Future<?> write(SqlConnection connection, List<JsonObject> worlds);

    /** Null where there is none. */
    static Database chosen() {
        return has("MARIADB_HOST") ? new Mariadb() : has("PGHOST") ? new Postgresql() : null;
    }

    private static boolean has(String variable) {
        return !System.getenv().getOrDefault(variable, "").isEmpty();
    }
}
