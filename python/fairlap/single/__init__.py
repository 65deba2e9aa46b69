"""A single contestant: `fairlap check`, `fairlap start`, and the laps of `fairlap doctor`."""
