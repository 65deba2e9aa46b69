"""The real services: started in a folder of their own, seeded, asked, counted, stopped without a trace."""

import os
import shutil
import signal
import socket
import subprocess
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from extras import need_service
from fairlap import doctor
from fairlap.catalog import Account, Scenario, ServiceName
from fairlap.hosting.container.engine import ENGINES
from fairlap.hosting.programs import HIDDEN
from fairlap.hosting.services.model import HOST, Access, Counters, ServiceError, client_path
from fairlap.hosting.services.running import RunningService, Services, why_missing
from hosting_helpers import BY_SIGNAL, Mode, wait_until

SEEDS: dict[ServiceName, str] = {
    "mariadb": "CREATE TABLE t (id INT PRIMARY KEY, words VARCHAR(20)); INSERT INTO t VALUES (1, 'one'), (2, 'two');",
    "postgresql": "CREATE TABLE t (id INT PRIMARY KEY, words TEXT); INSERT INTO t VALUES (1, 'one'), (2, 'two');",
    "redis": "SET one 1\nSET two 2\n",
    "memcached": "one 1\ntwo 2 and more\n",
}
USER = Account().user
BROKEN: dict[ServiceName, str] = {
    "mariadb": "CREATE TABLEAU;",
    "postgresql": "CREATE TABLEAU;",
    "redis": "NOSUCHCOMMAND x\n",
    "memcached": f"{'k' * 300} too-long\n",
}
REFUSED = r"TABLEAU|NOSUCHCOMMAND|unknown command|memcached answered"
names = pytest.mark.parametrize("name", SEEDS)


def scenario(name: ServiceName, folder: Path, seed: str | None) -> Scenario:
    need_of = {} if seed is None else {"seed": "seed.txt"}
    if seed is not None:
        (folder / "seed.txt").write_text(seed)
    document = {"name": "s", "title": "S", "expect": {}, "services": {name: need_of}}
    return Scenario.model_validate(document).model_copy(update={"folder": folder})


def ask(running: RunningService) -> str:
    """Connect like a contestant: over TCP, with the account in the variables."""
    if running.service.name == "memcached":
        with socket.create_connection((HOST, running.access.port)) as connection:
            connection.sendall(b"get two\r\n")
            return connection.recv(100).decode().splitlines()[1]
    done = run_client(running, "GET two" if running.service.name == "redis" else "SELECT words FROM t WHERE id = 2")
    done.check_returncode()
    return done.stdout.strip()


def run_client(running: RunningService, statement: str, user: str = USER) -> subprocess.CompletedProcess[str]:
    """Run a statement over TCP; only the account in the variables has a password."""
    port, path = str(running.access.port), client_path(running.service.folders)
    password = [f"-p{Account().password}"] if user == USER else []
    commands: dict[ServiceName, list[str]] = {
        "mariadb": ["mariadb", "--no-defaults", "-N", f"-h{HOST}", f"-P{port}", f"-u{user}", *password, "fairlap",
                    "-e", statement],
        "postgresql": ["psql", "-tA", "-h", HOST, "-p", port, "-U", user, "fairlap", "-c", statement],
        "redis": ["redis-cli", "-h", HOST, "-p", port, *statement.split()],
    }  # fmt: skip
    return subprocess.run(
        commands[running.service.name], capture_output=True, text=True, check=False, env={"PATH": path}
    )


ANSWERS = {"mariadb": "two", "postgresql": "two", "redis": "2", "memcached": "2 and more"}


@names
def test_it_starts_is_seeded_counts_what_it_is_asked_and_leaves_nothing(name: ServiceName, opened: Path) -> None:
    need_service(name)
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        services = Services(lambda _: host, [scenario(name, opened, SEEDS[name])])
        running = services.running[name]
        assert services.variables[f"{name}_port"] == str(running.access.port)
        assert ask(running) == ANSWERS[name]

        before = running.counters()
        for _ in range(5):
            ask(running)
        if name == "postgresql":  # a session is counted when it rests
            wait_until(lambda: running.counters().since(before).connections == 5)
        rows = 5 if name in ("mariadb", "postgresql") else None
        reads, written = (5, 0) if name == "postgresql" else (None, None)
        assert running.counters().since(before) == Counters(5, rows, 5, reads, written)
        assert services.cpu_usage_us([name]) > 0
        assert running.hosted.memory_bytes() > 1 << 20
        with pytest.raises(ServiceError, match=REFUSED):  # as a seed is run
            running.run(BROKEN[name])
        scratch, pid = running.hosted.scratch, running.hosted.pid
        assert running.hosted.stop(grace_s=20).how == "TERM"
    assert not scratch.exists()
    assert not Path(f"/proc/{pid}").exists()


