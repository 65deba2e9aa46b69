package fairlap;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** The routes; what needs a database is in {@link Store}. */
final class Server extends VerticleBase {
    private final String host;
    private final int port;
    private final int workers;

    Server(String host, int port, int workers) {
        this.host = host;
        this.port = port;
        this.workers = workers;
    }

    @Override
    public Future<?> start() {
        var router = Router.router(vertx);
        at(router, "/json").handler(context -> context.json(new JsonObject().put("message", "Hello, World!")));
        at(router, "/plaintext")
            .handler(context -> context.response().putHeader("content-type", "text/plain").end("Hello, World!"));
        return Store.open(vertx, workers).map(store -> store == null ? router : withDatabase(router, store))
            .compose(routes -> Arena.route(vertx, routes))
            .compose(routes -> vertx.createHttpServer().requestHandler(routes).listen(port, host));
    }

    private static Router withDatabase(Router router, Store store) {
        at(router, "/db").handler(context -> answer(context, store.world()));
        at(router, "/queries").handler(context -> answer(context, store.worlds(count(context, "queries"))));
        at(router, "/updates").handler(context -> answer(context, store.updated(count(context, "queries"))));
        at(router, "/cached-queries").handler(context -> context.json(store.cached(count(context, "count"))));
        at(router, "/fortunes").handler(context -> store.fortunes()
            .onFailure(context::fail)
            .onSuccess(page -> context.response().putHeader("content-type", "text/html; charset=utf-8").end(page)));
        return router;
    }

    static Route at(Router router, String path) {
        return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
    }

    private static void answer(RoutingContext context, Future<?> value) {
        value.onFailure(context::fail).onSuccess(context::json);
    }

    /** How many rows a query string asks for: 1 to 500, and 1 if it is no number. */
    private static int count(RoutingContext context, String name) {
        try {
            return Math.min(Math.max(Integer.parseInt(context.request().getParam(name)), 1), 500);
        } catch (NumberFormatException noNumber) {
            return 1;
        }
    }
}
