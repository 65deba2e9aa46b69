"""The bars that fairload must meet: a value, its bound, and whether it is met. Unmeasured ones are neither."""

from collections.abc import Iterator
from dataclasses import dataclass

from tools.bench.own import BARE
from tools.bench.results import Results, Summary
from tools.bench.truth import within
from tools.pages import percent

from fairlap.render.cells import digits

RATIOS = (
    ("keepalive-64", "keep-alive, 64 connections", "wrk", 0.85),
    ("keepalive-64", "keep-alive, 64 connections", "oha", 0.70),
    ("keepalive-64", "keep-alive, 64 connections", BARE, 1.05),
    ("keepalive-256", "keep-alive, 256 connections", "wrk", 0.85),
    ("keepalive-256", "keep-alive, 256 connections", "oha", 0.70),
    ("keepalive-256", "keep-alive, 256 connections", BARE, 1.05),
    ("connect-64", "connection for each request, 64 at once", "ab", 0.85),
    ("connect-64", "connection for each request, 64 at once", "wrk", 0.80),
    ("http2-64", "HTTP/2, 64 connections of 32 streams", "h2load", 0.80),
    ("http2-8", "HTTP/2, 8 connections of 100 streams", "h2load", 0.80),
    ("grpc-8", "gRPC, 8 connections of 8 calls", "ghz", 0.35),
    ("websocket-64", "WebSocket, 64 connections of 16 messages", "gcannon", 1.00),
)
"""Cell, its title, the other generator, and the highest allowed ratio of client CPU per request."""

TURNS_NEEDED = 7

MANY = "keepalive-10000"
MEMORY_MIB = 64.0

PERCENTILES = ("p50", "p90", "p99", "p99.9")
SHARE, MARGIN_US = 0.01, 20.0
STALL_SHARE = 0.02

REACHED = 0.99
"""Share of the rate that must be kept: below it the load was not half load."""


@dataclass(frozen=True, slots=True)
class Bar:
    """`met` is `None` if there are no measurements or too few; `note` says why, or how sure it is."""

    what: str
    value: str
    bound: str
    met: bool | None
    note: str = ""


def bars(results: Results) -> tuple[Bar, ...]:
    """Return all bars of each engine of fairload."""
    return tuple(bar for name in results.ours for bar in _of(results, name))


def _of(results: Results, name: str) -> Iterator[Bar]:
    for cell, title, other, bound in RATIOS:
        yield _ratio_bar(f"{name} / {other}: client CPU, {title}", results.ratio(cell, name, other), bound)
    yield _errors(results, name)
    yield _memory(results, name)
    yield _half_load(results, name)
    yield _stall(results, name)


def _ratio_bar(what: str, found: Summary | None, bound: float) -> Bar:
    limit = f"<= {bound:.2f}"
    if found is None:
        return Bar(what, "-", limit, None, "not measured")
    value = f"{found.median:.3f}"
    if found.low is not None and found.high is not None:
        value += f" ({found.low:.3f} to {found.high:.3f})"
    if found.n < TURNS_NEEDED:
        return Bar(what, value, limit, None, f"{found.n} of {TURNS_NEEDED} alternations")
    crosses = found.low is not None and found.high is not None and found.low <= bound < found.high
    return Bar(what, value, limit, found.median <= bound, "the interval holds the bound" if crosses else "")


def _errors(results: Results, name: str) -> Bar:
    what = f"{name}: requests without a right answer, 10,000 connections on one core"
    runs = [run for run in results.of(MANY) if run.generator == name]
    if not runs:
        return Bar(what, "-", "0", None, "not measured")
    failed = [run for run in runs if run.state != "ok"]
    if failed:
        return Bar(what, f"{len(failed)} of {len(runs)} runs failed", "0", False, failed[0].reason or "")
    if any(run.wrong is None for run in runs):
        return Bar(what, "-", "0", None, "not reported")
    total = sum(run.wrong or 0 for run in runs)
    return Bar(what, f"{total:,} of {sum(run.answers or 0 for run in runs):,}", "0", total == 0)


def _memory(results: Results, name: str) -> Bar:
    what, bound = f"{name}: peak memory, 10,000 connections", f"< {MEMORY_MIB:.0f} MiB"
    runs = (run for run in results.of(MANY) if run.generator == name)
    used = [run.memory_mib for run in runs if run.memory_mib is not None]
    if not used:
        return Bar(what, "-", bound, None, "not measured")
    return Bar(what, f"{max(used):.1f} MiB", bound, max(used) < MEMORY_MIB)


def _half_load(results: Results, name: str) -> Bar:
    """Report the percentile that uses most of its allowed error."""
    what, bound = f"{name}: percentiles at half load", f"within {percent(SHARE)} or {MARGIN_US:.0f} us"
    found = results.deviations("half-load", name)
    offs = {key: (each.printed_us - each.true_us, each.true_us) for key, each in found.items() if key in PERCENTILES}
    if not offs:
        return Bar(what, "-", bound, None, "not measured")
    worst = max(offs, key=lambda key: abs(offs[key][0]) / max(SHARE * offs[key][1], MARGIN_US))
    off, true = offs[worst]
    met = all(within(true_us + off_us, true_us, SHARE, MARGIN_US) for off_us, true_us in offs.values())
    note, share = "the worst of all", results.median("half-load", lambda run: run.reached_share, name)
    if share is not None and share < REACHED:
        met, note = False, f"only {percent(share)} of the rate was kept"
    return Bar(what, f"{worst} off by {off:+.1f} us of {digits(true / 1000)} ms", bound, met, note)


def _stall(results: Results, name: str) -> Bar:
    what, bound = f"{name}: a stall against its formula", f"within {percent(STALL_SHARE)}"
    found = {key: value for key, value in results.deviations("stall", name).items() if key in PERCENTILES}
    if not found:
        return Bar(what, "-", bound, None, "not measured")
    worst = max(found, key=lambda key: abs(found[key].error))
    error = found[worst].error
    return Bar(what, f"{worst} off by {percent(error, '+.2%')}", bound, abs(error) <= STALL_SHARE, "the worst")


def verdict(bar: Bar) -> str:
    return "not measured" if bar.met is None else "met" if bar.met else "not met"
