"""Load generators: they offer the load of a lap and report its numbers."""
