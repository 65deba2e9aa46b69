"""Contestants in containers: the sandbox as seen from inside, freezing, metering, ends, and what a crash leaves."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from container_helpers import container_host, engine, labelled, limits_image, need_image
from fairlap import doctor
from fairlap.catalog import Scenario, ServiceName, load_catalog
from fairlap.catalog.rows import permuted
from fairlap.errors import StartError, UsageError
from fairlap.hosting import cgroup, procfs
from fairlap.hosting.container.engine import Engine, EngineError, find_engine
from fairlap.hosting.container.hosting import ContainerHosting
from fairlap.hosting.container.images import BuildStop, ImagePlan, OwnBuild, build_image, service_plan
from fairlap.hosting.container.labels import OWNER, Owner, sweep
from fairlap.hosting.container.settings import BuildSettings
from fairlap.hosting.leftovers import clear_leftovers, find_leftovers
from fairlap.hosting.procfs import own_key
from fairlap.hosting.records import read_states
from fairlap.hosting.services.model import Counters, ServiceError
from fairlap.hosting.services.running import Services, missing_service
from hosting_helpers import FORK_STORM, wait_until
from support import ROOT

APP = Path("/app")
LOOK = """
import json, os, resource, socket
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
def writable(path):
    try:
        open(path + "/probe", "w").close()
        return True
    except OSError:
        return False
print(json.dumps({
    "uid": os.getuid(), "gid": os.getgid(), "capabilities": int(status["CapEff"], 16) | int(status["CapBnd"], 16),
    "no_new_privileges": status["NoNewPrivs"], "seccomp": status["Seccomp"],
    "files": resource.getrlimit(resource.RLIMIT_NOFILE), "core": resource.getrlimit(resource.RLIMIT_CORE),
    "cpus": sorted(os.sched_getaffinity(0)), "home": os.environ["HOME"], "given": os.environ.get("GIVEN"),
    "writable": [place for place in ("/", "/app", "/etc", "/run", "/var/tmp", "/usr/bin", "/tmp") if writable(place)],
    "sockets": [path for path in ("/run/podman", "/var/run/docker.sock", "/run/docker.sock") if os.path.exists(path)],
}), flush=True)
"""
BUSY = "while True: pass"
IGNORES = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
while True:
    signal.pause()
"""
EATS = """
import mmap
mmap.mmap(-1, 8 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)
"""


def python(script: str) -> tuple[str, ...]:
    return ("python3", "-c", script)


def test_nothing_but_what_is_needed_can_be_done_inside(tmp_path: Path) -> None:
    with container_host(tmp_path, {"look": limits_image()}) as host:
        hosted = host.start("look", python(LOOK), APP, {"GIVEN": "yes"}, 8000)
        wait_until(lambda: hosted.exit_reason() is not None)
        seen = json.loads(hosted.log_tail(1)[0])
    assert seen["uid"] == seen["gid"] == 65534
    assert seen["capabilities"] == 0
    assert seen["no_new_privileges"] == "1"
    assert seen["seccomp"] == "2", "a filter, the engine's own"
    assert seen["files"][0] == seen["files"][1]
    assert seen["core"] == [0, 0]
    assert seen["cpus"] == [0]
    assert seen["home"] == "/tmp"
    assert seen["given"] == "yes"
    assert seen["writable"] == ["/tmp"]
    assert seen["sockets"] == []


def test_it_freezes_and_its_processor_time_stands_still(tmp_path: Path) -> None:
    with container_host(tmp_path, {"busy": limits_image()}) as host:
        hosted = host.start("busy", python(BUSY), APP, {}, 8000)
        begun = hosted.cpu_usage_us()
        wait_until(lambda: hosted.cpu_usage_us() > begun + 50_000)
        hosted.freeze()
        frozen = hosted.cpu_usage_us()
        time.sleep(0.2)  # nothing may happen in this time
        assert hosted.cpu_usage_us() == frozen
        hosted.thaw()
        wait_until(lambda: hosted.cpu_usage_us() > frozen + 50_000)
        counts = hosted.counts()
        assert (counts.processes, counts.threads) == (1, 1), "without the engine's own first process"
        assert hosted.memory_bytes() > 1 << 20
        assert hosted.throttled_us() is not None
        outcome = hosted.stop()
    assert outcome.how == "TERM", "the first process passes it on"
    assert labelled() == set()


