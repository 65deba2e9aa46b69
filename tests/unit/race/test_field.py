"""Which contestants take part in a race: those whose database is missing are skipped, with the reason."""

from pathlib import Path

from tools.rehearsal.race import RehearsalHosting

from checkouts import techempower_framework
from fairlap.catalog import ServiceName, load_catalog
from fairlap.importing.writing import import_suite
from fairlap.plan.goal import Goal
from fairlap.race.events import Event
from fairlap.race.field import choose_entries, prepare_field
from fairlap.race.request import RaceRequest
from support import ROOT

NO_IMAGE = ("mysql: its base image mysql:9 is not here, and cannot be pulled", "fairlap base-image --as mysql:9")


class WithoutMySQL(RehearsalHosting):
    def missing_service(self, name: ServiceName) -> tuple[str, str] | None:
        return NO_IMAGE if name == "mysql" else None


def test_who_expects_a_database_that_is_not_to_be_had_is_skipped_with_the_reason_in_every_scenario(
    tmp_path: Path,
) -> None:
    keys = {"db_url": "/db"}
    mysql, postgres = {**keys, "database": "MySQL"}, {**keys, "database": "Postgres"}
    techempower_framework(tmp_path / "checkout", "small", "FROM scratch\n", default={}, my=mysql, pg=postgres)
    imported = import_suite("techempower", tmp_path / "checkout", tmp_path / "imported")
    catalog = load_catalog(ROOT, imported.root)
    scenarios = ["te-json", "te-db", "te-db-mysql"]
    suite = catalog.suite("techempower").model_copy(update={"scenarios": scenarios})
    names, goal = tuple(imported.converted), Goal()
    request = RaceRequest(catalog, suite, names, 1, tmp_path, tmp_path, goal, "fairlap run", hosting=WithoutMySQL())
    said: list[Event] = []
    field = prepare_field(request, choose_entries(request), said.append)
    assert field.entries == (("te-json", ("te/small", "te/small-pg")), ("te-db", ("te/small-pg",)))
    assert "te/small-my" not in field.prepared, "nor is it built"
    assert [(skip.contestant, skip.scenario, skip.status, skip.reason, skip.hint) for skip in field.skips] == [
        ("te/small-my", scenario, "skipped", *NO_IMAGE) for scenario in ("te-db-mysql", "te-json")
    ]
    assert any(NO_IMAGE[1] in str(event) for event in said)
