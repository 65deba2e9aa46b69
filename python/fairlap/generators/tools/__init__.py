"""The load generators that people know, as they are: each is run as its author meant it, and its output is read.

What a tool does not report is `None`, what it reports in a way that cannot be understood is a ToolOutputError; neither
is ever 0. `docs/generators.md` says what the numbers of each tool mean and where they are wrong.
"""
