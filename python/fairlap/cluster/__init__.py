"""Races on several machines: the same runner on Ray, which only `on_ray.py` imports."""
