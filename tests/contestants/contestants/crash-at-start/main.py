"""Ends at start, as an application with a broken configuration does."""

import sys
import traceback

try:
    raise RuntimeError("the configuration is broken")
except RuntimeError:
    traceback.print_exc()
    sys.exit(3)
