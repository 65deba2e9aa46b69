"""Races on simulated time: scripted contestants at a site that has no processes and never waits."""
