"""The contract of gRPC, against the reference server, which says what it is told to."""

import json
import random
from pathlib import Path

import pytest
from pydantic import ValidationError

from fairlap.catalog import Expect, Request, load_catalog
from fairlap.verify import Problem, verify
from support import ROOT, reference
from verify_helpers import HOST, checks

SUM = load_catalog(ROOT).scenario("grpc-sum")
GRPC = ["Content-Type", "application/grpc"]
THREE = {"hex": "00 00000002 0803"}


def problems(folder: Path, path: str, header: list[str], body: object) -> tuple[Problem, ...]:
    answers = folder / "answers.json"
    answers.write_text(json.dumps([{"path": path, "headers": [header], "body": body}]))
    with reference("--answers", str(answers)) as port:
        return verify(SUM, SUM.request, HOST, port, 5.0, rng=random.Random(1))


def test_a_right_server_has_no_problem(tmp_path: Path):
    assert problems(tmp_path, "/bench.Calculator/Add", GRPC, THREE) == ()


@pytest.mark.parametrize(
    ("path", "header", "body", "found"),
    [
        ("/bench.Calculator/Add", GRPC, {"hex": "00 00000002 0804"}, "body"),
        ("/bench.Calculator/Add", ["Content-Type", "text/plain"], THREE, "header grpc-status"),
        ("/bench.Calculator/Sub", GRPC, THREE, "header grpc-status"),
    ],
)
def test_each_fault_is_found(tmp_path: Path, path: str, header: list[str], body: object, found: str):
    assert checks(problems(tmp_path, path, header, body))[0] == found


def test_bytes_are_written_in_hex():
    assert Request(hex="00 01\nfF").payload == b"\x00\x01\xff"
    assert Request(body="é").payload == "é".encode()
    assert Request().payload == b""
    for wrong in ("0", "0x01", "g0", "0 1"):
        with pytest.raises(ValidationError):
            Request(hex=wrong)
    with pytest.raises(ValidationError, match="only one of 'body', 'hex'"):
        Request(hex="00", body="x")
    with pytest.raises(ValidationError, match="only one of"):
        Expect(hex="00", text="x")
