"""A build that fails."""

import sys

print("error: no such module: left-pad", file=sys.stderr)
sys.exit(2)
