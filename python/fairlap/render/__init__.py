"""A report as something to read. Every renderer returns; none prints."""
