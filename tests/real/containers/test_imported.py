"""Contestants of a made-up checkout: built by their own Dockerfiles, at their own ports, and verified by us."""

import json
import os
import shutil
import urllib.request
from pathlib import Path

import pytest

from checkouts import arena_entry, benchmarker_framework, techempower_framework
from compare_helpers import git
from container_helpers import engine, labelled, need_image
from extras import need_program, need_service
from fairlap.catalog import load_catalog
from fairlap.catalog.rows import permuted
from fairlap.hosting.ports import free_ports
from fairlap.hosting.programs import find_fairload
from race_helpers import SOON
from support import BOUND_S, ROOT, Finished
from warm import run_warm

DOCKERFILE = """FROM debian:trixie-slim
WORKDIR /srv
COPY fairload /usr/local/bin/fairload
COPY answers.json answers.json
CMD touch /it-may-write-here && fairload reference --host 0.0.0.0 --port 8080 --answers answers.json
"""
CONNECTS = 'IO::Socket::INET->new(PeerAddr => "tfb-database", PeerPort => 5432) or die "no database"'
WITH_DATABASE = DOCKERFILE.replace("CMD ", f"CMD perl -MIO::Socket::INET -e '{CONNECTS}' && ")
CONNECTS_AS_TOLD = (
    "my ($host, $port) = $ENV{DATABASE_URL} =~ m{^postgres://bench:bench@(.*):(5432)/benchmark$} or die; "
    "IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port) or die $!"
)
ALWAYS = """use IO::Socket::INET;
my $listener = IO::Socket::INET->new(LocalPort => 8080, Listen => 100, ReuseAddr => 1) or die $!;
my $body = '{"message":"Hello, World!"}';
my $rest = "Content-Type: application/json\\r\\nContent-Length: " . length($body) . "\\r\\n\\r\\n$body";
$SIG{CHLD} = 'IGNORE';
while (my $connection = $listener->accept) {
    next if fork;
    my ($status, $head, $last) = ("200 OK", 0, 0);
    while (my $line = <$connection>) {
        ($status, $head) = ($2 eq "/json" ? "200 OK" : $ARGV[0], $1 eq "HEAD") if $line =~ m{^(GET|HEAD) (\\S+)};
        kill KILL => getppid if $status eq "dies";
        $last = 1 if $line =~ /^connection: close/i;
        next if $line ne "\\r\\n";
        print $connection "HTTP/1.1 $status\\r\\n" . ($head ? $rest =~ s/\\r\\n\\r\\n.*/\\r\\n\\r\\n/sr : $rest);
        last if $last;
    }
    exit;
}
"""
"""A server that answers unknown paths with the status that is its argument; with `dies` it does not survive them."""
ASKS_MYSQL = """import pymysql
account = {"user": "benchmarkdbuser", "password": "benchmarkdbpass", "database": "hello_world"}
database = pymysql.connect(host="tfb-database", autocommit=True, **account)
def row(number):
    with database.cursor() as cursor:
        cursor.execute("SELECT id, randomNumber FROM World WHERE id = %s", [number])
        return dict(zip(("id", "randomNumber"), cursor.fetchone()))
"""
ASKS_MONGODB = """import pymongo
world = pymongo.MongoClient("tfb-database").hello_world.world
def row(number):
    return world.find_one({"_id": number}, {"_id": 0})
"""
SERVES = """import http.server, json, random, threading
turn = threading.Lock()
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        status, found = 200 if self.path == "/db" else 404, {}
        if self.path == "/db" and self.command == "GET":
            with turn:
                found = row(random.randint(1, 10_000))
        body = json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)
    do_HEAD = do_GET
    def log_message(self, *arguments):
        pass
http.server.ThreadingHTTPServer.request_queue_size = 256
http.server.ThreadingHTTPServer(("", 8080), Handler).serve_forever()
"""
OTHER_DATABASES = pytest.mark.parametrize(
    ("image", "database", "port", "module", "asks"),
    [
        ("mysql:9", "MySQL", 3306, "python3-pymysql", ASKS_MYSQL),
        ("mongo:8", "MongoDB", 27017, "python3-pymongo", ASKS_MONGODB),
    ],
    ids=["mysql", "mongodb"],
)
HELLO = '{"message":"Hello, World!"}'


