"""Celery's settings hold what was measured: at least once, never twice at once, nothing lost, queues apart."""

from casino import tasks
from casino.celery import app
from casino.settings import queues
from casino.tasks.relay import ROUTES
from deploy.local.members import WORKERS

OWN = sorted(name for name in app.tasks if name.startswith("casino."))


def test_a_task_ends_long_before_its_message_is_handed_out_again() -> None:
    """Measured: a task longer than the visibility timeout ran three times, twice at once."""
    assert queues.task_soft_time_limit < queues.task_time_limit < queues.VISIBILITY_SECONDS / 2
    assert queues.broker_transport_options["visibility_timeout"] == queues.VISIBILITY_SECONDS


def test_messages_are_acknowledged_late_one_at_a_time_and_leave_no_results() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_ignore_result
    assert app.conf.accept_content == ["json"]
    assert app.conf.worker_soft_shutdown_timeout >= 30


def test_every_task_has_a_queue_of_its_own_that_some_worker_serves() -> None:
    served = {queue for worker in WORKERS if "-Q" in worker.module
              for queue in worker.module[worker.module.index("-Q") + 1].split(",")}  # fmt: skip
    assert OWN, "the tasks are found"
    for name in OWN:
        queue = app.amqp.router.route({}, name)["queue"].name
        assert queue == name.split(".")[2]
        assert queue in served
    assert tasks.__all__ == sorted(tasks.__all__)


def test_chains_are_made_by_the_fairness_login_only() -> None:
    (worker,) = [worker for worker in WORKERS if "fairness" in worker.module]
    assert (worker.login, worker.holds_key) == ("fairness", True)
    assert [worker.name for worker in WORKERS if worker.holds_key] == [worker.name]


def test_beat_and_relay_start_tasks_that_exist_and_beats_messages_do_not_pile_up() -> None:
    started = [entry["task"] for entry in queues.beat_schedule.values()] + [route.task for route in ROUTES.values()]
    assert set(started) <= set(OWN)
    for entry in queues.beat_schedule.values():
        options = entry["options"]
        assert isinstance(options, dict)
        assert options["expires"] <= 30


def test_a_retry_never_waits_longer_than_five_minutes() -> None:
    """A longer delay would outlive what the broker keeps of unacknowledged messages."""
    for name in OWN:
        assert getattr(app.tasks[name], "retry_backoff_max", 0) <= 300
