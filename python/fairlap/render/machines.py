"""The machines of a cluster in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

from fairlap.report.parts import MachineOfRun
from fairlap.samples import SiteName

_WORDS: dict[SiteName, tuple[str, str]] = {
    "server": ("server", "servers"),
    "generator": ("generator", "generators"),
    "services": ("for services", "for services"),
}
"""One machine of each site, and several."""


def machines_told(machines: Sequence[MachineOfRun], start_skew_us_max: float | None) -> Iterator[str]:
    """How many of which kind at each site; how far several generators began apart (microseconds)."""
    sites = []
    for site in get_args(SiteName):
        kinds = Counter(machine.kind for machine in machines if machine.site == site)
        if kinds:
            told = "; ".join(kind if len(kinds) == 1 else f"{count} {kind}" for kind, count in kinds.most_common())
            sites.append(f"{kinds.total()} {_WORDS[site][kinds.total() > 1]} ({told})")
    if sites:
        yield f"machines: {', '.join(sites)}"
    if start_skew_us_max is not None:
        yield f"generators began at most {start_skew_us_max:,.0f} us apart"
