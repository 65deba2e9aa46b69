"""The files people write: contestants, scenarios and suites, validated once and frozen."""

from fairlap.catalog.loader import Catalog, find_root, load_catalog
from fairlap.catalog.models import (
    SKIPPED_SHARE,
    Contestant,
    Expect,
    LoadProfile,
    Probe,
    Published,
    Request,
    Scenario,
    Suite,
)

__all__ = [
    "SKIPPED_SHARE",
    "Catalog",
    "Contestant",
    "Expect",
    "LoadProfile",
    "Probe",
    "Published",
    "Request",
    "Scenario",
    "Suite",
    "find_root",
    "load_catalog",
]
