"""Load generators: what offers the load of a lap, and what it says of it."""
