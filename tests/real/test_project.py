"""A repository of one's own: `fairlap init`, `check`, `race` and `compare` in it, as its team uses them."""

from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from tools.rehearsal.players import Player

from compare_helpers import SCHEMA, git
from extras import need_program
from fairlap.catalog import load_catalog
from fairlap.store import Store
from left_behind import left_behind
from rehearsed import RehearsedFairlap
from support import BOUND_S, Fairlap, Finished
from warm import run_warm

SERVER = """
import http from "node:http";

const wait = Number(process.env.WAIT_MS ?? 0);
http.createServer((request, response) => {
  if (request.url === "/login") return response.end(JSON.stringify({ user: { token: `t-${process.pid}` } }));
  if (request.url === "/api/me") {
    response.statusCode = request.headers.authorization === `Bearer t-${process.pid}` ? 200 : 401;
    return response.end("me");
  }
  const item = request.url.match(/^\\/api\\/items\\/(\\d+)$/);
  const answer = () => {
    if (item) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ id: Number(item[1]), at: Date.now() }));
    } else {
      response.statusCode = request.url === "/" ? 200 : 404;
      response.setHeader("content-type", "text/html");
      response.end("<h1>Shop</h1>" + Date.now());
    }
  };
  if (wait) setTimeout(answer, wait); else answer();
}).listen(process.env.PORT, process.env.HOST);
"""

ITEM = """
[login]
request = { method = "POST", path = "/login", body = "user=bench" }
take    = "json:user.token"

[scenarios.me]
request = { path = "/api/me", headers = { Authorization = "Bearer {login}" } }
expect  = { text = "me" }

[scenarios.item]
request = { path = "/api/items/{random:1-500}" }
expect  = { json = { id = "{random:1-500}" }, subset = true }
[[scenarios.item.also]]
path    = "/"
expect  = { contains = "<h1>Shop" }
weight  = 2
"""


