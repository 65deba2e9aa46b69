// Connections to PostgreSQL through libpq, for coroutines that wait in uSockets' event loop.
#include <coroutine>
#include <deque>
#include <libpq-fe.h>
#include <memory>
#include <stdexcept>

constexpr size_t CONNECTIONS = 32; // as many as PHP-FPM has
constexpr struct { const char *name, *text; } STATEMENTS[] = {
    {"world", "SELECT id, randomnumber FROM world WHERE id = $1"},
    {"fortunes", "SELECT id, message FROM fortune"},
    {"update", "UPDATE world SET randomnumber = fresh.number"
               " FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id"}};

using Result = std::shared_ptr<PGresult>;
struct Question;

// In libpq's pipeline mode, so that several requests may wait for it; answers come in their order.
struct Connection : us_internal_callback_t {
    PGconn *session = PQconnectdb(""); // PGHOST and the like say where
    std::deque<Question *> asking;

    Connection() {
        require(PQstatus(session) == CONNECTION_OK);
        for (auto [name, text] : STATEMENTS)
            require(PQresultStatus(Result(PQprepare(session, name, text, 0, nullptr), PQclear).get()) == PGRES_COMMAND_OK);
        require(PQsetnonblocking(session, 1) == 0 && PQenterPipelineMode(session));
        loop = (us_loop_t *) uWS::Loop::get(), cb_expects_the_loop = 0, leave_poll_ready = 1;
        cb = [](us_internal_callback_t *self) { static_cast<Connection *>(self)->ready(); };
        us_poll_init(&p, PQsocket(session), POLL_TYPE_CALLBACK);
        us_poll_start(&p, loop, LIBUS_SOCKET_READABLE);
    }
    void require(bool right) {
        if (!right) std::fputs(PQerrorMessage(session), stderr), std::exit(1);
    }
    // Send what the socket has not taken yet; ask when it can be written to only while something is left.
    void flush() {
        int left = PQflush(session);
        require(left >= 0);
        us_poll_change(&p, loop, LIBUS_SOCKET_READABLE | (left ? LIBUS_SOCKET_WRITABLE : 0));
    }
    void ready();
};

// Statements of a request; `co_await` waits for the results of all.
struct Question {
    static inline std::vector<Connection *> connections;
    static inline size_t last = 0;
    Connection &connection = *connections[++last % CONNECTIONS];
    size_t awaited = 0;
    std::vector<Result> results;
    std::coroutine_handle<> waiter;

    // With a Sync of its own for each statement, none depends on another.
    void send(const char *statement, std::initializer_list<std::string> parameters = {}) {
        std::vector<const char *> values;
        for (const auto &parameter : parameters) values.push_back(parameter.c_str());
        PGconn *to = connection.session;
        connection.require(PQsendQueryPrepared(to, statement, values.size(), values.data(), nullptr, nullptr, 0));
        connection.require(PQpipelineSync(to));
        awaited++;
    }
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> handle) {
        waiter = handle;
        connection.asking.push_back(this);
        connection.flush();
    }
    std::vector<Result> await_resume() {
        for (const Result &result : results)
            if (*PQresultErrorMessage(result.get())) throw std::runtime_error(PQresultErrorMessage(result.get()));
        return std::exchange(results, {});
    }
};

void Connection::ready() {
    require(PQconsumeInput(session));
    flush();
    while (!asking.empty() && !PQisBusy(session)) {
        Result result(PQgetResult(session), PQclear); // null between a statement's rows and its Sync
        Question *first = asking.front();
        if (PQresultStatus(result.get()) != PGRES_PIPELINE_SYNC) {
            if (result) first->results.push_back(std::move(result));
        } else if (--first->awaited == 0) {
            asking.pop_front();
            first->waiter.resume();
        }
    }
}
