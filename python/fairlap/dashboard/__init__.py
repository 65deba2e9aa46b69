"""The results as a web site: served read-only, or written as files for any web host."""
