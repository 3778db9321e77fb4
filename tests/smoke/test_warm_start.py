"""The service as the image starts it: ready, and warmed up before the first request."""

from tests.conftest import Eventually
from tests.smoke.conftest import StartService
from tests.smoke.running_service import AS_IN_THE_IMAGE


def test_service__started_with_the_image_command__is_ready_and_healthy_and_warms_up_without_being_asked(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(command=AS_IN_THE_IMAGE, DESTINY_WORKERS="2")
    eventually(lambda: service.output.count("Worker warmed up") == 2)
    steps = [line["message"] for line in service.log if line["message"].startswith("Worker ")]
    for pid in service.workers:
        mine = [message for message in steps if f"(pid: {pid})" in message]
        assert mine == [f"Worker ready (pid: {pid})", f"Worker warmed up (pid: {pid})"]
    assert not [line for line in service.log if line["level"] in {"warning", "error"}]

    assert service.status("/health/live") == 200
    assert service.status("/health/ready") == 200
    eventually(service.is_healthy)
