"""Races of commands that are in no catalog: contestants, the question and its right answer, for one race."""
