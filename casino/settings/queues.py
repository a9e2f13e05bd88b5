"""Celery's settings. Tasks run at least once: acks late, no results, ids as arguments, effects unique in SQL."""

from casino.settings import environment

broker_url = environment.broker_url()
broker_connection_retry_on_startup = True
broker_connection_timeout = 3
VISIBILITY_SECONDS = 1800
broker_transport_options = {
    "visibility_timeout": VISIBILITY_SECONDS,
    "socket_connect_timeout": 3,
    "socket_timeout": 10,
    "health_check_interval": 15,
}
task_ignore_result = True
task_acks_late = True
task_reject_on_worker_lost = True
task_time_limit = 600
task_soft_time_limit = 540
task_serializer = "json"
accept_content = ["json"]
worker_prefetch_multiplier = 1
worker_soft_shutdown_timeout = 30.0
worker_hijack_root_logger = False
worker_send_task_events = False
enable_utc = True
task_default_queue = "night"
task_routes = {
    "casino.tasks.fairness.*": {"queue": "fairness"},
    "casino.tasks.night.*": {"queue": "night"},
    "casino.tasks.export.*": {"queue": "export"},
    "casino.tasks.relay.*": {"queue": "relay"},
}
# What nobody took by the time the next is due is dropped: a worker that was away does not work off its absence.
beat_schedule = {
    "make-chains": {"task": "casino.tasks.fairness.make_chains", "schedule": 20.0, "options": {"expires": 20.0}},
    "tick": {"task": "casino.tasks.night.tick", "schedule": 30.0, "options": {"expires": 30.0}},
    "exports": {"task": "casino.tasks.export.sweep", "schedule": 30.0, "options": {"expires": 30.0}},
    "relay": {"task": "casino.tasks.relay.follow", "schedule": 2.0, "options": {"expires": 10.0}},
}
