"""The checker of a campaign finds what breaks a promise, and nothing in histories that break none."""

from typing import Any

from tests.faults.history import NO_ANSWER, History, Kind, Operation
from tests.faults.promises import Broken, Revision, broken


def did(kind: Kind, subject: str, at: tuple[float, float], status: int = 200, **details: Any) -> Operation:
    return Operation(kind, subject, *at, status, **details)


def change(reason: str, at: tuple[float, float], revision: int | None = None, status: int = 200) -> Operation:
    return did(Kind.CHANGE, "log", at, status, value=reason, answer=revision)


def check(*operations: Operation, log: tuple[str, ...] = (), records: tuple[str, ...] = ()) -> Broken:
    return broken(History(operations), [Revision(place, reason) for place, reason in enumerate(log, 1)], records)


def test_promises__legal_history__are_kept() -> None:
    found = check(
        did(Kind.KEYED, "key", (0, 1), NO_ANSWER),
        did(Kind.KEYED, "key", (2, 3), 503),
        did(Kind.KEYED, "key", (4, 5), answer="first"),
        did(Kind.KEYED, "key", (6, 7), answer="first"),
        did(Kind.KEYED, "other", (0, 1), answer="another"),
        did(Kind.DRAW, "draw", (0, 1), answer="resolution"),
        did(Kind.DRAW, "draw", (0, 1), 422),
        change("one", (0, 1), 1),
        change("unknown", (2, 3), status=503),
        change("two", (4, 5), 3),
        change("never", (6, 7), status=503),
        change("refused", (6, 7), status=412),
        did(Kind.WRITE, "ann", (0, 1), value=1),
        did(Kind.WRITE, "ann", (2, 3), 503, value=2),
        did(Kind.READ, "ann", (4, 5), answer=1),
        did(Kind.READ, "ann", (6, 7), answer=2),
        did(Kind.READ, "bob", (6, 7), 404),
        log=("one", "unknown", "two"),
    )

    assert found == Broken()


def test_key__with_a_second_answer__is_found() -> None:
    found = check(did(Kind.KEYED, "key", (0, 1), answer="first"), did(Kind.KEYED, "key", (2, 3), answer="second"))

    assert found == Broken(second_answers=["key"])


def test_draw__revealed_for_two_resolutions__is_found() -> None:
    found = check(did(Kind.DRAW, "draw", (0, 1), answer="first"), did(Kind.DRAW, "draw", (0, 1), answer="second"))

    assert found == Broken(double_draws=["draw"])


def test_draw__answered_for_one_resolution_and_named_as_taken_by_another__is_found() -> None:
    found = check(
        did(Kind.DRAW, "draw", (0, 1), answer="first"),
        did(Kind.DRAW, "draw", (2, 3), 422, answer="second"),
        did(Kind.DRAW, "fine", (0, 1), 422, answer="first"),
    )

    assert found == Broken(double_draws=["draw"])


def test_revision__acknowledged_and_not_in_the_log__is_found() -> None:
    found = check(change("one", (0, 1), 1), change("two", (2, 3), 2), log=("one",))

    assert found == Broken(lost_revisions=["two"])


def test_revision__whose_number_went_to_another__is_found() -> None:
    found = check(change("one", (0, 1), 1), change("two", (0, 3), status=503), log=("two",))

    assert found == Broken(lost_revisions=["one"])


def test_revisions__in_another_order_than_that_of_time__are_found() -> None:
    found = check(change("first", (0, 1), 2), change("second", (2, 3), 1), log=("second", "first"))

    assert found == Broken(
        disordered_revisions=["second is revision 1, and was sent after 2 was acknowledged"],
    )


def test_revisions__under_way_at_once__may_have_either_order() -> None:
    assert check(change("first", (0, 2), 2), change("second", (1, 3), 1), log=("second", "first")) == Broken()


def test_revision__made_twice_or_although_refused__is_found() -> None:
    found = check(change("twice", (0, 1), 1), change("refused", (2, 3), status=412), log=("twice", "twice", "refused"))

    assert found == Broken(disordered_revisions=["twice was made 2 times", "refused was refused, and made"])


def test_character__read_as_it_was_before_the_last_write__is_found() -> None:
    found = check(
        did(Kind.WRITE, "ann", (0, 1), value=1),
        did(Kind.WRITE, "ann", (2, 3), value=2),
        did(Kind.READ, "ann", (4, 5), answer=1),
        did(Kind.WRITE, "bob", (0, 1), value=1),
        did(Kind.READ, "bob", (4, 5), 404),
    )

    assert found == Broken(lost_characters=["ann", "bob"])


def test_record__of_an_answered_resolution_that_is_missing__is_found() -> None:
    answered = Operation(Kind.PLAIN, "any", 0, 1, 200, resolutions=("there", "missing"))

    assert check(answered, records=("there", "other")) == Broken(lost_records=["missing"])
