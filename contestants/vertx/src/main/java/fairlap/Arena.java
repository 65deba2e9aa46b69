package fairlap;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.StaticHandler;
import java.util.List;

/** HttpArena's profiles (docs/suites.md); the data set is read once for each event loop. */
final class Arena {
    record Item(
        int id, String name, String category, int price, int quantity, boolean active, JsonArray tags, JsonObject rating) {

        Item(JsonObject json) {
            this(json.getInteger("id"), json.getString("name"), json.getString("category"), json.getInteger("price"),
                json.getInteger("quantity"), json.getBoolean("active"), json.getJsonArray("tags"), json.getJsonObject("rating"));
        }

        JsonObject toJson() {
            return new JsonObject().put("id", id).put("name", name).put("category", category).put("price", price)
                .put("quantity", quantity).put("active", active).put("tags", tags).put("rating", rating);
        }
    }

    static Future<Router> route(Vertx vertx, Router router) {
        Server.at(router, "/pipeline").handler(context -> text(context, "ok"));
        Server.at(router, "/baseline11").handler(context -> sum(context, "0"));
        router.route("/static/*").handler(StaticHandler.create("static").setDefaultContentEncoding("UTF-8"));
        router.post("/baseline11")
            .handler(BodyHandler.create(false))
            .handler(context -> sum(context, context.body().asString()));
        return vertx.fileSystem().readFile("arena-dataset.json").map(Buffer::toJsonArray).map(data -> {
            var items = data.stream().map(JsonObject.class::cast).map(Item::new).toList();
            Server.at(router, "/json/:count").handler(context -> json(context, items));
            return router;
        });
    }

    private static void text(RoutingContext context, String body) {
        context.response().putHeader("content-type", "text/plain").end(body);
    }

    private static void sum(RoutingContext context, String body) {
        try {
            var query = context.queryParams();
            text(context, Long.toString(Long.parseLong(query.get("a")) + Long.parseLong(query.get("b")) + Long.parseLong(body)));
        } catch (NumberFormatException noNumber) {
            context.fail(400, noNumber);
        }
    }

    private static void json(RoutingContext context, List<Item> items) {
        try {
            var m = Long.parseLong(context.queryParams().get("m"));
            var found = new JsonArray();
            items.stream()
                .limit(Integer.parseUnsignedInt(context.pathParam("count")))
                .forEach(item -> found.add(item.toJson().put("total", item.price() * item.quantity() * m)));
            context.json(new JsonObject().put("count", found.size()).put("items", found));
        } catch (IllegalArgumentException noNumber) {
            context.fail(400, noNumber);
        }
    }
}