class Checkout:
    """A made-up checkout, and Fairlap in a folder beside it that has nothing but what it imports."""

    def __init__(self, folder: Path) -> None:
        engine()
        self.folder, self.checkout = folder / "here", folder / "checkout"
        self.folder.mkdir()

    def add(
        self, name: str, dockerfile: str = DOCKERFILE, body: str = HELLO, path: str = "/json", **keys: object
    ) -> Path:
        """Add a framework whose server always answers so."""
        folder = techempower_framework(self.checkout, name, dockerfile, default=keys)
        shutil.copy2(find_fairload(), folder / "fairload")
        answer = {"path": path, "status": 200, "headers": [["content-type", "application/json"]], "body": body}
        (folder / "answers.json").write_text(json.dumps([answer]))
        (folder / "always.pl").write_text(ALWAYS)
        return folder

    def __call__(self, *arguments: str) -> Finished:
        """Import all of it, and run a command."""
        imported = self.run("import", "techempower", str(self.checkout))
        assert imported.code == 0, imported.err
        return self.run(*arguments)

    def run(self, *arguments: str) -> Finished:
        """Run a command."""
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data")}
        done = run_warm(arguments, BOUND_S, folder=self.folder, environment=environment)
        assert "Traceback" not in done.stderr, done.stderr
        return Finished(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """One for several tests, so that each image is built once."""
    made = Checkout(tmp_path_factory.mktemp("imported"))
    made.add("one")
    made.add("two")
    add_server(made, "error", "500 No")
    return made


def test_two_with_the_same_port_race_as_their_authors_wrote_them(checkout: Checkout) -> None:
    ran = checkout(
        *("run", "techempower", "--contestants", "te/one,te/two", "--rounds", "1", "--cycles", "2", "--no-rates"),
        *(*SOON, "--json", "-"),
    )
    ran.all_raced()
    assert {row["scenario"] for row in ran.document["contestants"]} == {"te-json"}, "neither answers another one"
    for name in ("te/one", "te/two"):
        row = ran.raced(name)
        assert row["throughput_per_s"] is not None
        assert "relaxed-isolation" in [flag["name"] for flag in row["flags"]]
    assert labelled() == set()


def test_an_entry_of_httparena_finds_the_data_set_and_a_certificate(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    finds = "grep -q Item /data/dataset.json && test -r /certs/server.crt && test -r /certs/server.key && "
    finds += "[ -z $DATABASE_URL ] && "
    folder = arena_entry(checkout.checkout, "small", DOCKERFILE.replace("CMD ", f"CMD {finds}"), tests=["pipelined"])
    shutil.copy2(find_fairload(), folder / "fairload")
    answer = {"path": "/pipeline", "status": 200, "headers": [["content-type", "text/plain"]], "body": "ok"}
    (folder / "answers.json").write_text(json.dumps([answer]))
    assert checkout.run("import", "httparena", str(checkout.checkout)).code == 0
    found = checkout.run("check", "arena/small")
    assert (found.code, "arena-pipelined: under load ok" in found.out) == (0, True), found.out


def test_a_framework_of_the_benchmarker_answers_its_three_routes(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    folder = benchmarker_framework(
        checkout.checkout, "c/small", "default", dockerfile=DOCKERFILE.replace("8080", "3000")
    )
    shutil.copy2(find_fairload(), folder / "fairload")
    bodies = {"/": "", "/user/0": "0", "/user/42": "42", "/user": ""}
    answers = [{"path": path, "status": 200, "headers": [], "body": body} for path, body in bodies.items()]
    (folder / "answers.json").write_text(json.dumps(answers))
    assert checkout.run("import", "the-benchmarker", str(checkout.checkout)).code == 0
    found = checkout.run("check", "wf/small")
    assert (found.code, found.out.count("contract ok"), found.out.count("under load ok")) == (0, 3, 3), found.out
    (folder / "answers.json").write_text(json.dumps([{**one, "body": "0"} for one in answers]))
    wrong = checkout.run("check", "wf/small")
    assert (wrong.code, wrong.out.count("passes theirs: no")) == (1, 2), wrong.out
    assert "wf-user: passes theirs: yes; fails ours" in wrong.out, "it answers 0 to everybody"


def test_an_entry_of_httparena_is_told_of_the_database_and_seen_not_to_ask_it(tmp_path: Path) -> None:
    need_service("postgresql")
    checkout = Checkout(tmp_path)
    finds = f"perl -MIO::Socket::INET -e '{CONNECTS_AS_TOLD}' && "
    folder = arena_entry(checkout.checkout, "liar", DOCKERFILE.replace("CMD ", f"CMD {finds}"), tests=["async-db"])
    shutil.copy2(find_fairload(), folder / "fairload")
    scenario = load_catalog(ROOT).scenario("arena-async-db")
    right = {scenario.request.path: scenario.expect} | {each.path: each.expect for each in scenario.verify}
    answers = [
        {
            "path": path,
            "status": 200,
            "headers": [["content-type", "application/json"]],
            "body": json.dumps(expect.json_value if expect.rows is None else expect.rows.example),
        }
        for path, expect in right.items()
    ]
    (folder / "answers.json").write_text(json.dumps(answers))
    assert checkout.run("import", "httparena", str(checkout.checkout)).code == 0
    found = checkout.run("check", "arena/liar", "--scenario", "arena-async-db")
    assert "arena-async-db: contract ok" in found.out, found.out + found.err
    assert (found.code, "executed 0.00 statements per answer, expected 1" in found.out) == (1, True), found.out


def add_server(checkout: Checkout, name: str, status: str) -> None:
    """Add a server that answers unknown paths so."""
    dockerfile = f'FROM debian:trixie-slim\nCOPY always.pl /\nCMD ["perl", "/always.pl", "{status}"]\n'
    checkout.add(name, dockerfile)


def test_what_only_our_contract_finds_is_said(checkout: Checkout) -> None:
    checkout.add("wrong", body='{"message":"Hello World"}')
    checkout.add("case", body='{"Message":"hello, world!"}')
    checkout.add("twice", body='{"Message":"Hello","message":"Hello, World!"}')
    add_server(checkout, "dies", "dies")
    for name, theirs in (("error", "yes"), ("wrong", "no"), ("case", "yes"), ("twice", "yes"), ("dies", "yes")):
        found = checkout("check", f"te/{name}")
        assert (found.code, f"passes theirs: {theirs}; fails ours: " in found.out) == (1, True), found.out


def test_who_fails_only_our_contract_races_unless_it_reads_no_requests(checkout: Checkout) -> None:
    add_server(checkout, "blind", "200 OK")
    ran = checkout(
        *("run", "techempower", "--contestants", "te/blind,te/error", "--rounds", "1", "--cycles", "8", "--no-rates"),
        *(*SOON, "--json", "run.json"),
    )
    assert ran.code == 1, ran.err
    everyone = json.loads((checkout.folder / "run.json").read_text())["contestants"]
    flags = {row["name"]: {flag["name"] for flag in row["flags"]} for row in everyone}
    assert flags["te/blind"] >= {"fails-our-contract", "answers-blindly"}
    assert "fails-our-contract" in flags["te/error"]
    assert "answers-blindly" not in flags["te/error"]


def test_two_revisions_of_their_checkout_are_compared(tmp_path: Path) -> None:
    need_program("git", "apt-get install git")
    checkout = Checkout(tmp_path)
    folder = checkout.add("one")
    git(checkout.checkout, "init", "--quiet")
    git(checkout.checkout, "add", "--all")
    git(checkout.checkout, "commit", "--quiet", "--message", "one")
    (folder / "README").write_text("Nothing that the server reads.")
    git(checkout.checkout, "add", "--all")
    git(checkout.checkout, "commit", "--quiet", "--message", "two")
    done = checkout("compare", "te/one@HEAD~1", "te/one", "--budget", "5s", "--json", "compare.json")
    assert done.code in (0, 1), done.err
    report = json.loads((checkout.folder / "compare.json").read_text())
    assert [report[side]["typed"] for side in ("base", "new")] == ["te/one@HEAD~1", "te/one"]
    assert report["changes"], report


def test_it_reaches_the_database_by_their_name_and_answers_without_it_are_seen(checkout: Checkout) -> None:
    need_service("postgresql")
    row = json.dumps({"id": 1, "randomNumber": permuted(1, 10_000)})
    checkout.add("liar", WITH_DATABASE, row, "/db", database="Postgres", db_url="/db", json_url="")
    found = checkout("check", "te/liar")
    assert "te-db: contract ok" in found.out, found.out + found.err
    assert (found.code, "executed 0.00 statements per answer, expected 1" in found.out) == (1, True), found.out


@OTHER_DATABASES
def test_it_asks_another_database_by_their_name(
    checkout: Checkout, image: str, database: str, port: int, module: str, asks: str
) -> None:
    need_image(image)
    name, scenario = f"asks-{database.lower()}", f"te-db-{database.lower()}"
    installs = f"FROM debian:trixie-slim\nRUN apt-get update && apt-get install -y --no-install-recommends {module}\n"
    starts = 'COPY server.py /\nCMD ["python3", "/server.py"]\n'
    folder = checkout.add(name, installs + starts, database=database, db_url="/db", json_url="")
    (folder / "server.py").write_text(asks + SERVES)
    found = checkout("check", f"te/{name}")
    assert f"{scenario}: contract ok" in found.out, found.out + found.err
    assert (found.code, f"{scenario}: under load ok" in found.out) == (0, True), found.out
    short = ("--rounds", "1", "--cycles", "2", "--no-rates", *SOON)
    ran = checkout("run", f"techempower-{database.lower()}", "--contestants", f"te/{name}", *short, "--json", "-")
    row = ran.raced(f"te/{name}")
    (used,) = row["services"]
    assert used["name"] == database.lower()
    assert abs(used["statements_per_answer"] - 1) < 0.02
    flags = {flag["name"] for flag in row["flags"]}
    assert (used["rows_per_answer"] is None) == ("stand-in" in flags), "only MongoDB itself counts documents"


@OTHER_DATABASES
def test_who_asks_another_database_for_nothing_is_seen(
    checkout: Checkout, image: str, database: str, port: int, module: str, asks: str
) -> None:
    need_image(image)
    name, scenario = f"quiet-{database.lower()}", f"te-db-{database.lower()}"
    row = json.dumps({"id": 1, "randomNumber": permuted(1, 10_000)})
    connects = WITH_DATABASE.replace("5432", f"{port}")
    checkout.add(name, connects, row, "/db", database=database, db_url="/db", json_url="")
    found = checkout("check", f"te/{name}")
    assert f"{scenario}: contract ok" in found.out, found.out + found.err
    lacks = f"{database.lower()} executed 0.00 statements per answer, expected 1"
    assert (found.code, lacks in found.out) == (1, True), found.out


def test_it_finds_the_database_that_it_expects_also_where_it_is_asked_for_no_rows(checkout: Checkout) -> None:
    need_service("postgresql")
    checkout.add("both", WITH_DATABASE, database="Postgres", db_url="/db")
    found = checkout("check", "te/both", "--scenario", "te-json")
    assert (found.code, "te-json: under load ok" in found.out) == (0, True), found.out + found.err
    short = ("--rounds", "1", "--cycles", "2", "--no-rates", *SOON)
    ran = checkout("run", "techempower", "--scenario", "te-json", "--contestants", "te/both", *short, "--json", "-")
    ran.raced("te/both")


def test_without_its_base_image_it_is_skipped_with_what_helps(checkout: Checkout) -> None:
    checkout.add("far", DOCKERFILE.replace("debian:trixie-slim", "registry.invalid/far:1"))
    checkout.add("old", DOCKERFILE.replace("debian:trixie-slim", "golang:0.99"))
    done = checkout("prepare", "te/far", "te/old", "te/one")
    assert done.code == 1
    assert "te/far: skipped: its base image registry.invalid/far:1 is not here, and cannot be pulled" in done.out
    assert "fairlap base-image --as golang:0.99" in done.out
    assert "te/one: ready" in done.out


def test_it_runs_in_a_container_with_a_network_of_its_own_only(checkout: Checkout) -> None:
    refused = checkout("check", "te/one", "--isolation", "process")
    assert (refused.code, "--isolation container" in refused.out) == (1, True)
    refused = checkout("check", "te/one", "--network", "host")
    assert (refused.code, "te/one: has ports of its own" in refused.err) == (2, True), refused.err


def test_one_is_served_by_hand_at_its_own_port(checkout: Checkout) -> None:
    port = free_ports(1)[0]
    checkout.add("served", DOCKERFILE.replace("8080", str(port)), port=port)
    other = checkout("start", "te/served", "--port", str(port + 1))
    assert (other.code, f"(--port {port})" in other.err) == (2, True), other.err
    begun = checkout.run("start", "te/served", "--port", str(port))
    assert begun.code == 0, begun.err
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=BOUND_S) as answer:
            assert answer.read().decode() == HELLO
        again = checkout.run("start", "te/served", "--port", str(port))
        assert (again.code, "fairlap stop te/served" in again.err) == (2, True), again.err
    finally:
        ended = checkout.run("stop", "te/served")
    assert (ended.code, ended.out.startswith("te/served: ended")) == (0, True), ended.err


def test_a_stand_in_says_what_it_is(checkout: Checkout) -> None:
    made = checkout.run("base-image", "--as", "alpine:0.1", "--force")
    try:
        assert (made.code, made.out.startswith("alpine:0.1: stand-in for alpine:0.1, made of debian")) == (0, True)
        again = checkout.run("base-image", "--as", "alpine:0.1")
        assert again.out == made.out
    finally:
        engine().run("rmi", "docker.io/library/alpine:0.1", "localhost/alpine:0.1")
    unknown = checkout.run("base-image", "--as", "ruby:4.0")
    assert (unknown.code, "no stand-in for ruby:4.0 is known" in unknown.err) == (2, True)
