"""The figures that the contract states of answers, and in its prose, are those that the code has."""

import re

import pytest

from service.actions.batches import MOST_REQUESTS
from service.actions.schemas import MOST_A_SIDE
from service.characters.ports import MOST_RUNNING
from service.characters.schemas import LONGEST_DURATION_S
from service.engines.cards import CARD_TEXT
from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.odds.duel import PAIR_COUNT
from service.engines.destiny.odds.gang_war import MOST_PARTICIPANTS, MOST_STEPS_OF_BEST_THREE, most_steps_of_a_sum
from service.engines.destiny.preview.comparisons import MOST_ROWS, PreviewChange
from service.engines.destiny.preview.reference_characters import GENERALIST_PART, MOST_NPCS, SPECIALIST_PART
from service.engines.destiny.skills import HIGHEST_LEVEL
from service.engines.destiny.tuning import LONGEST_TITLE, GangMethod
from service.engines.draws import HAND_COUNT
from service.engines.points import POINT
from service.engines.pyramid.cards import KINDS, text_of
from service.engines.pyramid.futures import KITTIES
from service.engines.pyramid.validation import Rule
from service.idempotency.header import LONGEST_KEY
from service.idempotency.redis import KEEP_S, LEASE_S
from service.insights.ports import MOST_DAYS
from service.insights.splits import MOST_REVISIONS
from service.preview.schemas import MOST_CHARACTERS
from service.pyramid.decide import MOST_ARRANGED
from service.pyramid.schemas import FEWEST_SAMPLES
from service.web.fields import MOST_SKILLS
from service.web.reading import MOST_ERRORS
from tests.openapi import component, contract, operations

BOUNDS = {
    "IdempotencyKey/maxLength": LONGEST_KEY,
    "BatchResults/properties/results/maxItems": MOST_REQUESTS,
    "TuningPreview/properties/challenges/maxItems": MOST_ROWS,
    "TuningPreview/properties/duels/maxItems": MOST_ROWS,
    "HandsDifference/properties/hands/maximum": HAND_COUNT,
    "PairsDifference/properties/pairs/minimum": -PAIR_COUNT,
    "PreviewChange/enum": list(PreviewChange),
    "InputErrors/maxItems": MOST_ERRORS,
    "EffectDuration/maximum": LONGEST_DURATION_S,
    "RunningEffects/properties/effects/maxItems": MOST_RUNNING,
    "EffectsThatCounted/maxItems": MOST_RUNNING,
    "CharactersInPlay/maxItems": 2 * MOST_A_SIDE,
    "RememberedSkills/maxProperties": MOST_SKILLS,
    "ChallengeOdds/properties/hands/const": HAND_COUNT,
    "DuelOdds/properties/pairs/const": PAIR_COUNT,
    "PyramidDecision/properties/arrangements/minimum": FEWEST_SAMPLES * KITTIES,
    "PyramidDecision/properties/arrangements/maximum": MOST_ARRANGED,
    "PyramidViolation/properties/rule/enum": list(Rule),
    "HandRank/enum": list(HAND_RANKS),
    "Catalogue/properties/skill_bonuses/maxItems": HIGHEST_LEVEL,
    "ShownTitle/maxLength": LONGEST_TITLE,
    "InsightsByDay/properties/days/maxItems": MOST_DAYS,
    "InsightCrimeRow/properties/revisions/maxItems": MOST_REVISIONS,
    "VerifiedHands/properties/hands/maxItems": 2 * MOST_A_SIDE,
}


@pytest.mark.parametrize("place", BOUNDS)
def test_bound__in_the_contract__is_that_of_the_code(place: str) -> None:
    name, *steps = place.split("/")
    found = component(name)
    for step in steps:
        found = found[step]
    assert found == BOUNDS[place]


def test_dealt_card__every_card_of_the_deck__is_one() -> None:
    dealt, taken = component("DealtCard")["pattern"], component("Card")["pattern"]
    for card in CARD_TEXT:
        assert re.search(dealt, card)
        assert re.search(taken, card)


def test_pyramid_card__every_kind_of_the_deck__is_one() -> None:
    dealt, taken = component("PyramidDealtCard")["pattern"], component("PyramidCard")["pattern"]
    for card in map(text_of, KINDS):
        assert re.search(dealt, card)
        assert re.search(taken, card)


@pytest.mark.parametrize(
    ("suit", "taken"),
    [("♠\ufe0f", True), ("♥\ufe0e", True), ("S\ufe0f", False), ("♠\ufe0f\ufe0f", False), ("\ufe0f♠", False)],
)
def test_card_and_tile__with_a_variation_selector__are_taken_after_one_symbol(suit: str, *, taken: bool) -> None:
    for name, text in (("Card", f"10{suit}"), ("PyramidCard", f"10{suit}"), ("Tile", f"b{suit}N")):
        assert bool(re.search(component(name)["pattern"], text)) is taken


def test_rules_of_an_arrangement__in_the_prose_of_validate__are_those_of_the_code() -> None:
    prose = next(one for one in operations() if one.path == "/v1/pyramid/validate").content["description"]
    assert re.findall(r"^\| `([a-z_]+)` \| [a-z]", prose, re.MULTILINE) == list(Rule)


def test_gang_war_limits__in_the_prose_of_odds__are_those_of_the_code() -> None:
    prose = prose_of("/v1/odds")
    average, best_three = GangMethod.AVERAGE, GangMethod.BEST_THREE
    assert f"up to {MOST_PARTICIPANTS[average]} participants a side by `average`" in prose
    assert f"{MOST_PARTICIPANTS[best_three]} by `best_three`" in prose
    for participants in (1, 20):
        assert f"{most_steps_of_a_sum(participants) / POINT:,} points for {participants}" in prose
    for participants, steps in MOST_STEPS_OF_BEST_THREE.items():
        assert f"{steps / POINT:,} points for {participants}" in prose


def test_preview_limits__in_its_prose__are_those_of_the_code() -> None:
    prose = prose_of("/v1/admin/tuning/preview")
    assert f"up to {MOST_CHARACTERS} of them" in prose
    assert f"Of more than {MOST_NPCS} NPCs" in prose
    assert (GENERALIST_PART, SPECIALIST_PART) == (10, 2)
    assert "every skill at a tenth of `max_skill_level`" in prose
    assert "at half of `max_skill_level`" in prose


def prose_of(path: str) -> str:
    """What the contract says of the one operation on a path, on one line."""
    return " ".join(next(one for one in operations() if one.path == path).content["description"].split())


def test_times_of_safe_retries__in_the_prose__are_those_of_the_code() -> None:
    prose = " ".join(contract()["info"]["description"].split())
    assert f"kept for {KEEP_S / 3600:g} hours" in prose
    assert f"released after at most {LEASE_S:g} seconds" in prose
