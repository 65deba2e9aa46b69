"""Describes the machines of a cluster in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from pydantic import JsonValue

from fairlap.report.models import MachineOfRun
from fairlap.samples import SiteName

_HOST = {"cpu_model": "{}", "cpus": "{} CPUs", "kernel": "kernel {}"}
_WORDS: dict[SiteName, tuple[str, str]] = {
    "server": ("server", "servers"),
    "generator": ("generator", "generators"),
    "services": ("for services", "for services"),
}
"""Singular and plural for the machines of each site."""


def machine_summary(
    machines: Sequence[MachineOfRun], host: Mapping[str, JsonValue], start_skew_us_max: float | None = None
) -> Iterator[str]:
    """Yield the number and kinds of a cluster's machines at each site, and the start skew of several generators.

    Without a cluster, yield the CPU model, number of CPUs and kernel of the machine.
    """
    if not machines:
        known = ((form, host.get(key)) for key, form in _HOST.items())
        yield from (form.format(value) for form, value in known if isinstance(value, str | int))
    sites = []
    for site in get_args(SiteName):
        kinds = Counter(machine.kind for machine in machines if machine.site == site)
        if kinds:
            text = "; ".join(kind if len(kinds) == 1 else f"{count} {kind}" for kind, count in kinds.most_common())
            sites.append(f"{kinds.total()} {_WORDS[site][kinds.total() > 1]} ({text})")
    if sites:
        yield f"machines: {', '.join(sites)}"
    if start_skew_us_max is not None:
        yield f"generators started at most {start_skew_us_max:,.0f} µs apart"
