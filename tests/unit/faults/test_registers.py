"""The checker of registers: legal and illegal histories, and a slow definition that it agrees with."""

from itertools import permutations
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from tests.faults.registers import NOTHING, Access, is_linearizable


def write(number: int, invoked: float, completed: float = inf) -> Access:
    return Access(writes=True, number=number, invoked=invoked, completed=completed)


def read(number: int, invoked: float, completed: float) -> Access:
    return Access(writes=False, number=number, invoked=invoked, completed=completed)


def test_register__one_after_the_other__is_legal() -> None:
    assert is_linearizable([read(NOTHING, 0, 1), write(1, 2, 3), read(1, 4, 5), write(2, 6, 7), read(2, 8, 9)])


def test_register__stale_read_after_a_write__is_illegal() -> None:
    assert not is_linearizable([write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)])


def test_register__lost_first_write__is_illegal() -> None:
    assert not is_linearizable([write(1, 0, 1), read(NOTHING, 2, 3)])


def test_register__number_that_was_not_written__is_illegal() -> None:
    assert not is_linearizable([write(1, 0, 1), read(7, 2, 3)])


def test_register__read_during_a_write__may_return_either() -> None:
    for seen in (1, 2):
        assert is_linearizable([write(1, 0, 1), write(2, 2, 5), read(seen, 3, 4)])


def test_register__new_value_and_then_the_old_one_during_a_write__is_illegal() -> None:
    assert not is_linearizable([write(1, 0, 1), write(2, 2, 9), read(2, 3, 4), read(1, 5, 6)])


def test_register__concurrent_writes__may_have_either_order_but_only_one() -> None:
    writes = [write(1, 0, 3), write(2, 0, 3)]

    assert is_linearizable([*writes, read(1, 4, 5)])
    assert is_linearizable([*writes, read(2, 4, 5)])
    assert not is_linearizable([*writes, read(1, 4, 5), read(2, 6, 7)])


def test_register__write_of_unknown_outcome__may_happen_late_or_never_but_not_before_it_was_sent() -> None:
    unknown = write(2, 2)

    assert is_linearizable([write(1, 0, 1), unknown, read(1, 3, 4)])
    assert is_linearizable([write(1, 0, 1), unknown, read(1, 3, 4), read(2, 5, 6)])
    assert not is_linearizable([write(1, 0, 1), read(2, 1.2, 1.5), unknown])
    assert not is_linearizable([write(1, 0, 1), unknown, read(2, 3, 4), read(1, 5, 6)])


def test_register__hundreds_of_unknown_writes_amid_reads__is_decided() -> None:
    unknown = [write(1_000 + number, number) for number in range(300)]
    known = [
        step
        for number in range(300)
        for step in (write(number, number + 0.1, number + 0.2), read(number, number + 0.3, number + 0.4))
    ]

    assert is_linearizable([*unknown, *known])
    assert not is_linearizable([*unknown, *known, read(298, 301, 302)])


@st.composite
def histories(draw: st.DrawFn) -> list[Access]:
    moments = st.integers(0, 8)
    found = []
    for number in range(draw(st.integers(0, 3))):
        invoked = draw(moments)
        found.append(write(number, invoked, draw(st.sampled_from((invoked + 1, invoked + 4, inf)))))
    for _ in range(draw(st.integers(0, 3))):
        invoked = draw(moments)
        found.append(read(draw(st.integers(NOTHING, 2)), invoked, invoked + draw(st.integers(1, 4))))
    return found


def has_an_order(accesses: list[Access]) -> bool:
    """By definition: some order, of all that is known and some that is not, respects time and each read."""
    known = [access for access in accesses if access.completed < inf]
    unknown = [access for access in accesses if access.completed == inf]
    chosen = [[one for place, one in enumerate(unknown) if mask >> place & 1] for mask in range(1 << len(unknown))]
    return any(_is_legal(order) for some in chosen for order in permutations([*known, *some]))


def _is_legal(order: tuple[Access, ...]) -> bool:
    value = NOTHING
    for place, access in enumerate(order):
        if any(later.completed < access.invoked for later in order[place + 1 :]):
            return False
        if access.writes:
            value = access.number
        elif access.number != value:
            return False
    return True


@given(histories())
def test_register__small_history__is_judged_as_by_trying_all_orders(accesses: list[Access]) -> None:
    assert is_linearizable(accesses) == has_an_order(accesses)
