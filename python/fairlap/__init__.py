"""Fairlap: the fair and reproducible benchmark of HTTP servers and web frameworks."""

__version__ = "0.1.0"
