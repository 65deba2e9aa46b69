"""One contestant by itself: `fairlap check`, `fairlap start`, and what `fairlap doctor` laps."""