def test_postgresql_is_read_by_one_client_that_is_started_again_if_it_ends(opened: Path) -> None:
    def clients() -> list[psutil.Process]:
        return [child for child in psutil.Process().children() if child.name() == "psql"]

    need_service("postgresql")
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        running = Services(lambda _: host, [scenario("postgresql", opened, SEEDS["postgresql"])]).running["postgresql"]
        before = running.counters()
        (client,) = clients()
        assert running.counters() == before
        assert clients() == [client]
        client.kill()
        wait_until(lambda: client.status() == psutil.STATUS_ZOMBIE)
        assert running.counters() == before
        (another,) = clients()
        os.kill(running.hosted.pid, signal.SIGKILL)
        assert running.hosted.wait_exit(10)
        with pytest.raises(ServiceError, match="was killed by SIGKILL"):
            running.counters()
    assert clients() == []
    assert not another.is_running()


def test_postgresql_tells_what_concerns_a_table_and_what_only_reads(opened: Path) -> None:
    need_service("postgresql")
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        running = Services(lambda _: host, [scenario("postgresql", opened, SEEDS["postgresql"])]).running["postgresql"]
        before, before_of_t, before_of_others = running.counters(), running.counters("t"), running.counters("words")
        assert running.run("SELECT id, words FROM t WHERE id = 2") == "2|two\n"
        running.run("SELECT 1; SELECT 2")
        running.run("WITH new AS (SELECT 1) UPDATE t SET words = 'new'")
        wait_until(lambda: running.counters().since(before).connections == 3)
        assert running.counters().since(before) == Counters(4, 3, 3, reads=3, rows_written=2)
        assert running.counters("t").since(before_of_t) == Counters(2, 1, 3, reads=1, rows_written=2)
        assert running.counters("words").since(before_of_others).statements == 2, "whole words"
        assert running.counters("word").statements == 0


def test_mariadb_tells_what_the_contestants_did_with_a_table(opened: Path) -> None:
    need_service("mariadb")
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        running = Services(lambda _: host, [scenario("mariadb", opened, SEEDS["mariadb"])]).running["mariadb"]
        before, before_of_others = running.counters("t"), running.counters("words")
        assert run_client(running, "SELECT id, words FROM t WHERE id = 2").stdout == "2\ttwo\n"
        run_client(running, "SELECT 1; SELECT 2; UPDATE t SET words = 'new'")
        running.run("SELECT 3")
        assert running.counters("t").since(before) == Counters(4, 1, 2, reads=3, rows_written=2)
        assert running.counters("words").since(before_of_others) == Counters(4, 0, 2, reads=3, rows_written=0)


def test_a_scenario_may_have_its_seed_run_again(opened: Path) -> None:
    need_service("redis")
    known = scenario("redis", opened, SEEDS["redis"])
    again = {"redis": known.services["redis"].model_copy(update={"reseed": True})}
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        for each, left in ((known, "3"), (known.model_copy(update={"services": again}), "2")):
            services = Services(lambda _: host, [each])
            running = services.running["redis"]
            running.run("SET two 3")
            services.seed_again("s")
            assert ask(running) == left
            running.hosted.stop()


ABUSES: dict[ServiceName, tuple[tuple[str, str, str], ...]] = {
    "mariadb": (
        (USER, "FLUSH STATUS", "Access denied"),
        (USER, "SELECT 1 INTO OUTFILE '/tmp/out-of-a-database'", "Access denied"),
        ("root", "FLUSH STATUS", "Access denied"),
    ),
    "postgresql": (
        (USER, "COPY (SELECT 1) TO PROGRAM 'true'", "must be superuser"),
        ("postgres", "SELECT 1", "no pg_hba.conf entry"),
    ),
    "redis": ((USER, "CONFIG RESETSTAT", "NOPERM"), (USER, "FLUSHALL", "NOPERM"), (USER, "SHUTDOWN", "NOPERM")),
}


