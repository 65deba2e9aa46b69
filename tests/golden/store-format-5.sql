-- A results file as Fairlap 0.1.0 with method version 3 wrote it before there were machines of a cluster.
PRAGMA application_id = 0x46616972;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
CREATE TABLE classic_pass (
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
CREATE TABLE contestant_round (
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
INSERT INTO "contestant_round" VALUES(1,1,'reference',1,'0.1.0',3.71530831255237936616e+00,0.75,1,4408159,1,1,NULL,NULL,'[]',NULL,0.4,NULL,NULL,NULL);
INSERT INTO "contestant_round" VALUES(2,1,'gin',1,'1.2.3',1.21756625124202201961e+02,0.75,1,42465924,1,1,NULL,NULL,'[]',NULL,0.4,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',83886080,'pulled');
CREATE TABLE decision (
    id             INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    scenario       TEXT    NOT NULL,
    after_round    INTEGER NOT NULL,
    lap_ms         INTEGER NOT NULL,
    cycles         INTEGER NOT NULL,
    rounds_planned INTEGER,
    reason         TEXT    NOT NULL
) STRICT;
CREATE TABLE rate_lap (
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
    generator_cpu_us     INTEGER NOT NULL
) STRICT;
CREATE TABLE round (
    id         INTEGER PRIMARY KEY,
    run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    scenario   TEXT    NOT NULL,
    heat       INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    started_at TEXT    NOT NULL,
    reference  TEXT    NOT NULL,
    lap_ms     INTEGER,
    duration_s REAL,
    UNIQUE (run_id, scenario, heat, round)
) STRICT;
INSERT INTO "round" VALUES(1,1,'hello-json',1,1,'2026-08-01T12:01:01Z','reference',NULL,NULL);
CREATE TABLE run (
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
    "precision"      REAL    NOT NULL DEFAULT 0.02,
    budget_s         REAL,
    looks            TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(looks)),
    slo              TEXT,
    generator        TEXT    NOT NULL DEFAULT 'fairload',
    generator_version TEXT,
    method           TEXT    NOT NULL DEFAULT 'laps' CHECK (method IN ('laps', 'classic'))
) STRICT;
INSERT INTO "run" VALUES(1,'20260801-120000-ab12','2026-08-01T12:00:00Z','2026-08-01T12:09:00Z',0,'quick','{"name": "quick", "title": "Hello World", "scenarios": ["hello-json"], "published": null}','{"cpu_model": "EPYC 7763", "kernel": "6.8.0-31-generic", "cpus": 4}','{"kind": ["cgroup v2", "user nobody"]}','42',3,'0.1.0','0.1.0','reference',5,10,64,1,250,1,'["echo", "gin", "reference"]',0.02,NULL,'[]',NULL,'fairload',NULL,'laps');
CREATE TABLE sample (
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
    UNIQUE (contestant_round_id, cycle, position)
) STRICT;
INSERT INTO "sample" VALUES(1,1,1,2,1.02764955106225548664e+05,23122,23122,0.225,23122,0,0,0,0,0,0,0,2569,0,0,0,0,0,0,0,25691,3288448,0,NULL,6.22780401488472534765e+02,231219,102764,0.25,0.0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sample" VALUES(2,1,2,2,9.7412900479712334345e+04,21918,21918,0.225,21918,0,0,0,0,0,0,0,2435,0,0,0,0,0,0,0,24353,3117184,0,NULL,6.56997170650194675526e+02,219177,97412,0.25,0.0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sample" VALUES(3,2,1,1,9.63597631390604306058e+02,217,217,0.225,217,0,0,0,0,0,0,0,24,0,0,0,0,0,0,0,241,30848,0,NULL,6.64177639245949394527e+04,4338,964,0.25,0.0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sample" VALUES(4,2,2,1,9.87669288138767114976e+02,222,222,0.225,222,0,0,0,0,0,0,0,25,0,0,0,0,0,0,0,247,31616,0,NULL,6.4799018020096649708e+04,4446,988,0.25,0.0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE service_use (
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
INSERT INTO "service_use" VALUES(1,2,'mariadb',100,200,NULL,3,1048576);
CREATE TABLE skip (
    id         INTEGER PRIMARY KEY,
    run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    contestant TEXT    NOT NULL,
    scenario   TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('skipped', 'failed')),
    reason     TEXT    NOT NULL,
    hint       TEXT,
    UNIQUE (run_id, scenario, contestant)
) STRICT;
CREATE TABLE sweep_lap (
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
CREATE TABLE warmup_lap (
    id                  INTEGER PRIMARY KEY,
    contestant_round_id INTEGER NOT NULL REFERENCES contestant_round (id) ON DELETE CASCADE,
    cycle               INTEGER NOT NULL,
    at_s                REAL    NOT NULL,
    throughput_per_s    REAL    NOT NULL,
    ratio               REAL
) STRICT;
CREATE INDEX warmup_lap_of ON warmup_lap (contestant_round_id);
CREATE INDEX rate_lap_of ON rate_lap (contestant_round_id);
CREATE INDEX sweep_lap_of ON sweep_lap (contestant_round_id);
COMMIT;
