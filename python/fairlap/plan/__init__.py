"""Plans what a race does next from its results so far. Pure: the same seed gives the same plan."""
