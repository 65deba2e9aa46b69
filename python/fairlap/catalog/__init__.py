"""The files people write: contestants, scenarios and suites, validated once and frozen."""

from fairlap.catalog.loader import Catalog, find_root, load_catalog
from fairlap.catalog.models import (
    HEAD_MS,
    SKIPPED_SHARE,
    Classic,
    Contestant,
    Difference,
    Expect,
    LoadProfile,
    Probe,
    Published,
    Request,
    Scenario,
    Suite,
    skipped_ms,
)

__all__ = [
    "HEAD_MS",
    "SKIPPED_SHARE",
    "Catalog",
    "Classic",
    "Contestant",
    "Difference",
    "Expect",
    "LoadProfile",
    "Probe",
    "Published",
    "Request",
    "Scenario",
    "Suite",
    "find_root",
    "load_catalog",
    "skipped_ms",
]
