"""The race: starts, verifies, warms up and measures heats of contestants, round after round."""
