"""Renders reports as text. Renderers return text or `rich` objects; none prints."""
