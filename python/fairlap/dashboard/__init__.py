"""The results as a web site, served read-only or exported as files."""
