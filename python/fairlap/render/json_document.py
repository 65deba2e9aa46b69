"""Renders a report as JSON, the contract for other programs (schemas/)."""

from fairlap.report.models import ReportModel


def render_json(report: ReportModel) -> str:
    """Return the report of a run, of a classic run, of a comparison or of a history as indented JSON."""
    return report.model_dump_json(indent=2) + "\n"
