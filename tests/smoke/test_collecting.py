"""What a worker's collector of garbage looks at: what requests make, and not the application."""

from tests.conftest import Eventually
from tests.smoke.conftest import StartService
from tests.smoke.running_service import AS_IN_THE_IMAGE

MOST_LEFT = 10_000


def test_worker__that_is_ready__collects_garbage_among_new_objects_only(
    start_service: StartService, eventually: Eventually
) -> None:
    # As in the image: the tests' own way to start services freezes what it has imported.
    service = start_service(command=(*AS_IN_THE_IMAGE[:-1], "tests.smoke.collected_app:app"))
    eventually(service.is_ready)

    found = service.ask("GET", "/collected").document

    assert found["enabled"]
    assert found["threshold"] > 10_000
    assert found["objects"] < MOST_LEFT
