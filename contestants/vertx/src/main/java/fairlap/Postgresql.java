package fairlap;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** PGHOST, PGPORT and the like say where it is. */
final class Postgresql implements Database {
    private static final String UPDATE = "UPDATE world SET randomnumber = fresh.number"
        + " FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id";

    @Override
    public Pool open(Vertx vertx, PoolOptions options) {
        return PgBuilder.pool()
            .using(vertx)
            .connectingTo(PgConnectOptions.fromEnv().setCachePreparedStatements(true))
            .with(options)
            .build();
    }

    @Override
    public String world() {
        return Store.WORLDS + " WHERE id = $1";
    }

    @Override
    public Future<?> write(SqlConnection connection, List<JsonObject> worlds) {
        var ids = worlds.stream().map(world -> world.getInteger("id")).toArray(Integer[]::new);
        var numbers = worlds.stream().map(world -> world.getInteger("randomNumber")).toArray(Integer[]::new);
        return connection.preparedQuery(UPDATE).execute(Tuple.tuple().addArrayOfInteger(ids).addArrayOfInteger(numbers));
    }
}
