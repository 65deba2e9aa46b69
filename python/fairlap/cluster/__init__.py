"""Races on several machines with Ray, which only `on_ray.py` imports."""
