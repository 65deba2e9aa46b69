"""Hosting a contestant: its sandbox, its build, its end, and leftovers of a crash."""
