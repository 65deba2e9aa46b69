"""The table of what databases and caches did."""

from fairlap.render.cells import MIB, NOTHING, digits
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Row, RunReport, ServiceRow

_COLUMNS = (
    CONTESTANT,
    Column(("CPU µs", "/req.")),
    Column(("", "service"), numeric=False),
    Column(("statements", "/req.")),
    Column(("rows", "/req.")),
    Column(("connections", "/req.")),
    Column(("mem.", "MiB")),
)


def services_sheet(report: RunReport, scenario: str) -> Sheet | None:
    """Return a table with a line for each contestant and service, `None` without services."""
    rows = [(row, service) for row in report.rows_of(scenario) for service in row.services]
    if not rows:
        return None
    return Sheet(
        title="what the services did",
        columns=_COLUMNS,
        rows=tuple(_line(row, service) for row, service in rows),
        caption="CPU is that of all services together; the rest was counted by each service itself.",
    )


def _line(row: Row, service: ServiceRow) -> tuple[str, ...]:
    cpu = row.services_cpu_us_per_request
    return (
        row.name,
        digits(cpu.value) if cpu else NOTHING,
        service.name,
        digits(service.statements_per_answer),
        digits(service.rows_per_answer),
        digits(service.connections_per_answer),
        digits(None if service.memory_bytes is None else service.memory_bytes / MIB),
    )
