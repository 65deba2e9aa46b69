"""Counters of services and answers are compared, and what an answer says was written is looked up."""

import json
from dataclasses import dataclass, field

import pytest

from fairlap.catalog.models import Scenario
from fairlap.hosting.services.model import Counters, ServiceError
from fairlap.verify import Response
from fairlap.verify.backend import BackendCheck, ServiceTally, disagreement

MEMBERS = {"id": "id", "randomNumber": "any"}


def scenario(**need: object) -> Scenario:
    rows = {"of": 10_000, "count": 2, "members": MEMBERS}
    services = {"postgresql": {"written": "SELECT id, randomnumber FROM world WHERE id = {id}", **need}}
    document = {"name": "s", "title": "S", "expect": {"rows": rows}, "services": services}
    return Scenario.model_validate(document)


@dataclass
class Table:
    """A service with one table, and the statements it was asked."""

    rows: dict[int, int]
    asked: list[str] = field(default_factory=list)

    def run(self, statement: str) -> str:
        self.asked.append(statement)
        number = int(statement.rpartition(" ")[2])
        return f"{number}|{self.rows[number]}\n" if number in self.rows else ""


@dataclass
class Tables:
    running: dict[str, object]


@dataclass
class Counting:
    """A service that executed 8,500 statements between two readings."""

    statements: int = 0

    def counters(self, table: str | None) -> Counters:
        self.statements += 8_500
        return Counters(self.statements, rows=None, connections=0)


def looked_up(table: Table, body: object, status: int = 200) -> list[str]:
    """The problems of an answer with that table."""
    check = BackendCheck(Tables({"postgresql": table}), scenario())
    response = Response(status, (), json.dumps(body).encode(), "1.1", keep_alive=True)
    return [problem.line() for problem in check.written(lambda: response)]


def rows(*pairs: tuple[int, int]) -> list[dict[str, int]]:
    return [{"randomNumber": number, "id": key} for key, number in pairs]


def test_rows_that_are_in_the_table_are_right() -> None:
    table = Table({7: 70, 8: 80})
    assert looked_up(table, rows((7, 70), (8, 80))) == []
    assert table.asked == [f"SELECT id, randomnumber FROM world WHERE id = {number}" for number in (7, 8)]


def test_rows_that_were_not_written_are_a_problem() -> None:
    (wrong,) = looked_up(Table({7: 70, 8: 1}), rows((7, 70), (8, 80)))
    assert wrong == "what is in postgresql after an answer: expected [8, 80], got [8, 1]"
    (missing,) = looked_up(Table({7: 70}), rows((7, 70), (8, 80)))
    assert missing.endswith("expected [8, 80], got []")


def test_of_a_row_that_was_written_twice_nothing_is_known() -> None:
    assert looked_up(Table({7: 71}), rows((7, 70), (7, 71))) == []


def test_a_wrong_answer_is_not_looked_up() -> None:
    table = Table({7: 70})
    (wrong,) = looked_up(table, rows((7, 70)))
    assert "1 elements, not 2 rows" in wrong
    assert table.asked == []


def test_a_service_that_has_ended_is_said() -> None:
    class Gone(Table):
        def run(self, statement: str) -> str:
            raise ServiceError("killed by signal 9")

    with pytest.raises(ServiceError, match="signal 9"):
        looked_up(Gone({}), rows((7, 70), (8, 80)))


def test_a_tool_may_end_with_a_request_under_way_on_each_connection() -> None:
    check = BackendCheck(Tables({"postgresql": Counting()}), scenario(statements=1))
    check.lap(lambda: 8_000, lambda answers: answers, unfinished=512)
    assert check.trouble() is None
    check = BackendCheck(Tables({"postgresql": Counting()}), scenario(statements=1))
    check.lap(lambda: 8_000, lambda answers: answers)
    assert check.trouble() == "postgresql executed 1.06 statements per answer, expected 1"


def test_reads_are_compared_where_the_contract_has_them() -> None:
    need = scenario(reads=20, rows=20, rows_written=20).services["postgresql"]
    batched = ServiceTally(Counters(2_100, rows=2_000, connections=0, reads=100, rows_written=2_000), answers=100)
    assert disagreement("postgresql", need, batched, spare=0) == (
        "postgresql executed 1.00 reading statements per answer, expected 20"
    )
    honest = ServiceTally(Counters(2_100, rows=2_000, connections=0, reads=2_000, rows_written=2_000), answers=100)
    assert disagreement("postgresql", need, honest, spare=0) is None
    writes_half = ServiceTally(Counters(2_100, rows=2_000, connections=0, reads=2_000, rows_written=1_000), answers=100)
    found = disagreement("postgresql", need, writes_half, spare=0)
    assert found == "postgresql wrote 10.00 rows per answer, expected 20"
