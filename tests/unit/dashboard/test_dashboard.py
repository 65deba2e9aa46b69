"""The dashboard answers what it should and nothing else: pages, headers, refusals, and no byte written."""

import json
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest
from starlette.testclient import TestClient

from dashboard_helpers import (
    CLASSIC,
    ELSEWHERE,
    KILLED,
    LIVE,
    NEW,
    OLD,
    STOPPED,
    begin_race,
    client_of,
    filled,
    read,
    rounds_of,
    store_run,
)
from fairlap.dashboard import site
from fairlap.dashboard.cache import Page, Pages
from fairlap.dashboard.serving import is_loopback, names_of
from fairlap.pages.paths import part
from fairlap.pages.site import POLICY
from fairlap.race.claim import claimed
from fairlap.report import build_report
from fairlap.report.companion import report_of
from fairlap.store import FORMAT, Store
from page_helpers import HOSTILE, PageReader
from support import ROOT

HOSTILE_PART = part(HOSTILE)
PAGES = (
    "/",
    "/index.html",
    f"/runs/{OLD}.html",
    f"/runs/{STOPPED}.html",
    f"/runs/{CLASSIC}.html",
    f"/runs/{OLD}.json",
    "/compare.html",
    f"/compare.html?run={OLD}",
    f"/compare/{OLD}...{NEW}.html",
    f"/compare/{OLD}...gin...{HOSTILE_PART}.html",
    "/history.html",
    "/history/gin.html",
    f"/history/{HOSTILE_PART}.html",
    "/live.html",
    "/static/fairlap.css",
    "/static/fairlap.js",
    "/static/live.js",
)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of each kind; not to be changed."""
    return filled(tmp_path_factory.mktemp("dashboard"))


@pytest.fixture(scope="module")
def client(results: Path) -> Iterator[TestClient]:
    with client_of(results) as found:
        yield found


@pytest.mark.parametrize("address", PAGES)
def test_every_answer_has_the_headers_and_can_be_asked_for_again(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-cache"
    again = client.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = client.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.content))


@pytest.mark.parametrize("address", [page for page in PAGES if not page.startswith("/static") and "json" not in page])
def test_no_page_has_a_script_or_a_style_of_its_own_and_nothing_hostile_becomes_markup(
    client: TestClient, address: str
) -> None:
    page = read(client, address)
    assert [element.attributes for element in page.all("script") if not element.attributes.get("src")] == []
    assert page.all("style") == []
    inline = [name for element in page.elements for name in element.attributes if name == "style" or name[:2] == "on"]
    assert inline == []
    assert page.all("img") == []
    assert "\x1b" not in page.text


def test_the_list_has_every_run_newest_first_with_its_winner_and_its_status(client: TestClient) -> None:
    page = read(client, "/")
    lines = [row.text for row in page.all("tr")[1:]]
    assert [next(run for run in (OLD, NEW, ELSEWHERE, STOPPED, KILLED, CLASSIC) if run in line) for line in lines] == [
        CLASSIC, KILLED, STOPPED, ELSEWHERE, NEW, OLD,
    ]  # fmt: skip
    assert "gin, 3" in lines[-1] and "ahead of koa" in lines[-1]
    assert [row.attributes["data-status"] for row in page.all("tr")[1:]] == [
        "ended", "killed", "interrupted", "ended", "ended", "ended",
    ]  # fmt: skip
    assert "one pass each: no ranks" in lines[0]
    assert HOSTILE in lines[-1]


def test_the_list_says_as_many_rounds_as_the_report_however_many_heats_they_had(tmp_path: Path) -> None:
    rounds = rounds_of(40_000.0, 1, number=8)
    heats = tuple(replace(record, heat=heat) for record in rounds for heat in (1, 2))
    with Store.open(tmp_path / "fairlap.db") as store:
        store_run(store, OLD, (*heats, *(replace(record, scenario="hello-text") for record in rounds[:3])))
        report = build_report(store.load())
    assert max(course.rounds for course in report.method.courses) == 8
    with client_of(tmp_path) as client:
        page = read(client, "/")
        heads = [head.text for head in page.all("th", scope="col")]
        cells = [cell.text for cell in page.elements if cell.tag in ("th", "td") and cell.inside("tbody")]
        assert cells[heads.index("rounds")] == "8"


def test_reports_of_both_methods_are_shown_and_as_json_keep_to_the_schemas(client: TestClient) -> None:
    assert "interrupted" in read(client, f"/runs/{STOPPED}.html").text
    assert "classic" in read(client, f"/runs/{CLASSIC}.html").text
    for run, schema in ((OLD, "run"), (CLASSIC, "classic")):
        answer = client.get(f"/runs/{run}.json")
        assert answer.headers["content-type"].startswith("application/json")
        jsonschema.validate(answer.json(), json.loads((ROOT / "schemas" / f"{schema}.json").read_text()))
        assert answer.json()["run"] == run


def test_two_runs_say_who_got_slower_with_its_interval(client: TestClient) -> None:
    page = read(client, f"/compare/{OLD}...{NEW}.html")
    (verdict,) = page.all("div", class_="verdict")
    assert "1 slower" in verdict.text
    assert re.search(r"gin: -1\d % \[-[\d.]+ % to -[\d.]+ %\], 5 rounds: slower\.", verdict.text)
    row = next(row for row in page.all("tr") if row.text.startswith("gin"))
    assert "slower" in row.text
    (link,) = [link for link in page.all("a") if link.text == "gin"]
    assert link.attributes["href"] == "../history/gin.html"


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        ((OLD, ELSEWHERE), "these runs cannot be compared"),
        ((OLD, CLASSIC), "classic runs have no intervals"),
        ((OLD, OLD), "both are the same run"),
    ],
)
def test_runs_that_must_not_be_compared_say_why(client: TestClient, pair: tuple[str, str], reason: str) -> None:
    page = read(client, f"/compare/{pair[0]}...{pair[1]}.html")
    (warning,) = page.all("p", class_="warning")
    assert reason in warning.text
    assert page.all("table") == []


def test_two_contestants_of_a_run_are_compared_in_either_direction(client: TestClient) -> None:
    there = read(client, f"/compare/{OLD}...koa...gin.html")
    assert "koa -> gin: +3" in there.all("div", class_="verdict")[0].text
    back = read(client, f"/compare/{OLD}...gin...koa.html")
    assert "gin -> koa: -2" in back.all("div", class_="verdict")[0].text
    hostile = read(client, f"/compare/{OLD}...{HOSTILE_PART}...gin.html")
    assert hostile.all("h1")[0].text == f"gin against {HOSTILE}"
    assert "no intervals" in read(client, f"/compare/{CLASSIC}...gin...koa.html").text


def test_the_forms_lead_to_the_comparison_and_say_what_is_wrong(client: TestClient) -> None:
    for asked, there in (
        ({"base": OLD, "new": NEW}, f"compare/{OLD}...{NEW}.html"),
        ({"run": OLD, "a": "koa", "b": HOSTILE}, f"compare/{OLD}...koa...{HOSTILE_PART}.html"),
    ):
        answer = client.get("/compare.html", params=asked)
        assert (answer.status_code, answer.headers["location"]) == (303, there)
    names = [option.text for option in read(client, f"/compare.html?run={OLD}").all("option")]
    assert names.count(HOSTILE) == 2, "once for either side"
    for query, words in (
        ("base=nope&new=nope", "There is no run 'nope'"),
        (f"base={OLD}&new={OLD}", "Both runs are the same"),
        (f"run={OLD}&a=gin&b=gin", "Both contestants are the same"),
        (f"run={OLD}&a=gin&b=%3Cb%3E", "has no contestant '<b>'"),
    ):
        page = read(client, f"/compare.html?{query}", status=404)
        assert words in page.all("p", class_="warning")[0].text


def test_the_history_shows_each_contestant_over_its_runs(client: TestClient) -> None:
    listed = read(client, "/history.html")
    assert {link.text for link in listed.all("a") if "history/" in (link.attributes["href"] or "")} == {
        "gin", "koa", HOSTILE,
    }  # fmt: skip
    page = read(client, f"/history/{HOSTILE_PART}.html")
    assert page.all("h1")[0].text == f"{HOSTILE} from run to run"
    assert len(page.all("svg")) >= 1


@pytest.mark.parametrize(
    "address",
    [
        "/nope",
        "/runs/nope.html",
        "/runs/2026.html",
        f"/runs/{OLD}",
        f"/compare/{OLD}.html",
        f"/compare/{OLD}...nope.html",
        f"/compare/{OLD}...gin...nope.html",
        f"/compare/{OLD}...gin...gin.html",
        "/history/nope.html",
        "/static/nope.css",
        "/static/../site.py",
        "/static/..%2fsite.py",
        "/static/%2e%2e/%2e%2e/site.py",
        "/runs/..%2f..%2ffairlap.db",
        "/runs/../fairlap.db",
        "/fairlap.db",
        "/runs/%00.html",
        "//etc/passwd",
    ],
)
def test_what_is_not_there_is_a_friendly_404_with_a_way_back(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert answer.headers["content-security-policy"] == POLICY
    page = PageReader(answer.text)
    assert page.all("h1")[0].text == "Page not found"
    links = [link.attributes["href"] or "" for link in page.all("a") if link.text == "All runs"]
    assert client.get(str(answer.request.url.join(links[0]).path)).status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("address", ["/", "/nope", f"/runs/{OLD}.html", "/live/events", "/static/fairlap.js"])
def test_it_is_for_reading_only(client: TestClient, method: str, address: str) -> None:
    answer = client.request(method, address)
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    assert answer.headers["content-security-policy"] == POLICY


def test_only_names_of_this_machine_are_answered(results: Path, client: TestClient) -> None:
    for host in ("127.0.0.1", "127.0.0.1:8090", "localhost:8090", "LOCALHOST", "[::1]:8090", "[::1]"):
        assert client.get("/compare.html", headers={"host": host}).status_code == 200, host
    for host in (
        "evil.example",
        "evil.example:8090",
        "127.0.0.1.evil.example",
        "localhost.evil.example:80",
        "",
        "[::1",
    ):
        answer = client.get("/compare.html", headers={"host": host})
        assert (answer.status_code, "<" in answer.text) == (421, False), host
    with client_of(results, hosts=tuple(names_of("0.0.0.0", ["Lab.example"]))) as reachable:
        for host in ("lab.example:80", socket.gethostname(), "127.0.0.1"):
            assert reachable.get("/compare.html", headers={"host": host}).status_code == 200, host
        assert reachable.get("/compare.html", headers={"host": "evil.example"}).status_code == 421
    assert names_of("127.0.0.1") == {"localhost", "127.0.0.1", "[::1]"}


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("lab", False)],
)
def test_what_others_can_reach_is_known(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_an_empty_folder_and_none_at_all_show_how_to_begin(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "not" / "there"):
        with client_of(folder) as client:
            for address in ("/", "/compare.html", "/history.html"):
                assert "fairlap run quick" in read(client, address).text
            assert "No race is running" in read(client, "/live.html").text
            assert client.get("/runs/a.html").status_code == 404
    assert list(tmp_path.iterdir()) == [], "reading makes no folder and no file"


def test_nothing_is_written_whatever_is_asked(tmp_path: Path) -> None:
    results = filled(tmp_path / "results")
    begin_race(results)
    with claimed(results, LIVE), client_of(results) as client:
        before = {file: sha256(file.read_bytes()).hexdigest() for file in results.rglob("*") if file.is_file()}
        for address in (*PAGES, f"/live/events?run={OLD}"):
            assert client.get(address).status_code == 200
        assert {file: sha256(file.read_bytes()).hexdigest() for file in results.rglob("*") if file.is_file()} == before


def test_a_store_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    file = tmp_path / "fairlap.db"
    file.write_bytes(b"this is no database, <b>not</b> at all\n" * 100)
    with client_of(tmp_path) as client:
        assert "not a database" in read(client, "/").all("p", class_="warning")[0].text
        page = read(client, f"/runs/{OLD}.html", status=503)
        assert "not a database" in page.text
    with Store.open(tmp_path / "older.db"):
        pass
    connection = sqlite3.connect(tmp_path / "older.db")
    connection.execute(f"PRAGMA user_version = {FORMAT - 1}")
    connection.close()
    (tmp_path / "older.db").replace(file)
    with client_of(tmp_path) as client:
        assert f"reads only format {FORMAT}" in read(client, "/").text


def test_half_a_round_of_a_killed_race_is_left_to_a_writer(tmp_path: Path) -> None:
    results = filled(tmp_path)
    killed = (
        f"import os, sqlite3; store = sqlite3.connect({str(results / 'fairlap.db')!r}, isolation_level=None); "
        "store.execute('PRAGMA cache_size = 1'); store.execute('BEGIN IMMEDIATE'); "
        "store.execute('UPDATE sample SET requests = 0'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", killed], check=False)
    with client_of(results) as client:
        assert "run fairlap report" in read(client, "/").all("p", class_="warning")[0].text
        with Store.open(results / "fairlap.db"):
            pass
        assert OLD in read(client, "/").text


def test_a_report_is_made_once_until_its_run_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = filled(tmp_path)
    made: list[str] = []
    monkeypatch.setattr(site, "report_of", lambda store, run: (made.append(run), report_of(store, run))[1])
    with client_of(results) as client:
        first = client.get(f"/runs/{KILLED}.html")
        assert client.get(f"/runs/{KILLED}.html").text == first.text
        assert made == [KILLED]
        with Store.open(results / "fairlap.db") as store:
            store.add_round(KILLED, rounds_of(40_000.0, 5, number=2)[1])
        second = client.get(f"/runs/{KILLED}.html")
    assert made == [KILLED, KILLED]
    assert second.headers["etag"] != first.headers["etag"]


def test_pages_that_were_not_asked_for_the_longest_time_go_first() -> None:
    pages = Pages(most_bytes=25)
    for name in "abc":
        pages.put(name, Page.of(name * 10, "text/plain"))
        pages.get("a")
    assert [name for name in "abc" if pages.get(name) is not None] == ["a", "c"]


def test_ten_thousand_runs_are_a_hundred_pages(tmp_path: Path) -> None:
    with Store.open(tmp_path / "fairlap.db") as store:
        store_run(store, OLD, ())
    with sqlite3.connect(tmp_path / "fairlap.db") as database:
        copied = [row[1] for row in database.execute("PRAGMA table_info(run)") if row[1] not in ("id", "run")]
        names = [(f"20270101-{number:06}-many",) for number in range(9_999)]
        listed = ", ".join(copied)
        database.executemany(f"INSERT INTO run (run, {listed}) SELECT ?, {listed} FROM run WHERE id = 1", names)
    with client_of(tmp_path) as client:
        first, second, last = (client.get(f"/?page={number}").text for number in (1, 2, 100))
        assert re.findall(r"\d+-many.html", client.get("/").text) == re.findall(r"\d+-many.html", first)
        assert [text.count("-many.html") for text in (first, second, last)] == [100, 100, 99]
        assert "009998-many" in first and "009898-many" not in first and "009898-many" in second and OLD in last
        assert "Page 1 of 100." in first and "?page=2" in first and "newer runs" not in first
        assert "?page=1" in second and "?page=3" in second and "older runs" not in last
        for nonsense in ("0", "101", "-1", "x", "", "9" * 30, "\N{SUPERSCRIPT TWO}"):
            assert client.get("/", params={"page": nonsense}).status_code == 404, nonsense
        assert client.get("/compare.html").text.count("-many") >= 500
