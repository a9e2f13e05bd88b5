"""gunicorn's settings for the embedded stack: `gunicorn -c deploy/local/gunicorn.py casino.wsgi`."""

import os
from typing import Any

from deploy.local.leash import die_with_parent

bind = os.environ.get("HOUSE_WEB_BIND", "127.0.0.1:8000")
worker_class = "gthread"
workers = 2
threads = 4
timeout = 30
graceful_timeout = 20
keepalive = 5
max_requests = 20_000
max_requests_jitter = 2_000
accesslog = None
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 (a heartbeat file, not data)


def post_fork(server: Any, worker: Any) -> None:
    """A worker must not outlive a killed gunicorn."""
    die_with_parent(worker.ppid)
