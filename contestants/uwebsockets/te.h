// TechEmpower's tests with a database (docs/suites.md).
#include <random>
#include "te_postgres.h"

struct World { int id, number; };

static int any() {
    static std::minstd_rand generator{std::random_device{}()};
    return std::uniform_int_distribution(1, 10'000)(generator);
}

static void add(std::vector<World> &worlds, const Result &result) {
    for (int row = 0; row < PQntuples(result.get()); row++)
        worlds.push_back({std::atoi(PQgetvalue(result.get(), row, 0)), std::atoi(PQgetvalue(result.get(), row, 1))});
}

static std::vector<World> readCache() {
    PGconn *session = PQconnectdb("");
    std::vector<World> worlds;
    add(worlds, Result(PQexec(session, "SELECT id, randomnumber FROM world ORDER BY id"), PQclear));
    PQfinish(session);
    return worlds;
}

// How many rows a query string asks for: 1 to 500, and 1 if it is no number.
static size_t rowsAsked(Request *req, const char *name) {
    int64_t count;
    return number(req->getQuery(name), count) ? std::clamp<int64_t>(count, 1, 500) : 1;
}

static yyjson_mut_val *object(yyjson_mut_doc *doc, World world) {
    yyjson_mut_val *value = yyjson_mut_obj(doc);
    yyjson_mut_obj_add_int(doc, value, "id", world.id);
    yyjson_mut_obj_add_int(doc, value, "randomNumber", world.number);
    return value;
}

static yyjson_mut_val *list(yyjson_mut_doc *doc, const std::vector<World> &worlds) {
    yyjson_mut_val *values = yyjson_mut_arr(doc);
    for (World world : worlds) yyjson_mut_arr_append(values, object(doc, world));
    return values;
}

// A handler that waits. What it throws is written to the log, and ~Waiting answers.
struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() try { throw; } catch (const std::exception &error) { std::fputs(error.what(), stderr); }
    };
};

// A request that waits for the database; uWebSockets' own is gone by then.
struct Waiting : Question {
    Response *res; // null when it was answered, and when the client has gone
    std::string method;
    Waiting(Response *of, Request *req) : res(of), method(req->getCaseSensitiveMethod()) {
        res->onAborted([this] { res = nullptr; });
    }
    ~Waiting() { finish([](Response *to, Waiting *) { to->writeStatus("500 Internal Server Error")->end(); }); }
    std::string_view getCaseSensitiveMethod() { return method; }
    void finish(auto write) {
        Response *to = std::exchange(res, nullptr);
        if (to) to->cork([&] { write(to, this); })->nextRequest();
    }
};

static Task worlds(Response *res, Request *req, size_t count, bool updated = false, bool alone = false) {
    Waiting waiting(res, req);
    while (count-- > 0) waiting.send("world", {std::to_string(any())});
    std::vector<World> rows;
    for (const Result &result : co_await waiting) add(rows, result);
    if (updated) {
        // In order, so that no two updates wait for each other.
        std::sort(rows.begin(), rows.end(), [](World one, World other) { return one.id < other.id; });
        std::string ids, numbers;
        for (World &world : rows) {
            ids += (ids.empty() ? '{' : ',') + std::to_string(world.id);
            numbers += (numbers.empty() ? '{' : ',') + std::to_string(world.number = any());
        }
        waiting.send("update", {ids + '}', numbers + '}'});
        co_await waiting;
    }
    waiting.finish([&](Response *to, Waiting *asked) {
        answerJson<1 << 18>(to, asked, [&](auto *doc) { return alone ? object(doc, rows.at(0)) : list(doc, rows); });
    });
}

static std::string escaped(std::string_view text) {
    static const std::string_view letters = "&<>\"'", names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    std::string html;
    for (char letter : text) {
        size_t special = letters.find(letter);
        html += special == letters.npos ? std::string_view(&letter, 1) : names[special];
    }
    return html;
}

// All fortunes and one more.
static Task fortunes(Response *res, Request *req) {
    Waiting waiting(res, req);
    waiting.send("fortunes");
    Result found = (co_await waiting).at(0);
    std::vector<std::pair<std::string, std::string>> rows{{"Additional fortune added at request time.", "0"}};
    for (int row = 0; row < PQntuples(found.get()); row++)
        rows.emplace_back(PQgetvalue(found.get(), row, 1), PQgetvalue(found.get(), row, 0));
    std::sort(rows.begin(), rows.end());
    std::string page = "<!DOCTYPE html>\n<html><head><title>Fortunes</title></head><body><table>\n"
                       "<tr><th>id</th><th>message</th></tr>\n";
    for (const auto &[message, id] : rows) page += "<tr><td>" + id + "</td><td>" + escaped(message) + "</td></tr>\n";
    page += "</table></body></html>\n";
    waiting.finish([&](Response *to, Waiting *asked) {
        answer(to->writeHeader("Content-Type", "text/html; charset=utf-8"), asked, page);
    });
}

static void tests(auto both) {
    if (!std::getenv("PGHOST") || !*std::getenv("PGHOST")) return;
    while (Question::connections.size() < CONNECTIONS) Question::connections.push_back(new Connection);
    both("/db", [](Response *res, Request *req) { worlds(res, req, 1, false, true); });
    both("/queries", [](Response *res, Request *req) { worlds(res, req, rowsAsked(req, "queries")); });
    both("/updates", [](Response *res, Request *req) { worlds(res, req, rowsAsked(req, "queries"), true); });
    both("/fortunes", [](Response *res, Request *req) { fortunes(res, req); });
    both("/cached-queries", [cache = readCache()](Response *res, Request *req) {
        std::vector<World> rows(rowsAsked(req, "count"));
        for (World &world : rows) world = cache.at(any() - 1);
        answerJson<1 << 18>(res, req, [&](auto *doc) { return list(doc, rows); });
    });
}
