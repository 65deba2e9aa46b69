"""Real databases and caches for contestants: started for a run, seeded, measured and stopped by Fairlap.

Each service is one module: how to start it with its own folder and port, check that it is ready, seed it, and read its
counters. The clients are those that come with the server.
"""
