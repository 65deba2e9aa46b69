import os

worker_class = "gthread"
threads = int(os.environ["THREADS"])
keepalive = 75  # seconds; the default of 2 is for clients that come without a proxy
timeout = 0  # no watchdog: it would count the time for which Fairlap freezes a contestant between laps
graceful_timeout = 1  # seconds; nothing is under way when a contestant is told to end
control_socket_disable = True


def post_worker_init(worker):
    from te import open_pool

    open_pool()