class Repository:
    """A repository, and `fairlap` in a folder below it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "src").mkdir(parents=True)
        (folder / "package.json").write_text('{"name": "shop", "scripts": {"start": "node server.mjs"}}')
        (folder / "server.mjs").write_text(SERVER)
        (folder / ".gitignore").write_text("secret.txt\n")
        (folder / "secret.txt").write_text("of nobody's concern")
        git(folder, "init", "--quiet", "--initial-branch=main")

    def commit(self, message: str) -> None:
        git(self.folder, "add", "--all")
        git(self.folder, "commit", "--quiet", "--message", message)

    def __call__(self, *arguments: str) -> Finished:
        done = run_warm(arguments, BOUND_S, folder=self.folder / "src")
        assert "Traceback" not in done.stderr, done.stderr
        return Finished(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """With two commits: `main`, and one that waits 20 ms for each answer, longer than a busy machine takes."""
    need_program("git", "apt-get install git")
    top = tmp_path_factory.mktemp("repository")
    for folder in (top, top.parent, top.parent.parent):
        folder.chmod(0o755)  # pytest's folders are private; contestants run as users of their own
    made = Repository(top / "shop")
    written = made("init", "..")
    assert written.code == 0, written.out + written.err
    with (made.folder / "fairlap.toml").open("a") as file:
        file.write(ITEM)
    made.commit("one")
    git(made.folder, "tag", "one")
    manifest = made.folder / "fairlap.toml"
    manifest.write_text(manifest.read_text().replace('HOST = "{host}"', 'HOST = "{host}", WAIT_MS = "20"'))
    made.commit("slower")
    yield made
    assert git(made.folder, "status", "--porcelain") == "", "the work tree is untouched"
    assert left_behind(top) == []


def test_what_init_writes_works_and_nothing_is_overwritten(repository: Repository) -> None:
    catalog = load_catalog(repository.folder)
    app, front = catalog.contestant(None), catalog.scenario("front")
    assert (app.name, app.start, app.requires) == ("shop", ["node", "server.mjs"], ["node"])
    assert front.expect.headers == {"Content-Type": "text/html"}, "as it answered"
    again = repository("init", "..")
    assert again.code == 2
    assert "is there already" in again.err
    checked = repository("check")
    assert checked.code == 0, checked.out + checked.err
    for scenario in ("front", "item", "me"):
        assert f"{scenario}: contract ok" in checked.out
        assert f"{scenario}: under load ok" in checked.out
    built = repository.folder / ".fairlap" / ".build" / "contestants" / "shop"
    assert (built / "server.mjs").is_file() and not (built / "secret.txt").exists()


def test_a_wrong_answer_to_one_of_its_requests_is_found(repository: Repository) -> None:
    manifest = repository.folder / "fairlap.toml"
    right = manifest.read_text()
    try:
        manifest.write_text(right.replace('contains = "<h1>Shop"', 'contains = "<h1>Ship"'))
        checked = repository("check", "--scenario", "item")
        assert checked.code == 1
        assert "item: wrong: GET /" in checked.out and "a body that contains '<h1>Ship'" in checked.out
        manifest.write_text(right.replace('id = "{random:1-500}" }, sub', 'id = "{random:1-499}" }, sub'))
        checked = repository("check", "--scenario", "item")
        assert checked.code == 1
        assert "item: wrong: body" in checked.out or "answers are wrong" in checked.out
        manifest.write_text(right.replace("json:user.token", "cookie:session"))
        checked = repository("check", "--scenario", "me")
        assert checked.code == 1
        assert "login: cookie:session: no such value in the answer" in checked.out
    finally:
        manifest.write_text(right)


def test_without_commands_its_apps_are_raced(repository: Repository) -> None:
    rehearsed = RehearsedFairlap(Fairlap(repository.folder, repository.folder / ".fairlap" / "raced"))
    raced = rehearsed("race", "--budget", "30s", "--seed", "1", "--json", "-")
    assert raced.code == 0, raced.err
    rows = {(row["scenario"], row["name"]) for row in raced.document["contestants"]}
    assert rows == {(scenario, name) for scenario in ("front", "item", "me") for name in ("reference", "shop")}
    with Store.open_read_only(repository.folder / ".fairlap" / "raced" / "fairlap.db") as store:
        assert store.load().run.command == "fairlap race --budget 30s --seed 1"
    refused = repository("race", "--path", "/api")
    assert refused.code == 2
    assert "--path says what to ask of commands" in refused.err


def test_revisions_are_compared_in_all_scenarios_without_a_name(repository: Repository) -> None:
    old = f"shop-at-{git(repository.folder, 'rev-parse', '--short', 'one').strip()}"
    players = {old: Player(old, per_s=10_000.0), "shop": Player("shop", per_s=9_000.0)}
    rehearsed = RehearsedFairlap(Fairlap(repository.folder, repository.folder / ".fairlap" / "rehearsed"), players)
    done = rehearsed("compare", "one", "--budget", "5m", "--seed", "7", "--json", "-")
    assert done.code == 1, done.err
    assert [change["scenario"] for change in done.document["changes"]] == ["front", "item", "me"]
    assert {change["conclusion"] for change in done.document["changes"]} == {"regression"}
    assert [done.document[side]["typed"] for side in ("base", "new")] == ["shop@one", "shop"]
    built = repository.folder / ".fairlap" / ".build" / "contestants"
    assert "WAIT_MS" not in (built / old / "fairlap.toml").read_text()
    assert "WAIT_MS" in (built / "shop" / "fairlap.toml").read_text()
    unknown = repository("compare", "two")
    assert unknown.code == 2
    assert "no contestant, revision or stored run is called 'two'" in unknown.err


def test_a_revision_is_started_as_its_own_file_says(repository: Repository) -> None:
    short = ("--scenario", "front", "--budget", "12s", "--connections", "8", "--seed", "7")
    done = repository("compare", "one", "HEAD", *short, "--json", "-")
    (change,) = done.document["changes"]
    assert (repository.folder / ".fairlap" / "results" / "fairlap.db").is_file()
    assert change["ratio"] is not None and change["ratio"] < 0.5, "of 20 ms each"
    for side in ("base", "new"):
        row = change[side]
        assert row["throughput_per_s"]["value"] > 0
        assert row["cpu_us_per_request"]["value"] > 0
        assert row["startup_ms"] > 0
        assert row["memory_peak_bytes"] > 1_000_000
    jsonschema.validate(done.document, SCHEMA)
