"""Real databases and caches beside the contestants: started for a run, seeded, metered and stopped by Fairlap.

Each service is one small file: how to start it on a folder and a port of its own, how to ask whether it is there, how
to seed it, and which of its own counters tell what it was asked. The clients are the ones that come with the server.
"""
