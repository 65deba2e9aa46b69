"""Images of services: Debian's own packages, in a Containerfile each."""

from importlib.resources import files
from pathlib import Path

from fairlap.catalog import ServiceName
from fairlap.hosting.container.images import ImagePlan


def service_plan(name: ServiceName) -> ImagePlan:
    """What the image of a service is made of."""
    folder = Path(str(files("fairlap.hosting.services"))) / "containers" / name
    return ImagePlan(f"service-{name}", folder, folder / "Containerfile")
