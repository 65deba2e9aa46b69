"""Pure: what a race does next, out of what was seen so far. No clock, no process: the same seed, the same plan."""
