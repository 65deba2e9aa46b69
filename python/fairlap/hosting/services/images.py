"""Images of services, each with a Containerfile that installs Debian's package."""

from importlib.resources import files
from pathlib import Path

from fairlap.catalog import ServiceName
from fairlap.hosting.container.images import ImagePlan


def service_plan(name: ServiceName) -> ImagePlan:
    """Return the inputs of a service's image."""
    folder = Path(str(files("fairlap.hosting.services"))) / "containers" / name
    return ImagePlan(f"service-{name}", folder, folder / "Containerfile")
