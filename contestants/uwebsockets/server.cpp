#include <csignal>
#include <cstdlib>
#include <unistd.h>

#include "App.h"
#include "yyjson.h"

using Response = uWS::HttpResponse<false>;
using Request = uWS::HttpRequest;

// uWebSockets leaves HEAD to the application: the same headers, the length, no body.
static void answer(Response *res, auto *req, std::string_view body) {
    if (req->getCaseSensitiveMethod() != "HEAD") return res->end(body);
    res->writeHeader("Content-Length", (uint64_t) body.size())->endWithoutBody();
}

// Serializes the value that `build` makes, in memory on the stack.
template <size_t Memory = 8192>
static void answerJson(Response *res, auto *req, auto build) {
    char memory[Memory];
    yyjson_alc pool;
    yyjson_alc_pool_init(&pool, memory, sizeof memory);
    yyjson_mut_doc *doc = yyjson_mut_doc_new(&pool);
    yyjson_mut_doc_set_root(doc, build(doc));
    size_t length = 0;
    const char *body = yyjson_mut_write_opts(doc, YYJSON_WRITE_NOFLAG, &pool, &length, nullptr);
    res->writeHeader("Content-Type", "application/json");
    answer(res, req, {body, length});
}

static void message(Response *res, Request *req, const char *text) {
    answerJson(res, req, [text](yyjson_mut_doc *doc) {
        yyjson_mut_val *value = yyjson_mut_obj(doc);
        yyjson_mut_obj_add_str(doc, value, "message", text);
        return value;
    });
}

static void html(Response *res, Request *req) {
    res->writeHeader("Content-Type", "text/html; charset=utf-8");
    res->writeHeader("Last-Modified", "Tue, 26 Jul 2016 10:24:27 GMT");
    res->writeHeader("E-Tag", "55829c5b-17")->writeHeader("Accept-Ranges", "bytes");
    answer(res, req, "<h1>\nHello World.\n</h1>");
}

static void products(Response *res, Request *req) {
    static const struct { int id; const char *name; int price; } catalogue[] = {
        {1, "Product 1", 100}, {2, "Product 2", 200}, {3, "Product 3", 300}};
    answerJson(res, req, [](yyjson_mut_doc *doc) {
        yyjson_mut_val *list = yyjson_mut_arr(doc);
        for (const auto &[id, name, price] : catalogue) {
            yyjson_mut_val *product = yyjson_mut_arr_add_obj(doc, list);
            yyjson_mut_obj_add_int(doc, product, "id", id);
            yyjson_mut_obj_add_str(doc, product, "name", name);
            yyjson_mut_obj_add_int(doc, product, "price", price);
        }
        return list;
    });
}

#include "arena.h"
#ifdef POSTGRESQL
#include "te.h"
#endif

int main(int argc, char **argv) {
    std::signal(SIGTERM, [](int) { _exit(0); });
    uWS::App app;
    auto echo = [](auto *socket, std::string_view message, uWS::OpCode kind) { socket->send(message, kind); };
    app.ws<int>("/ws", {.maxPayloadLength = 1 << 20, .maxBackpressure = 1 << 24, .message = echo});
    auto hello = [](Response *res, Request *req) { message(res, req, "Hello World!"); };
    auto text = [](Response *res, Request *req) { plain(res, req, "Hello, world!\n"); };
    auto json = [](Response *res, Request *req) { message(res, req, "Hello, World!"); };
    auto plaintext = [](Response *res, Request *req) { plain(res, req, "Hello, World!"); };
    auto both = [&app](const char *path, auto handler) { app.get(path, handler).head(path, handler); };
    both("/", hello), both("/text", text), both("/html", html), both("/products", products);
    both("/json", json), both("/plaintext", plaintext);
    profiles(app, readItems("arena-dataset.json"));
#ifdef POSTGRESQL
    tests(both);
#endif
    app.listen(argc > 2 ? argv[2] : "127.0.0.1", std::atoi(argv[1]), [](auto *socket) { if (!socket) std::exit(1); });
    app.run();
}
