import os

worker_class = "gthread"
threads = int(os.environ["THREADS"])
keepalive = 75  # seconds; the default of 2 is for clients that come without a proxy
control_socket_disable = True


def post_worker_init(worker):
    from te import fill_cache

    fill_cache()
