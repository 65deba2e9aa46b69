package fairlap;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/** TechEmpower's tests (docs/suites.md) on Vert.x: one event loop for each worker. */
final class Main {
    public static void main(String[] arguments) {
        var host = arguments[0];
        var port = Integer.parseInt(arguments[1]);
        var workers = Integer.parseInt(arguments[2]);
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(workers))
            .deployVerticle(() -> new Server(host, port, workers), new DeploymentOptions().setInstances(workers))
            .onFailure(failure -> {
                failure.printStackTrace();
                System.exit(1);
            });
    }
}
