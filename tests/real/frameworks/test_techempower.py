"""TechEmpower's tests: the numbers in the table follow the formula, and contestants that cheat are found."""

import shutil
from pathlib import Path

import pytest

from extras import need_service
from fairlap.catalog.models import Scenario
from fairlap.catalog.rows import permuted
from fairlap.catalog.services import ServiceName
from fairlap.hosting.services.running import Services
from hosting_helpers import BY_SIGNAL, Mode
from race_helpers import SOON
from support import ROOT, Fairlap

ONE_BY_ONE = """	for index := range rows {
		row, err := store.world(ctx)
		if err != nil {
			return nil, err
		}
		rows[index] = row
	}
	return rows, nil
"""
BATCHED = """	ids := make([]int32, count)
	for index := range ids {
		ids[index] = random()
	}
	found, err := store.pool.Query(ctx, selectWorlds+" WHERE id = ANY($1)", ids)
	if err != nil {
		return nil, err
	}
	distinct, err := pgx.CollectRows(found, pgx.RowToStructByPos[world])
	copy(rows, distinct)
	for index := len(distinct); index < count; index++ {
		rows[index] = distinct[0]
	}
	return rows, err
"""
WRITTEN = "	_, err = store.pool.Exec(ctx, updateWorlds, ids, numbers)\n"
CHEATS = {
    ONE_BY_ONE: BATCHED,
    WRITTEN: "	_, _ = ids, numbers\n",
    "	Message string\n": "	Message template.HTML\n",
}


@pytest.mark.parametrize(
    ("name", "seed", "between"), [("postgresql", "techempower.sql", "|"), ("mariadb", "techempower-mariadb.sql", "\t")]
)
def test_the_numbers_of_the_table_follow_from_the_ids(name: ServiceName, seed: str, between: str, opened: Path) -> None:
    need_service(name)
    services = {name: {"seed": seed}}
    scenario = Scenario.model_validate({"name": "s", "title": "S", "expect": {}, "services": services})
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        needing = scenario.model_copy(update={"folder": ROOT / "scenarios"})
        running = Services(lambda _: host, [needing]).running[name]
        rows = running.run("SELECT id, randomnumber FROM world ORDER BY id;").splitlines()
    assert rows == [f"{number}{between}{permuted(number, 10_000)}" for number in range(1, 10_001)]


@pytest.fixture
def cheat(opened: Path) -> Path:
    """A catalog with Gin that reads all rows in one statement, writes nothing, and does not escape."""
    for part in ("scenarios", "contestants/gin"):
        shutil.copytree(ROOT / part, opened / part)
    (opened / "suites").mkdir()
    store = opened / "contestants" / "gin" / "te_store.go"
    text = store.read_text()
    for honest, other in CHEATS.items():
        assert honest in text
        text = text.replace(honest, other)
    store.write_text(text)
    return opened


def test_who_batches_does_not_write_or_does_not_escape_is_found(cheat: Path) -> None:
    need_service("postgresql")
    wanted = ("te-queries", "te-updates", "te-fortunes")
    done = Fairlap(cheat, cheat / "results")("check", "gin", *(word for one in wanted for word in ("--scenario", one)))
    assert done.code == 1, done.out + done.err
    assert "te-queries: contract ok" in done.out, "its answers are right"
    assert "te-queries: under load: postgresql executed 1.00 statements per answer, expected 20" in done.out
    assert "te-updates: wrong: what is in postgresql after an answer" in done.out
    assert "te-fortunes: wrong: body: the pages differ, whatever their ways of escaping" in done.out
    assert "te-fortunes: contract ok" not in done.out


def test_who_fills_a_cache_at_its_start_agrees_with_the_counters_of_its_race(tmp_path: Path) -> None:
    need_service("postgresql")
    short = ("--rounds", "1", "--cycles", "3", "--no-rates", *SOON)
    fairlap = Fairlap(ROOT, tmp_path / "results")
    done = fairlap("run", "techempower", "--scenario", "te-cached", "--contestants", "gin", *short, "--json", "-")
    done.all_raced()
    (used,) = done.raced("gin")["services"]
    assert (used["statements_per_answer"], used["rows_per_answer"]) == (0, 0)
