"""The folder of a site for builds, logs and state on its machine."""

import os
from pathlib import Path

NODE_DIR = "FAIRLAP_NODE_DIR"
"""The environment variable of Ray's processes on a machine that names another folder."""


def site_folder(address: str) -> Path:
    """Return the folder of the site at `address`; its builds are kept between races."""
    named = os.environ.get(NODE_DIR)
    root = Path(named) if named else Path(f"/var/tmp/fairlap-{os.geteuid()}")
    return root / address
