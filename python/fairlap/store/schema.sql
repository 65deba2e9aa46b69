-- Facts only: estimates are computed when they are read. One row of `round` = one committed round.
-- The format number is PRAGMA user_version (store package).

CREATE TABLE IF NOT EXISTS run (
    id               INTEGER PRIMARY KEY,
    run              TEXT    NOT NULL UNIQUE,
    started_at       TEXT    NOT NULL,
    ended_at         TEXT,
    interrupted      INTEGER NOT NULL DEFAULT 0 CHECK (interrupted IN (0, 1)),
    suite_name       TEXT    NOT NULL,
    suite_json       TEXT    NOT NULL CHECK (json_valid(suite_json)),
    host_json        TEXT    NOT NULL CHECK (json_valid(host_json)),
    isolation_json   TEXT    NOT NULL CHECK (json_valid(isolation_json)),
    seed             TEXT    NOT NULL, -- decimal: may exceed 64 bits
    method_version   INTEGER NOT NULL,
    fairlap_version  TEXT    NOT NULL,
    fairload_version TEXT    NOT NULL,
    reference        TEXT    NOT NULL,
    rounds           INTEGER NOT NULL,
    cycles           INTEGER NOT NULL,
    connections      INTEGER NOT NULL,
    keepalive        INTEGER NOT NULL CHECK (keepalive IN (0, 1)),
    lap_ms           INTEGER NOT NULL,
    workers          INTEGER NOT NULL,
    contestants      TEXT    NOT NULL CHECK (json_valid(contestants)),
    command          TEXT    NOT NULL,
    "precision"      REAL    NOT NULL,
    budget_s         REAL,
    looks            TEXT    NOT NULL CHECK (json_valid(looks)),
    slo              TEXT,
    generator        TEXT    NOT NULL,
    generator_version TEXT,
    method           TEXT    NOT NULL CHECK (method IN ('laps', 'classic')),
    request_json     TEXT    CHECK (request_json IS NULL OR json_valid(request_json))
) STRICT;

CREATE TABLE IF NOT EXISTS skip (
    id         INTEGER PRIMARY KEY,
    run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    contestant TEXT    NOT NULL,
    scenario   TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('skipped', 'failed')),
    reason     TEXT    NOT NULL,
    hint       TEXT,
    UNIQUE (run_id, scenario, contestant)
) STRICT;

CREATE TABLE IF NOT EXISTS round (
    id         INTEGER PRIMARY KEY,
    run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    scenario   TEXT    NOT NULL,
    heat       INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    started_at TEXT    NOT NULL,
    reference  TEXT    NOT NULL,
    lap_ms     INTEGER,
    duration_s REAL,
    machine    TEXT,
    UNIQUE (run_id, scenario, heat, round)
) STRICT;

-- Of a cluster. name: the address of its node; a machine may be of several sites.
CREATE TABLE IF NOT EXISTS machine (
    id        INTEGER PRIMARY KEY,
    run_id    INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    name      TEXT    NOT NULL,
    site      TEXT    NOT NULL CHECK (site IN ('server', 'generator', 'services')),
    kind      TEXT    NOT NULL,
    host_json TEXT    NOT NULL CHECK (json_valid(host_json)),
    UNIQUE (run_id, name, site)
) STRICT;

CREATE TABLE IF NOT EXISTS contestant_round (
    id                INTEGER PRIMARY KEY,
    round_id          INTEGER NOT NULL REFERENCES round (id) ON DELETE CASCADE,
    contestant        TEXT    NOT NULL,
    heat              INTEGER NOT NULL,
    version           TEXT,
    startup_ms        REAL,
    warmup_s          REAL,
    steady            INTEGER CHECK (steady IN (0, 1)),
    memory_peak_bytes INTEGER,
    processes         INTEGER,
    threads           INTEGER,
    stage             TEXT,
    failure           TEXT,
    flags             TEXT    NOT NULL CHECK (json_valid(flags)),
    capacity_per_s    REAL,
    steady_after_s    REAL,
    image_id          TEXT,
    image_bytes       INTEGER,
    image_base        TEXT,
    UNIQUE (round_id, contestant)
) STRICT;

-- outcome_*: requests of the window; skipped_*: requests before it. histogram: HdrHistogram V2 compressed, nanoseconds.
CREATE TABLE IF NOT EXISTS sample (
    id                   INTEGER PRIMARY KEY,
    contestant_round_id  INTEGER NOT NULL REFERENCES contestant_round (id) ON DELETE CASCADE,
    cycle                INTEGER NOT NULL,
    position             INTEGER NOT NULL,
    throughput_per_s     REAL    NOT NULL,
    requests             INTEGER NOT NULL,
    completed            INTEGER NOT NULL,
    elapsed_s            REAL    NOT NULL,
    outcome_ok           INTEGER NOT NULL,
    outcome_wrong_status INTEGER NOT NULL,
    outcome_wrong_body   INTEGER NOT NULL,
    outcome_connect      INTEGER NOT NULL,
    outcome_read         INTEGER NOT NULL,
    outcome_write        INTEGER NOT NULL,
    outcome_timeout      INTEGER NOT NULL,
    outcome_protocol     INTEGER NOT NULL,
    skipped_ok           INTEGER NOT NULL,
    skipped_wrong_status INTEGER NOT NULL,
    skipped_wrong_body   INTEGER NOT NULL,
    skipped_connect      INTEGER NOT NULL,
    skipped_read         INTEGER NOT NULL,
    skipped_write        INTEGER NOT NULL,
    skipped_timeout      INTEGER NOT NULL,
    skipped_protocol     INTEGER NOT NULL,
    responses            INTEGER NOT NULL,
    bytes_received       INTEGER,
    reconnects           INTEGER,
    histogram            BLOB,
    latency_mean_us      REAL,
    server_cpu_us        INTEGER,
    generator_cpu_us     INTEGER NOT NULL,
    lap_elapsed_s        REAL    NOT NULL,
    steal_share          REAL,
    generator_run_delay_us INTEGER,
    foreign_share        REAL,
    throttled_us         INTEGER,
    at_s                 REAL,
    services_cpu_us      INTEGER,
    start_skew_us        REAL,
    UNIQUE (contestant_round_id, cycle, position)
) STRICT;

