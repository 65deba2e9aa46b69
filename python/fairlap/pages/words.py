"""The glossary of a report, a short form of docs/glossary.md."""

GLOSSARY = (
    ("contestant", "one application served in one way"),
    ("reference", "the built-in minimal server in every heat: the ceiling, and what scores are relative to"),
    ("scenario", "a request and its right answer"),
    ("lap", "one short, uninterrupted slice of load on one contestant"),
    ("cycle", "one lap of every contestant of the heat, in random order"),
    ("heat", "up to 8 contestants alive together, measured in cycles; all but the one that laps are frozen"),
    ("round", "a fresh start of the contestants, their warm-up and their cycles: the unit of all statistics"),
    ("throughput", "right answers per second"),
    ("score", "throughput relative to the reference in the same cycle: comparable between heats and days"),
    ("interval", "where the true value lies, in 95 of 100 cases; one round alone gives none"),
    ("precision", "the smallest difference that matters"),
    ("faster, slower", "beyond chance (corrected for all pairs and looks), and by at least the precision"),
    ("tie", "two contestants whose difference is shown to be within the precision"),
    ("not decided", "neither a difference nor a tie so far: more rounds would decide"),
    ("rank", "one more than the number of contestants that are faster"),
    ("half load", "requests fall due at half of the contestant's own throughput, however slow it is"),
    ("response time", "from when a request was due to the end of its right answer, waiting included"),
    ("p50, p99", "half of the requests, and 99 of 100, take no longer than this"),
    ("flag", "a doubt raised by a check, named in the row; some flags make the row invalid"),
    ("invalid, failed, skipped", "measured but not trustworthy; measurement did not finish; cannot run here"),
)
"""(word, meaning), in the order in which a reader meets them."""
