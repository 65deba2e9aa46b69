"""The passes of the classic method."""

import pytest
from pydantic import ValidationError

from fairlap.catalog import Classic, load_catalog
from fairlap.race.classic import passes_of
from support import ROOT


def test_each_number_of_connections_is_warmed_up_unless_the_procedure_warms_up_once() -> None:
    seed = Classic(generator="ab", connections=[4, 8], requests=800)
    assert [(one.connections, one.purpose, one.work_ms) for one in passes_of(seed)] == [
        (4, "warm-up", 100), (4, "result", 100), (8, "warm-up", 100), (8, "result", 100),
    ]  # fmt: skip
    procedure = load_catalog(ROOT).suite("techempower").classic
    assert procedure is not None
    assert [(one.connections, one.purpose, one.duration_s) for one in passes_of(procedure)] == [
        (8, "warm-up", 5), (512, "warm-up", 15),
        *((connections, "result", 15) for connections in (16, 32, 64, 128, 256, 512)),
    ]  # fmt: skip
    tenth = passes_of(procedure.scaled(0.1))
    assert [one.duration_s for one in tenth] == [1, *[2] * 7]


def test_a_warm_up_of_no_time_is_refused() -> None:
    with pytest.raises(ValidationError):
        Classic(generator="wrk", connections=[16], duration_s=15, warm_up=[{"connections": 8, "duration_s": 0}])