CREATE TABLE IF NOT EXISTS decision (
    id             INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    scenario       TEXT    NOT NULL,
    after_round    INTEGER NOT NULL,
    lap_ms         INTEGER NOT NULL,
    cycles         INTEGER NOT NULL,
    rounds_planned INTEGER,
    reason         TEXT    NOT NULL,
    ends           INTEGER NOT NULL
) STRICT;

-- The classic method: one run of the seed's tool. block: what it printed.
CREATE TABLE IF NOT EXISTS classic_pass (
    id            INTEGER PRIMARY KEY,
    run_id        INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    scenario      TEXT    NOT NULL,
    contestant    TEXT    NOT NULL,
    version       TEXT,
    connections   INTEGER NOT NULL,
    purpose       TEXT    NOT NULL CHECK (purpose IN ('warm-up', 'result')),
    started_at    TEXT    NOT NULL,
    command       TEXT,
    block         TEXT,
    answers       INTEGER,
    elapsed_s     REAL,
    answers_per_s REAL,
    not_2xx       INTEGER,
    failed        INTEGER,
    doubts        TEXT    NOT NULL CHECK (json_valid(doubts)),
    failure       TEXT,
    UNIQUE (run_id, scenario, contestant, connections, purpose)
) STRICT;

CREATE TABLE IF NOT EXISTS warmup_lap (
    id                  INTEGER PRIMARY KEY,
    contestant_round_id INTEGER NOT NULL REFERENCES contestant_round (id) ON DELETE CASCADE,
    cycle               INTEGER NOT NULL,
    at_s                REAL    NOT NULL,
    throughput_per_s    REAL    NOT NULL,
    ratio               REAL
) STRICT;

-- Histograms as in `sample`; outcome_*: requests that fell due in the window and were sent.
CREATE TABLE IF NOT EXISTS rate_lap (
    id                   INTEGER PRIMARY KEY,
    contestant_round_id  INTEGER NOT NULL REFERENCES contestant_round (id) ON DELETE CASCADE,
    purpose              TEXT    NOT NULL,
    repeat               INTEGER NOT NULL,
    rate_per_s           REAL    NOT NULL,
    due                  INTEGER NOT NULL,
    sent                 INTEGER NOT NULL,
    unsent               INTEGER NOT NULL,
    completed            INTEGER NOT NULL,
    elapsed_s            REAL    NOT NULL,
    outcome_ok           INTEGER NOT NULL,
    outcome_wrong_status INTEGER NOT NULL,
    outcome_wrong_body   INTEGER NOT NULL,
    outcome_connect      INTEGER NOT NULL,
    outcome_read         INTEGER NOT NULL,
    outcome_write        INTEGER NOT NULL,
    outcome_timeout      INTEGER NOT NULL,
    outcome_protocol     INTEGER NOT NULL,
    backlog_max          INTEGER NOT NULL,
    response_histogram   BLOB,
    service_histogram    BLOB,
    blocked_p99_us       REAL,
    own_p99_us           REAL,
    responses            INTEGER NOT NULL,
    server_cpu_us        INTEGER,
    generator_cpu_us     INTEGER NOT NULL,
    stall_us             REAL
) STRICT;

CREATE TABLE IF NOT EXISTS sweep_lap (
    id                   INTEGER PRIMARY KEY,
    contestant_round_id  INTEGER NOT NULL REFERENCES contestant_round (id) ON DELETE CASCADE,
    connections          INTEGER NOT NULL,
    repeat               INTEGER NOT NULL,
    throughput_per_s     REAL    NOT NULL,
    outcome_ok           INTEGER NOT NULL,
    outcome_wrong_status INTEGER NOT NULL,
    outcome_wrong_body   INTEGER NOT NULL,
    outcome_connect      INTEGER NOT NULL,
    outcome_read         INTEGER NOT NULL,
    outcome_write        INTEGER NOT NULL,
    outcome_timeout      INTEGER NOT NULL,
    outcome_protocol     INTEGER NOT NULL,
    latency_mean_us      REAL
) STRICT;

-- Databases and caches: their own counters, in the laps around which they were read.
CREATE TABLE IF NOT EXISTS service_use (
    id                  INTEGER PRIMARY KEY,
    contestant_round_id INTEGER NOT NULL REFERENCES contestant_round (id) ON DELETE CASCADE,
    service             TEXT    NOT NULL,
    answers             INTEGER NOT NULL,
    statements          INTEGER,
    "rows"              INTEGER,
    connections         INTEGER,
    memory_bytes        INTEGER,
    UNIQUE (contestant_round_id, service)
) STRICT;

-- Every table hangs on its parent: without these, loading a run reads whole tables.
CREATE INDEX IF NOT EXISTS warmup_lap_of ON warmup_lap (contestant_round_id);
CREATE INDEX IF NOT EXISTS rate_lap_of ON rate_lap (contestant_round_id);
CREATE INDEX IF NOT EXISTS sweep_lap_of ON sweep_lap (contestant_round_id);
