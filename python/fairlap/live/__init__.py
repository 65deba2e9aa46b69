"""The provisional state of a running race, for a terminal and for the dashboard."""
