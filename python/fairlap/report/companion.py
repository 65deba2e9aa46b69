"""Which stored run stands beside another one: by laps beside the classic method, and the other way round."""

from fairlap.samples import OWN_GENERATOR, MethodName
from fairlap.store import Store, StoredRun


def newest(store: Store, like: StoredRun, method: MethodName) -> StoredRun | None:
    """The newest run of the same suite by that method that has anything in it; of laps, by our own generator."""
    for summary in store.runs():
        if (summary.suite_name, summary.method) != (like.run.suite_name, method):
            continue
        if not summary.rounds_stored and not summary.passes_stored:
            continue
        found = store.load(summary.run)
        if found.passes or found.run.generator == OWN_GENERATOR:
            return found
    return None
