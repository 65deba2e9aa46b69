"""The files that users write: contestants, scenarios and suites, validated once and frozen."""

from fairlap.catalog.address import Address, Trust
from fairlap.catalog.images import OwnImage
from fairlap.catalog.loader import Broken, Catalog, built_in_root, find_root, is_project, load_catalog
from fairlap.catalog.models import (
    BRACES,
    HEAD_MS,
    OWN_VARIABLES,
    REFERENCE,
    Answer,
    Contestant,
    Scenario,
    skipped_ms,
    whole_lap_ms,
)
from fairlap.catalog.parameters import Values, escaped, parameters_of
from fairlap.catalog.reference import built_in_reference
from fairlap.catalog.requests import Asked, Expect, Login, Probe, Protocol, Request
from fairlap.catalog.services import SERVICE_FIELDS, SERVICE_VARIABLES, Account, Change, ServiceName, ServiceNeed
from fairlap.catalog.suites import (
    DEFAULT_ENGINE,
    Classic,
    Difference,
    LoadEngine,
    LoadProfile,
    Published,
    Shape,
    Suite,
)

__all__ = [
    "BRACES",
    "DEFAULT_ENGINE",
    "HEAD_MS",
    "OWN_VARIABLES",
    "REFERENCE",
    "SERVICE_FIELDS",
    "SERVICE_VARIABLES",
    "Account",
    "Address",
    "Answer",
    "Asked",
    "Broken",
    "Catalog",
    "Change",
    "Classic",
    "Contestant",
    "Difference",
    "Expect",
    "LoadEngine",
    "LoadProfile",
    "Login",
    "OwnImage",
    "Probe",
    "Protocol",
    "Published",
    "Request",
    "Scenario",
    "ServiceName",
    "ServiceNeed",
    "Shape",
    "Suite",
    "Trust",
    "Values",
    "built_in_reference",
    "built_in_root",
    "escaped",
    "find_root",
    "is_project",
    "load_catalog",
    "parameters_of",
    "skipped_ms",
    "whole_lap_ms",
]
