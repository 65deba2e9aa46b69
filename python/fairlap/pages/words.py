"""The words of a report in short, after docs/glossary.md."""

GLOSSARY = (
    ("contestant", "one application served in one way"),
    ("reference", "the built-in minimal server: the ceiling, and the yardstick inside every heat"),
    ("scenario", "what is asked, and what a right answer is"),
    ("lap", "one short, uninterrupted slice of load on one contestant"),
    ("cycle", "one lap of every contestant of the heat, in random order"),
    ("heat", "up to 8 contestants alive together, measured in cycles; all but the one that laps are frozen"),
    ("round", "one fresh start of the contestants, then warm-up, then cycles: what is counted when we say how sure"),
    ("throughput", "right answers per second"),
    ("score", "throughput relative to the reference in the same cycle: comparable between heats and days"),
    ("interval", "where the true value lies, in 95 of 100 cases; one round alone gives none"),
    ("precision", "the smallest difference that matters"),
    ("faster, slower", "beyond chance, all pairs and all looks allowed for, and by at least the precision"),
    ("tie", "two contestants whose difference is shown to be within the precision"),
    ("not decided", "neither a difference nor a tie, so far: more rounds would tell"),
    ("rank", "one more than the number of contestants that are faster"),
    ("half load", "requests fall due at half of the contestant's own throughput, whatever it does"),
    ("response time", "from the moment a request was due to the end of its right answer, waiting included"),
    ("p50, p99", "half of the requests, and 99 of 100, take no longer than this"),
    ("flag", "what a check found to doubt, named beside the row; some of them take the rank"),
    ("invalid, failed, skipped", "measured but not to be trusted; not measured to the end; cannot run here"),
)
"""(word, meaning), in the order in which a reader meets them."""
