"""Races on several machines: the same race on Ray, which only `on_ray.py` imports."""
