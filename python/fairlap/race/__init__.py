"""The race itself: heats of contestants, started, verified, warmed up and lapped, round after round."""
