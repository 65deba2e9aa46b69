"""Renders a report as JSON, the contract for other programs (schemas/run.json)."""

from fairlap.report import RunReport


def render_json(report: RunReport) -> str:
    """Return the report as indented JSON."""
    return report.model_dump_json(indent=2) + "\n"
