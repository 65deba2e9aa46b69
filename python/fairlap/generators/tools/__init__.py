"""External load generators: each is run as its author intended, and its output is parsed.

Numbers that a tool does not report are `None`, unreadable ones raise ToolOutputError; neither is ever 0.
`docs/generators.md` explains the numbers of each tool and their errors.
"""
