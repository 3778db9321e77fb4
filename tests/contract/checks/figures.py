"""The bounds, words and patterns of answers that no single answer can show, as the code defines them.

`checks/answers.py` compares everything else with the answers themselves.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from service.actions.batches import MOST_REQUESTS
from service.actions.schemas import MOST_A_SIDE
from service.characters.ports import MOST_RUNNING
from service.engines.cards import RANKS, SUIT_SYMBOLS, SUITS
from service.engines.destiny.odds.duel import PAIR_COUNT
from service.engines.destiny.preview.comparisons import MOST_ROWS
from service.engines.destiny.skills import HIGHEST_LEVEL
from service.engines.destiny.tuning import LONGEST_TITLE
from service.engines.draws import SEED_BYTES
from service.engines.piecepacks import tiles
from service.engines.pyramid.cards import PLAYERS, WILD, text_of
from service.engines.pyramid.scoring import Won
from service.engines.pyramid.validation import Rule
from service.pyramid.decide import MOST_ARRANGED
from service.records.schemas import MOST_RECORDS
from service.store.condition import StoreState
from service.tuning.ports import NotLive
from service.tuning.schemas import LARGEST_PAGE
from service.verification.schemas import MOST_HANDS
from service.web.fields import MOST_SKILLS
from service.web.problem_types import PAGES
from service.web.reading import MOST_ERRORS
from tests.contract.checks.answers import SCHEMAS, Place

_TENS: Final = RANKS.index("10")
_SYMBOLS: Final = "".join(SUIT_SYMBOLS[suit] for suit in SUITS)
_CARD: Final = f"([{RANKS[0]}-{RANKS[_TENS - 1]}]|{RANKS[_TENS]}|[{''.join(RANKS[_TENS + 1 :])}])[{_SYMBOLS}]"
_SEED: Final = f"^[0-9a-f]{{{2 * SEED_BYTES}}}$"
_LAST_STATUS: Final = max(HTTPStatus) // 100 * 100 + 99
"""The last status of the last class; each class is a whole hundred."""

POSTMAN_S_OWN: Final = ("info", "item/items", "auth", "event/items", "variable/items")
"""Places that Postman's own schema of collections defines."""
_FIGURES: Final[Mapping[str, Any]] = {
    "BatchResults/properties/results/maxItems": MOST_REQUESTS,
    "RevealedDraw/properties/hands/maxItems": 2 * MOST_A_SIDE,
    "CharactersInPlay/maxItems": 2 * MOST_A_SIDE,
    "Gang/properties/participants/maxItems": MOST_A_SIDE,
    "EffectsThatCounted/maxItems": MOST_RUNNING,
    "RunningEffects/properties/effects/maxItems": MOST_RUNNING,
    "RememberedSkills/maxProperties": MOST_SKILLS,
    "RememberedSkills/additionalProperties/maximum": HIGHEST_LEVEL,
    "VerifiedHands/properties/hands/maxItems": MOST_HANDS,
    "Records/properties/resolutions/maxItems": MOST_RECORDS,
    "Records/properties/unreadable/maxItems": MOST_RECORDS,
    "Catalogue/properties/skill_bonuses/maxItems": HIGHEST_LEVEL,
    "ShownTitle/maxLength": LONGEST_TITLE,
    "TuningHistory/properties/revisions/maxItems": LARGEST_PAGE,
    "TuningPreview/properties/challenges/maxItems": MOST_ROWS,
    "TuningPreview/properties/duels/maxItems": MOST_ROWS,
    "PairsDifference/properties/pairs/minimum": -PAIR_COUNT,
    "PairsDifference/properties/pairs/maximum": PAIR_COUNT,
    "InputErrors/maxItems": MOST_ERRORS,
    "ErrorStatus/maximum": _LAST_STATUS,
    "PyramidSettlement/properties/warnings/maxItems": PLAYERS[-1],
    "PyramidDecision/properties/arrangements/maximum": MOST_ARRANGED,
    "WinProbability/exclusiveMinimum": 0,
    "WinProbability/exclusiveMaximum": 1,
    "WinProbabilityError/exclusiveMinimum": 0,
    **{f"PostmanCollection/properties/{place}/additionalProperties": True for place in POSTMAN_S_OWN},
    "Score/properties/hand/uniqueItems": True,
    "DealtCard/pattern": f"^{_CARD}$",
    "PyramidDealtCard/pattern": f"^({_CARD}|{text_of(WILD)})$",
    "DealtTile/pattern": f"^[{''.join(tiles.GROUPS)}][{''.join(tiles.LINKS)}][{''.join(tiles.RANKS)}]$",
    "RevealedServerSeed/pattern": _SEED,
    "ServerSeedHash/pattern": _SEED,
    "Moment/pattern": r"^[0-9-]{10}T[0-9:]{8}\.[0-9]{3}Z$",
    "ProblemTypeUri/pattern": f"^{PAGES}/[a-z]+(-[a-z]+)*$",
    "ProblemTypeUri/format": "uri-reference",
    "BreakdownLine/properties/source/pattern": (
        f"^(hand_rank|kicker|high_cards|defense_bonus|suit:({'|'.join(SUITS)})|"
        r"(item|effect|location|modifier):[\s\S]+)$"
    ),
    "PyramidViolation/properties/rule/enum": [*Rule],
    "PyramidWon/enum": [*Won],
    "ReadinessChecks/properties/store/enum": [*StoreState],
    "TuningStanding/properties/reason/enum": [*NotLive, None],
}
_ELSEWHERE: Final[Mapping[Place, Any]] = {
    ("components", "headers", "RequestId", "schema", "pattern"): "^[!-~]+$",
    ("components", "headers", "RevisionTag", "schema", "pattern"): '^(W/)?"(0|[1-9][0-9]*)"$',
    ("paths", "/openapi.yaml", "get", "responses", "200", "content", "application/yaml", "schema"): {
        "type": "object",
        "required": ["openapi", "info", "paths"],
    },
}
FIGURES: Final[Mapping[Place, Any]] = {
    **{(*SCHEMAS, *place.split("/")): figure for place, figure in _FIGURES.items()},
    **_ELSEWHERE,
}
"""The figures by place in the contract."""
