// HttpArena's profiles (docs/suites.md).
#include "arena_items.h"

static bool number(std::string_view text, int64_t &value) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

static void plain(Response *res, Request *req, std::string_view body) {
    res->writeHeader("Content-Type", "text/plain; charset=utf-8");
    answer(res, req, body);
}

static void wrong(Response *res) {
    res->writeStatus("400 Bad Request")->end();
}

static void pipeline(Response *res, Request *req) {
    plain(res, req, "ok");
}

static void sum(Response *res, Request *req) {
    int64_t a, b;
    if (!number(req->getQuery("a"), a) || !number(req->getQuery("b"), b)) return wrong(res);
    plain(res, req, std::to_string(a + b));
}

static void sumWithBody(Response *res, Request *req) {
    int64_t a, b;
    if (!number(req->getQuery("a"), a) || !number(req->getQuery("b"), b)) return wrong(res);
    res->onAborted([] {});
    res->onData([res, sum = a + b, body = std::string()](std::string_view part, bool last) mutable {
        int64_t c;
        if (body.size() + part.size() > 1024) return (void) res->close();
        body.append(part);
        if (!last) return;
        if (!number(body, c)) return wrong(res);
        res->writeHeader("Content-Type", "text/plain; charset=utf-8")->end(std::to_string(sum + c));
    });
}

static void profiles(uWS::App &app, std::vector<Item> items) {
    auto json = [items = std::move(items)](Response *res, Request *req) {
        int64_t count, m;
        if (!number(req->getParameter(0), count) || count < 0 || !number(req->getQuery("m"), m)) return wrong(res);
        size_t many = std::min<size_t>(count, items.size());
        answerJson<1 << 18>(res, req, [&](yyjson_mut_doc *doc) { return counted(doc, items, many, m); });
    };
    app.get("/pipeline", pipeline).get("/baseline11", sum).get("/json/:count", json).post("/baseline11", sumWithBody);
    app.head("/pipeline", pipeline).head("/baseline11", sum).head("/json/:count", json);
}
