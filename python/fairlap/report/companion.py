"""Reports a stored run together with the newest run of the same suite by the other method."""

from fairlap.report.build import build_report
from fairlap.report.classic import build_classic, with_classic
from fairlap.report.classic_models import ClassicReport
from fairlap.report.models import RunReport
from fairlap.samples import OWN_GENERATOR, MethodName
from fairlap.store import Store, StoredRun


def report_of(store: Store, run: str | None) -> tuple[StoredRun, RunReport | ClassicReport]:
    """Return a run (`Store.load`) and its report, compared with the newest run by the other method.

    Laps by a generator other than fairload are not compared.

    Raises:
        StoreError: there is no such run, or it is damaged.
    """
    stored = store.load(run)
    if stored.run.method == "classic":
        laps = _newest(store, stored, "laps")
        return stored, build_classic(stored, None if laps is None else build_report(laps))
    report = build_report(stored)
    if stored.run.generator != OWN_GENERATOR:
        return stored, report
    classic = _newest(store, stored, "classic")
    return stored, report if classic is None else with_classic(report, classic)


def _newest(store: Store, like: StoredRun, method: MethodName) -> StoredRun | None:
    """The newest run of the same suite by that method that is not empty; for laps, one by fairload."""
    for summary in store.runs():
        if (summary.suite_name, summary.method) != (like.run.suite_name, method):
            continue
        if not summary.heats_stored and not summary.passes_stored:
            continue
        found = store.load(summary.run)
        if found.passes or found.run.generator == OWN_GENERATOR:
            return found
    return None