def test_its_end_is_told_as_that_of_a_process(tmp_path: Path) -> None:
    image = limits_image()
    with container_host(tmp_path, dict.fromkeys(("ends", "killed", "eats", "odd"), image)) as host:
        ends = host.start("ends", python("raise SystemExit(3)"), APP, {}, 8000)
        assert ends.wait_exit(10)
        assert ends.exit_reason() == "ended with exit status 3"
        odd = host.start("odd", python("raise SystemExit(200)"), APP, {}, 8003)
        assert odd.wait_exit(10)
        assert odd.exit_reason() == "ended with exit status 200", "no signal has that number"
        killed = host.start("killed", python("import os; os.kill(os.getpid(), 11)"), APP, {}, 8001)
        assert killed.wait_exit(10)
        assert killed.exit_reason() == "was killed by SIGSEGV"
        eats = host.start("eats", python(EATS), APP, {}, 8002)
        assert eats.wait_exit(30)
        assert eats.exit_reason() == "was killed by SIGKILL: it reached its memory limit"


def test_nothing_is_written_into_the_folder_of_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = tmp_path / "caller"
    caller.mkdir()
    monkeypatch.chdir(caller)
    with container_host(tmp_path, {"eats": limits_image()}) as host:
        eats = host.start("eats", python(EATS), APP, {}, 8000)
        assert eats.wait_exit(30)
        assert eats.exit_reason() == "was killed by SIGKILL: it reached its memory limit"
    assert list(caller.iterdir()) == []


def test_one_that_does_not_mind_term_is_killed_even_when_frozen(tmp_path: Path) -> None:
    with container_host(tmp_path, {"stays": limits_image()}) as host:
        hosted = host.start("stays", python(IGNORES), APP, {}, 8000)
        wait_until(lambda: hosted.log_tail(1) == ("ready",))
        hosted.freeze()
        assert hosted.stop(grace_s=0.3).how == "KILL"
    assert labelled() == set()


def test_ten_thousand_processes_are_not_to_be_had(tmp_path: Path) -> None:
    with container_host(tmp_path, {"forks": limits_image()}, memory_limit_bytes=4 << 30) as host:
        hosted = host.start("forks", python(FORK_STORM), APP, {}, 8000)
        wait_until(lambda: bool(hosted.log_tail(1)), 120)
        said, count, *why = hosted.log_tail(1)[0].split(" ", 2)
        assert said == "refused"
        assert 3000 < int(count) < 4096
        assert why == ["Resource temporarily unavailable"]
        assert hosted.stop(grace_s=0.1).how == "KILL"
    assert labelled() == set()


def test_a_program_that_is_not_in_the_image_is_one_clear_line(tmp_path: Path) -> None:
    with container_host(tmp_path, {"missing": limits_image()}) as host:
        hosted = host.start("missing", ("no-such-program",), APP, {}, 8000)
        assert hosted.wait_exit(10)
        assert hosted.exit_reason() == "cannot be executed: no-such-program: No such file or directory"
    with container_host(tmp_path, {}) as host, pytest.raises(StartError, match="no image"):
        host.start("other", ("true",), APP, {}, 8000)
    assert labelled() == set()


STARTS_AND_WAITS = """
import signal, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from container_helpers import container_host, limits_image
with container_host(Path(sys.argv[2]), {"left": limits_image()}) as host:
    hosted = host.start("left", ("python3", "-c", "while True: pass"), Path("/app"), {}, 8000)
    hosted.freeze()
    print(hosted.pid, flush=True)
    signal.pause()
"""


