"""A race while it runs: what is known so far, for a terminal and for the dashboard. Facts are in the store only."""