@pytest.mark.parametrize("name", ABUSES)
def test_contestants_cannot_administer_it(name: ServiceName, opened: Path) -> None:
    need_service(name)
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        running = Services(lambda _: host, [scenario(name, opened, SEEDS[name])]).running[name]
        before = running.counters()
        for user, statement, refusal in ABUSES[name]:
            done = run_client(running, statement, user)
            assert refusal in done.stdout + done.stderr, done
        after = running.counters()
        assert (after.statements, after.connections) >= (before.statements, before.connections)
        assert ask(running) == ANSWERS[name]


def test_of_memcached_contestants_cannot_flush_dump_watch_or_end_it(opened: Path) -> None:
    need_service("memcached")
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        running = Services(lambda _: host, [scenario("memcached", opened, SEEDS["memcached"])]).running["memcached"]
        for abuse in ("flush_all", "lru_crawler metadump all", "watch fetchers", "shutdown"):
            with socket.create_connection((HOST, running.access.port)) as connection:
                connection.sendall(f"{abuse}\r\n".encode())
                assert b"ERROR" in connection.recv(100), abuse
        assert ask(running) == ANSWERS["memcached"]


@pytest.mark.parametrize("name", ["redis", "memcached"])  # the others take seconds to start, and differ only in `run`
def test_a_seed_that_it_does_not_take_is_said_and_ends_it(name: ServiceName, opened: Path) -> None:
    need_service(name)
    with (
        Mode("by signal", BY_SIGNAL, None).host(opened) as host,
        pytest.raises(ServiceError, match=REFUSED),
    ):
        Services(lambda _: host, [scenario(name, opened, BROKEN[name])])


def test_one_that_dies_is_said_when_it_is_asked_for_its_counters(opened: Path) -> None:
    need_service("redis")
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        running = Services(lambda _: host, [scenario("redis", opened, None)]).running["redis"]
        running.hosted.stop()
        with pytest.raises(ServiceError, match="redis: ended with exit status 0"):
            running.counters()


def test_one_that_is_killed_while_it_is_asked_is_not_taken_for_one_that_answers_wrongly(opened: Path) -> None:
    need_service("redis")
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        running = Services(lambda _: host, [scenario("redis", opened, None)]).running["redis"]

        def killed(_: Access, __: str | None) -> Counters:
            os.kill(running.hosted.pid, signal.SIGKILL)
            raise ServiceError("lost connection")

        running.service = replace(running.service, counters=killed)
        with pytest.raises(ServiceError, match="redis: was killed by SIGKILL"):
            running.counters()


def test_one_that_cannot_start_says_why(opened: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_service("redis")
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("fairlap.hosting.services.running.free_ports", lambda _: (port,))
        with (
            Mode("by signal", BY_SIGNAL, None).host(opened) as host,
            pytest.raises(ServiceError, match=r"redis: ended with exit status 1: .*(Address already in use|bind)"),
        ):
            Services(lambda _: host, [scenario("redis", opened, None)])


def test_the_doctor_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    # A test that claims an engine would run it, but there may be none.
    absent = ("memcached", *ENGINES)
    found = lambda name, path=None: None if name in absent else f"/usr/bin/{name}"  # noqa: E731
    monkeypatch.setattr(shutil, "which", found)
    monkeypatch.delenv(HIDDEN, raising=False)
    (check,) = (check for check in doctor.examine() if check.name == "services")
    assert check.verdict == "warning"
    assert check.value == "mariadb, postgresql, redis"
    assert check.fix is not None
    assert check.fix.startswith("apt-get install memcached")


def test_what_is_missing_is_named_with_the_command_that_mends_it(opened: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    lacking = why_missing(scenario("mariadb", opened, None))
    assert lacking is not None
    assert lacking[0] == "mariadb: mariadbd is not installed"
    assert lacking[1].startswith("apt-get install mariadb-server")
