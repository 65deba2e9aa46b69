"""Hosting a contestant: its sandbox, its build, its end, and what a crash left behind."""
