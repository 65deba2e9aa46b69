"""Where a site keeps what it builds, its logs and its state, on its own machine."""

import os
from pathlib import Path

NODE_DIR = "FAIRLAP_NODE_DIR"
"""The environment variable that names another folder; of Ray's processes on that machine."""


def site_folder(address: str) -> Path:
    """A folder for the site at `address`: builds stay there from race to race."""
    named = os.environ.get(NODE_DIR)
    root = Path(named) if named else Path(f"/var/tmp/fairlap-{os.geteuid()}")
    return root / address