@pytest.mark.parametrize("by", ["state file", "label"])
def test_what_a_killed_fairlap_leaves_frozen_is_removed_by_the_next(tmp_path: Path, by: str) -> None:
    limits_image()
    command = [sys.executable, "-c", STARTS_AND_WAITS, str(ROOT / "tests" / "support"), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            left = procfs.read_process(int(running.stdout.readline())).key
            assert sweep(engine()) == (), "its owner lives"
            assert len(labelled()) == 1
            ((_, state),) = read_states(tmp_path / "state")
            scratch = state.entries[0].sandbox.scratch
            assert scratch.is_dir()
        finally:
            running.kill()
    if by == "state file":
        assert [leftover.name for leftover in find_leftovers(tmp_path / "state")] == ["left"]
        assert [leftover.name for leftover in clear_leftovers(tmp_path / "state")] == ["left"]
    else:
        assert len(sweep(engine())) == 1
        assert [leftover.name for leftover in clear_leftovers(tmp_path / "state")] == ["left"], "its files"
    assert labelled() == set()
    assert not procfs.is_alive(left)
    assert not scratch.exists()


def test_an_owner_is_read_from_its_label() -> None:
    owner = Owner.this()
    assert Owner.of(owner.text) == owner
    assert not owner.gone
    ended = subprocess.Popen(["true"])
    key = procfs.read_process(ended.pid).key
    ended.wait()
    gone = Owner(key, owner.machine, owner.boot, keeps=False)
    assert gone.gone
    assert not Owner(key, owner.machine, owner.boot, keeps=True).gone, "served by hand: it outlives its fairlap"
    assert Owner(own_key(), owner.machine, "another boot", keeps=True).gone
    assert not Owner(key, "another machine", owner.boot, keeps=False).gone
    assert Owner.of("anything") is None


def test_a_process_without_a_group_of_its_own_has_none_to_freeze() -> None:
    assert cgroup.of_process(os.getpid()) is None


def test_an_engine_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(UsageError, match="podman is not installed; docker is not installed"):
        find_engine({"PATH": "/nowhere"})
    with pytest.raises(UsageError, match="FAIRLAP_ENGINE=lxc: unknown engine"):
        find_engine({"FAIRLAP_ENGINE": "lxc"})
    with pytest.raises(UsageError, match="docker is not installed"):
        find_engine({"FAIRLAP_ENGINE": "docker", "PATH": "/nowhere"})


def test_what_an_engine_refuses_is_said_in_its_own_words() -> None:
    with pytest.raises(EngineError, match="podman: `rm`: "):
        engine().run("rm", "no-such-container-of-fairlap")
    assert engine().inspect("container", "no-such-container-of-fairlap", "{{.Id}}") is None
    assert engine().labels("network", "no-such-network-of-fairlap") == {}
    known = engine()
    assert Engine.of_command(known.command()).command("x") == known.command("x")


def test_a_label_tells_whose_a_container_is(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    with container_host(tmp_path, {"mine": limits_image()}) as host:
        host.start("mine", python("import signal; signal.pause()"), APP, {}, 8000)
        (name,) = labelled()
        assert Owner.of(engine().labels("container", name)[OWNER]) == Owner.this()
    assert labelled() == set()
    assert signal.getsignal(signal.SIGINT) is before


def test_the_doctor_tells_of_the_engine_and_the_base_image(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> doctor.Check:
        return next(found for found in doctor.examine() if found.name == "container engine")

    here = engine()
    assert check().value.startswith(f"{here.name} {here.version}, debian:trixie-slim ")
    assert check().fix is None
    monkeypatch.setenv("FAIRLAP_ENGINE", "docker" if here.name == "podman" else "podman")
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    assert check().value == "none"
    assert "no usable container engine" in check().fix


@pytest.mark.parametrize("name", ["mariadb", "postgresql", "redis", "memcached"])
def test_every_service_starts_and_counts_in_a_container(name: ServiceName, tmp_path: Path) -> None:
    image = build_image(engine(), service_plan(name), tmp_path / "images", BuildSettings(), BuildStop()).image.id
    need = Scenario.model_validate(
        {"name": "with", "title": "With a service", "expect": {}, "services": {name: {}}, "folder": tmp_path}
    )
    with container_host(tmp_path, {name: image}, memory_limit_bytes=None, shared_scratch=True) as host:
        (running,) = Services(lambda _: host, [need]).running.values()
        before = running.counters()
        assert running.counters().since(before).statements == 0, "reading adds nothing"
        assert running.hosted.exit_reason() is None
    assert labelled() == set()


def test_mysql_counts_statements_and_rows_whatever_the_capitals_of_a_table(tmp_path: Path) -> None:
    need_image("mysql:9")
    image = build_image(engine(), service_plan("mysql"), tmp_path / "images", BuildSettings(), BuildStop()).image.id
    (tmp_path / "seed.sql").write_text(
        "CREATE TABLE t (id INT PRIMARY KEY, n INT); INSERT INTO t VALUES (1, 1), (2, 2);"
    )
    services = {"mysql": {"seed": "seed.sql"}}
    need = Scenario.model_validate({"name": "with", "title": "With", "expect": {}, "services": services})
    with container_host(tmp_path, {"mysql": image}, memory_limit_bytes=None, shared_scratch=True) as host:
        running = Services(lambda _: host, [need.model_copy(update={"folder": tmp_path})]).running["mysql"]
        before = running.counters()
        assert running.counters().since(before) == Counters(0, 0, 0, reads=0, rows_written=0), "reading adds nothing"
        assert running.run("SELECT n FROM T WHERE id = 2; UPDATE t SET n = 3; SELECT 1") == "2\n1\n"
        # Its client begins with a SELECT of its own.
        assert running.counters().since(before) == Counters(4, 1, 1, reads=3, rows_written=2)
        with pytest.raises(ServiceError, match="TABLEAU"):
            running.run("CREATE TABLEAU")
    assert labelled() == set()


def test_mongodb_has_the_rows_of_the_seed_and_counts_what_it_is_asked(tmp_path: Path) -> None:
    need_image("mongo:8")
    image = build_image(engine(), service_plan("mongodb"), tmp_path / "images", BuildSettings(), BuildStop()).image.id
    need = load_catalog(ROOT).scenario("te-updates-mongodb")
    asks = '{"find": "world", "filter": {}, "projection": {"_id": 0}, "batchSize": 10000}'
    looks_up = need.services["mongodb"].written or ""
    with container_host(tmp_path, {"mongodb": image}, memory_limit_bytes=None, shared_scratch=True) as host:
        services = Services(lambda _: host, [need])
        running = services.running["mongodb"]
        for _ in range(2):
            found = [json.loads(line) for line in running.run(asks).splitlines()]
            assert found == [{"id": each, "randomNumber": permuted(each, 10_000)} for each in range(1, 10_001)]
            running.run('{"update": "world", "updates": [{"q": {"_id": 7}, "u": {"$set": {"randomNumber": 1.0}}}]}')
            assert running.run(looks_up.replace("{id}", "7")) == '{"_id": 7, "randomNumber": 1}\n'
            services.seed_again("te-updates-mongodb")
        rows, written = (20_000, 12) if running.stand_in() is None else (None, None)  # only MongoDB counts documents
        before = running.counters()
        assert running.counters().since(before).statements == 0, "reading adds nothing"
        running.run(f"{asks} {asks}\n" + '{"delete": "fortune", "deletes": [{"q": {}, "limit": 0}]}')
        did = running.counters().since(before)
        assert (did.statements, did.reads, did.rows, did.rows_written) == (3, 2, rows, written)
        assert did.connections >= 2, "a client that looks at a busy server may look again"
        with pytest.raises(ServiceError, match="no such command"):
            running.run('{"destroy": "world"}')
        with pytest.raises(ServiceError, match="a command is no JSON"):
            running.run("DROP TABLE world")
    assert labelled() == set()


def test_a_service_whose_image_is_not_to_be_had_is_named_with_what_helps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hosting = ContainerHosting(engine(), BuildSettings())
    assert hosting.missing_service("mariadb") is None
    file = tmp_path / "Containerfile"
    file.write_text("FROM mysql:9.0-nowhere\n")
    plan = ImagePlan("service-mysql", tmp_path, file, own=OwnBuild(("mysql:9.0-nowhere",), {}))
    monkeypatch.setattr("fairlap.hosting.container.hosting.service_plan", lambda name: plan)
    reason = "mysql: its base image mysql:9.0-nowhere is not here, and cannot be pulled"
    assert hosting.missing_service("mysql") == (reason, "fairlap base-image --as mysql:9.0-nowhere")
    assert missing_service("mysql") == ("mysql: runs in a container only", "--isolation container")
