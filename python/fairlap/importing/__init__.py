"""Contestants of other people's suites: read from a checkout, and written as a catalog of manifests that point into it.

Nothing of a checkout is copied, and Fairlap fetches nothing.
"""
