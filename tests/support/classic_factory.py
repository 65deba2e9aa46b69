"""A report of a classic run."""

from fairlap.report.classic import build_classic
from fairlap.report.classic_models import ClassicReport
from fairlap.samples import ClassicPass, Skip
from fairlap.store import StoredRun
from sample_factory import run_record

SUITE = """{"title": "A ladder", "scenarios": ["one", "two"],
    "load": {"pipelines": {"two": 16}},
    "classic": {"generator": "ab", "connections": [10, 20], "keepalive": true, "requests": 100},
    "published": {"source": "a page", "setup": "by hand", "differs": ["workers-unequal"], "tables": [
        {"scenario": "one", "connections": 10, "throughput_per_s": {"swoole": 800.0, "apache": 400.0, "fpm": 100.0}},
        {"scenario": "two", "connections": 20, "throughput_per_s": {"apache": 40.0, "fpm": 80.0}}]}}"""


def ended(scenario: str, contestant: str, connections: int, per_s: float | None, failure: str | None = None):
    """One pass of 100 requests."""
    return ClassicPass(
        scenario, contestant, "1", connections, "result", "now", "ab -n 100", "This is\x1b[31m ab",
        100, 1.0, per_s, None, 0, (), failure,
    )  # fmt: skip


def ladder() -> ClassicReport:
    """A report of two scenarios and two numbers of connections, with published numbers and a missing contestant."""
    passes = [
        ended(scenario, name, connections, per_s * connections)
        for scenario, scale in (("one", 1.0), ("two", 1.0))
        for name, per_s in (("apache", 10.0 * scale), ("fpm", 5.0))
        for connections in (10, 20)
    ]
    skips = tuple(
        Skip("swoole", scenario, "skipped", "no swoole", "pecl install swoole") for scenario in ("one", "two")
    )
    run = run_record(suite_json=SUITE, method="classic", generator="ab", generator_version="2.3")
    return build_classic(StoredRun(run, skips, (), (), "later", False, tuple(passes)), None)
