"""A running race on the dashboard: marked in the list, shown live, followed to its end."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack, aclosing
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from starlette.testclient import TestClient

from dashboard_helpers import LIVE, STOPPED, begin_race, board, client_of, filled, read
from fairlap.dashboard.feed import Feed, event
from fairlap.dashboard.results import Results
from fairlap.live.file import remove_board, write_board
from fairlap.pages.live import view_of
from fairlap.race.claim import claimed
from fairlap.store import Store
from page_helpers import HOSTILE


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Of a folder with a run of each kind."""
    with client_of(filled(tmp_path_factory.mktemp("dashboard"))) as found:
        yield found


def test_a_race_that_goes_on_is_marked_and_shown(tmp_path: Path) -> None:
    results = filled(tmp_path)
    begin_race(results)
    with claimed(results, LIVE), client_of(results) as client:
        page = read(client, "/")
        first = page.all("tr")[1]
        assert first.attributes["data-status"] == "running"
        assert "live.html" in [link.attributes["href"] for link in page.all("a") if link.text == "running"]
        live = read(client, "/live.html")
        assert live.all("h1")[0].text == f"quick: {HOSTILE}"
        assert [cell.text for cell in live.all("th") if cell.parents[-2].tag == "tbody"] == [
            "reference",
            "gin",
            HOSTILE,
        ]
        assert "scenario hello-json (1 of 2), heat 1, round 1 of about 3" in live.text
        assert live.all("progress")[0].attributes["value"] == "25"


def test_a_board_that_a_killed_race_left_is_not_taken_for_a_race(tmp_path: Path) -> None:
    begin_race(tmp_path)  # just now, by a process in a container or on another machine, whose state is not visible
    (tmp_path / ".running").mkdir()
    (tmp_path / ".running" / f"{LIVE}.lock").touch()
    with client_of(tmp_path) as client:
        assert read(client, "/").all("tr")[1].attributes["data-status"] == "killed"
        assert "No race is running" in read(client, "/live.html").text
        assert "was killed" in client.get("/live/events", params={"run": LIVE}).text


def test_a_reader_who_returns_after_the_end_is_led_to_the_report(client: TestClient) -> None:
    for headers, query in (({"last-event-id": f"{STOPPED} 7"}, ""), ({}, f"?run={STOPPED}")):
        answer = client.get(f"/live/events{query}", headers=headers)
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        retry, ended = answer.text.strip().split("\n\n")
        assert retry.startswith("retry: ")
        assert ended.startswith("event: ended\n")
        assert f'"report":"runs/{STOPPED}.html"' in ended and "interrupted" in ended


def test_an_event_is_three_lines_whatever_is_in_it() -> None:
    text = event("board", "run\n1", view_of(board(stage="a\nb\rc\u2028d")).as_dict())
    assert [line.split(": ")[0] for line in text.splitlines()] == ["event", "id", "data", ""]
    assert text.endswith("\n\n")


@pytest.mark.parametrize("there", [True, False], ids=["folder", "no-folder-yet"])
def test_followers_see_the_race_change_and_end_and_one_that_lags_sees_the_newest(tmp_path: Path, there: bool) -> None:
    results = tmp_path / "results"
    if there:
        results.mkdir()

    claims = ExitStack()

    def begin() -> None:
        claims.enter_context(claimed(results, LIVE))
        begin_race(results)

    async def board_in(texts: AsyncGenerator[str]) -> str:
        return await anext(text async for text in texts if text.startswith("event: board"))

    async def follow() -> list[str]:
        feed = Feed(Results(results))
        async with anyio.create_task_group() as feed.tasks:
            seen = []
            async with aclosing(feed.follow(None)) as texts, aclosing(feed.follow(None)) as quick:
                assert (await anext(texts)).startswith("retry: ")
                await anyio.sleep(1.0)  # the watcher has begun: what it does not see is looked at with the heartbeat
                await anyio.to_thread.run_sync(begin)
                seen.append(await board_in(texts))
                for laps in (20, 30, 40):
                    write_board(results, board(laps=laps, score=laps / 100))
                while '"laps":"40"' not in await board_in(quick):
                    pass  # the other one lags
                seen.append(await board_in(texts))
                with Store.open(results / "fairlap.db") as store:
                    store.finish_run(LIVE, "2026-08-07T13:00:00+00:00", interrupted=False)
                remove_board(results, LIVE)
                seen += [text async for text in texts]
            feed.close()
        return seen

    with claims:
        texts = anyio.run(follow)
    seen = [text for text in texts if not text.startswith(":")]
    assert [text.split("\n")[0] for text in seen] == ["event: board", "event: board", "event: ended"]
    assert '"laps":"12"' in seen[0]
    assert '"laps":"40"' in seen[1] and '"score":"0.400"' in seen[1]
    assert f'"report":"runs/{LIVE}.html"' in seen[2]


def test_only_so_many_may_follow(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairlap.dashboard.feed.MOST_FOLLOWERS", 0)
    assert client.get("/live/events").text.startswith("event: full\n")
