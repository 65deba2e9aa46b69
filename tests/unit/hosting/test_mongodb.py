"""What is read from MongoDB's answers; a server that counts less has missing numbers."""

from fairlap.hosting.services.model import Counters
from fairlap.hosting.services.mongodb import counters_of

STATUS = {
    "process": "mongod",
    "connections": {"current": 3, "totalCreated": 40},
    "opcounters": {"insert": 1, "query": 200, "update": 30, "delete": 4, "getmore": 5, "command": 6000},
    "metrics": {"document": {"deleted": 5, "inserted": 12, "returned": 2400, "updated": 31}},
}
"""As MongoDB 8 answers `serverStatus`, but for what nobody reads."""


def test_statements_and_documents_are_those_of_its_own_counters() -> None:
    assert counters_of(STATUS) == Counters(235, 2400, 40, reads=200, rows_written=48)


def test_what_a_server_does_not_count_is_missing() -> None:
    for metrics in ({}, {"metrics": {"cursor": {"open": {"total": 0}}}}):
        less = {name: value for name, value in STATUS.items() if name != "metrics"} | metrics
        assert counters_of(less) == Counters(235, None, 40, reads=200, rows_written=None)
