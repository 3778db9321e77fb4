"""What property tests draw from, and how far they go: the same examples in every run."""

from collections.abc import Iterable

from hypothesis import settings
from hypothesis import strategies as st

from service.engines.cards import DECK, SUITS
from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.modifiers import Modifier, SuitBonuses
from service.engines.destiny.participants import Participant, Strength
from service.engines.draws import Hand
from service.engines.points import LIMIT
from tests.builders.tunings import tuning_with

bounded = settings()
"""Settings of a property test: as many examples as the profile says."""


def bounded_to(examples: int) -> settings:
    """Settings of a property test with so many examples in full, and fewer in proportion by another profile."""
    return settings(max_examples=examples * settings().max_examples // 100)


_CATALOGUE = tuning_with()

hands: st.SearchStrategy[Hand] = st.permutations(DECK).map(lambda cards: tuple(cards[:5]))
points = st.integers(-LIMIT, LIMIT) | st.integers(-5_000, 15_000)
suit_bonuses: st.SearchStrategy[SuitBonuses] = st.tuples(*(points for _ in SUITS))
modifiers = st.builds(
    Modifier,
    source=st.sampled_from(["modifier:map", "modifier:horse", "modifier:moon"]),
    flat=points,
    suits=suit_bonuses,
    hand_ranks=st.dictionaries(st.sampled_from(HAND_RANKS), points, max_size=3),
)
strengths = st.builds(Strength, suit_bonuses, st.lists(modifiers, max_size=4).map(tuple))


def _names(known: Iterable[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(sorted(known)), unique=True, max_size=2).map(tuple)


participants = st.builds(
    Participant,
    skills=st.dictionaries(st.sampled_from(sorted(_CATALOGUE.skills)), st.integers(1, 100), max_size=6),
    modifiers=st.lists(modifiers, max_size=3).map(tuple),
    items=_names(_CATALOGUE.items),
    effects=_names(_CATALOGUE.effects),
)
locations = st.none() | st.sampled_from(list(_CATALOGUE.locations.values()))
