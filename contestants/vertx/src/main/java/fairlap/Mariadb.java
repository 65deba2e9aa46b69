package fairlap;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Through Vert.x's client for MySQL; MARIADB_HOST, MARIADB_PORT and the like say where it is. */
final class Mariadb implements Database {
    @Override
    public Pool open(Vertx vertx, PoolOptions options) {
        var account = new MySQLConnectOptions()
            .setHost(System.getenv("MARIADB_HOST"))
            .setPort(Integer.parseInt(System.getenv("MARIADB_PORT")))
            .setUser(System.getenv("MARIADB_USER"))
            .setPassword(System.getenv("MARIADB_PASSWORD"))
            .setDatabase(System.getenv("MARIADB_DATABASE"))
            .setCachePreparedStatements(true)
            .setPipeliningLimit(256); // as that for PostgreSQL has it; 1 is for proxies that cannot
        return MySQLBuilder.pool().using(vertx).connectingTo(account).with(options).build();
    }

    @Override
    public String world() {
        return Store.WORLDS + " WHERE id = ?";
    }

    @Override
    public Future<?> write(SqlConnection connection, List<JsonObject> worlds) {
        var changes = worlds.stream().map(world -> Tuple.of(world.getInteger("randomNumber"), world.getInteger("id"))).toList();
        return connection.begin().compose(transaction -> connection
            .preparedQuery("UPDATE world SET randomnumber = ? WHERE id = ?")
            .executeBatch(changes)
            .compose(done -> transaction.commit()));
    }
}
