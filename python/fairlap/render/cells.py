"""Formats numbers and foreign text as short strings, for every renderer."""

from collections.abc import Mapping, Sequence

from fairlap.catalog import DEFAULT_ENGINE
from fairlap.errors import harmless
from fairlap.report import Interval, Load, Row

FACTOR_FROM, LARGEST_FACTOR = 11, 1000
"""Changes beyond the first are shown as factors, beyond the second only as a lower bound."""

NOTHING = "-"
"""Shown for a value that was not observed."""

UNDETERMINED = "n.d."
"""Shown for a value that is not determined."""

WIDEST_FACTOR = 4
"""The bounds of an interval of a response time may differ by this factor at most."""

WHY_UNDETERMINED = f"{UNDETERMINED}: not determined, the interval is wider than a factor of {WIDEST_FACTOR}."

MIB = 2**20


def place_of(row: Row) -> str:
    """Return the rank, with `=` when tied with another and `?` when not decided yet."""
    if row.is_reference:
        return "ref"
    if row.rank is None:
        return NOTHING
    return f"{row.rank}{'?' if row.not_decided_with else '=' if row.tied_with else ''}"


def rate(found: Interval | None) -> str:
    """Format requests per second with half the width of the interval: `48,213 ±0.9 %`."""
    if found is None:
        return NOTHING
    value = whole(found.value)
    return f"{value} {spread}" if (spread := plus_minus(found)) else value


def whole(value: float | None) -> str:
    """Format a number such as requests per second, without decimals from 100 on."""
    return f"{value:,.0f}" if value is not None and value >= 100 else digits(value)


def ratio(found: Interval | None) -> str:
    """Format a ratio with half the width of its interval: `0.482 ±0.7 %`."""
    if found is None:
        return NOTHING
    return f"{digits(found.value)} {spread}" if (spread := plus_minus(found)) else digits(found.value)


def determined(found: Interval) -> bool:
    """Return whether the interval is narrower than a factor of 4, or unknown: otherwise the value says nothing."""
    return found.low is None or found.high is None or found.high <= WIDEST_FACTOR * found.low


def milliseconds(found: Interval | None, *, spread: bool = False) -> str:
    """Format microseconds as milliseconds; `spread` adds half the width of the interval, if there is one.

    A value whose interval is too wide is not determined.
    """
    if found is None:
        return NOTHING
    if not determined(found):
        return UNDETERMINED
    value = digits(found.value / 1000)
    return f"{value} {plus_minus(found)}" if spread and found.low is not None else value


def plus_minus(found: Interval) -> str:
    """Format half the width of the interval as a share of the value; empty without an interval."""
    if found.n < 2:
        return ""
    if found.low is None or found.high is None or found.value <= 0:
        return "±?"
    half = (found.high - found.low) / 2 / found.value
    return "±>100 %" if half > 1 else f"±{percent(half)}"


def from_to(found: Interval) -> str:
    """Format the bounds of an interval, to follow its value; empty without bounds."""
    if found.low is None or found.high is None:
        return ""
    return f" (95 % interval {digits(found.low)} to {digits(found.high)})"


def scaled(found: Interval | None, unit: float) -> Interval | None:
    """Return the interval divided by `unit`."""
    if found is None:
        return None
    low, high = (None if bound is None else bound / unit for bound in (found.low, found.high))
    return Interval(value=found.value / unit, low=low, high=high, n=found.n)


def p_value(p_adjusted: float | None) -> str:
    """Format a p-value with three decimals, or as `< 0.001`."""
    if p_adjusted is None:
        return NOTHING
    return "< 0.001" if p_adjusted < 0.001 else f"{p_adjusted:.3f}"


def percent(share: float) -> str:
    """Format a share as a percentage, with one decimal below 10 %."""
    return f"{share:.1%}".replace("%", " %") if abs(share) < 0.0995 else f"{share:.0%}".replace("%", " %")


def change(ratio_now: float) -> str:
    """Format a ratio as a change with its sign, `+3.4 %`, or as a factor if it is large, `x 12.3`."""
    if ratio_now > FACTOR_FROM:
        return f"x {digits(ratio_now)}" if ratio_now <= LARGEST_FACTOR else f"over x {LARGEST_FACTOR:,}"
    return f"+{percent(ratio_now - 1)}" if ratio_now >= 1 else percent(ratio_now - 1)


def changes(low: float | None, high: float | None) -> str:
    """Format the bounds of a ratio as changes: `-3.1 % to +0.4 %`."""
    return f"{change(low)} to {change(high)}" if low and high else NOTHING


def span(seconds: float) -> str:
    """Format a duration: `61 s`, `3 min`, `2 min 44 s`."""
    if seconds < 99.5:
        return f"{seconds:.0f} s" if seconds >= 9.95 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def counted(number: int, noun: str) -> str:
    """Format a number with its noun: `1 round`, `3 rounds`."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def connections(number: int | str, *, keepalive: bool) -> str:
    """Format the number of connections, and whether they are kept alive."""
    return f"{number} connections, {'keep-alive' if keepalive else 'a connection per request'}"


def offered(load: Load) -> str:
    """Format the connections of a run, how many requests each has on their way, and an engine that is not the usual."""
    parts = [connections(load.connections, keepalive=load.keepalive), *pipelined(load.pipeline, load.pipelines)]
    unusual = load.engine not in (None, DEFAULT_ENGINE)
    return ", ".join([*parts, f"engine {load.engine}"] if unusual else parts)


def pipelined(pipeline: int, pipelines: Mapping[str, int]) -> list[str]:
    """Format how many requests each connection has on their way: in all scenarios if more than one, in some."""
    everywhere = [f"{pipeline} requests at once on each"] if pipeline > 1 else []
    return [*everywhere, *(f"{depth} requests at once on each in {name}" for name, depth in pipelines.items())]


def with_fix(reason: str | None, hint: str | None) -> str:
    """Format a reason with the command that fixes it, if one is known."""
    return clean(reason or "") + (f" (fix: {clean(hint)})" if hint else "")


def clean(text: str) -> str:
    """Return foreign text as one line without control characters and escape sequences."""
    return harmless(" ".join(text.split()))


def digits(value: float | None) -> str:
    """Format a number with three significant digits, without decimals from 100 on, as a power of ten below 0.001."""
    if value is None:
        return NOTHING
    if value >= 99.95:
        return f"{value:,.0f}"
    if value >= 9.995:
        return f"{value:.1f}"
    if value >= 0.9995:
        return f"{value:.2f}"
    return f"{value:.3f}" if value >= 0.0005 or value == 0 else f"{value:.0e}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Join names: `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
