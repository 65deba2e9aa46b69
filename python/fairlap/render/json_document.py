"""A report as JSON: the contract for other programs (schemas/run.json)."""

from fairlap.report import RunReport


def render_json(report: RunReport) -> str:
    """One JSON document, indented, with a line end."""
    return report.model_dump_json(indent=2) + "\n"
