"""What requests of the collection pass on to later ones, and requests without an example in the contract."""

from typing import Final

FOLDER_ORDER: Final = {
    "forgetCharacter": 3,
    "endEffect": 2,
    "getRunningEffects": 1,
}
"""Operations that come later in their folder than in the contract, because other requests create what they need."""

PROMISE: Final = ("promiseDraw", "ten_minutes")
"""The example that promises a draw for the next request."""

PURPOSES: Final = {"dealPyramid": "pyramid_deal", "dealPiecepacks": "piecepacks_deal"}
"""What a draw is promised for, by the operation that uses it."""

MOVED: Final = {
    ("resolveAction", "duel_by_a_promised_draw"): PROMISE,
    ("resolveAction", "known_character"): ("rememberCharacter", "thief"),
}
"""Examples that are sent after another operation's example, because they need its response."""

FIELDS: Final = {"character_id": "{{characterId}}", "draw_id": "{{drawId}}"}
"""The variables that replace an example's ids, in bodies and in paths."""

PATH: Final = {**FIELDS, "resolution_id": "{{resolutionId}}", "revision": "{{tuningRevision}}"}

HEADERS: Final = {"Idempotency-Key": "{{idempotencyKey}}", "If-Match": "{{tuningETag}}"}

BODY_FIELDS: Final = {"restoreTuning": {"tuning_revision": "{{earlierRevision}}"}}
"""Numbers from an earlier response."""

_REVISION: Final = {"tuningETag": 'pm.response.headers.get("ETag")', "tuningRevision": "body.revision"}

STORED: Final[dict[tuple[str, str], dict[str, str]]] = {
    ("resolveAction", "bank_robbery"): {"resolutionId": "body.resolution_id"},
    ("resolveAction", "duel_by_a_promised_draw"): {
        "serverSeed": "body.draw.server_seed",
        "clientSeed": "body.draw.client_seed",
        "drawnHand": "JSON.stringify(body.actor.hand)",
    },
    ("promiseDraw", "ten_minutes"): {"drawId": "body.draw_id", "serverSeedHash": "body.server_seed_hash"},
    ("getTuning", ""): {**_REVISION, "earlierRevision": "body.revision"},
    ("patchTuning", "pairs_worth_more"): _REVISION,
    ("replaceTuning", "spring"): _REVISION,
    ("restoreTuning", "event_over"): _REVISION,
}
"""Variables that a response sets, as JavaScript over `body`."""

PROVED: Final[dict[tuple[str, str], dict[str, str]]] = {
    ("resolveAction", "duel_by_a_promised_draw"): {
        "The seed is the one that was promised": (
            'pm.expect(body.draw.server_seed_hash).to.equal(pm.variables.get("serverSeedHash"));'
        ),
    },
    ("getCharacter", ""): {
        "It is the character that was remembered": (
            'pm.expect(body.character_id).to.equal(pm.variables.get("characterId"));'
        ),
    },
    ("getRunningEffects", ""): {
        "The effect runs": 'pm.expect(body.effects.map((each) => each.effect)).to.eql(["whiskey"]);',
    },
    ("getResolution", ""): {
        "It is the resolution that was asked for": (
            'pm.expect(body.resolution_id).to.equal(pm.variables.get("resolutionId"));'
        ),
    },
    ("replaceTuning", "spring"): {
        "It is built on the revision that was read": (
            'pm.expect(body.based_on).to.equal(Number(pm.variables.get("earlierRevision")));'
        ),
    },
    ("patchTuning", "pairs_worth_more"): {
        "It is built on the revision before": (
            'pm.expect(body.based_on).to.equal(Number(pm.variables.get("tuningRevision")));'
        ),
    },
    ("restoreTuning", "event_over"): {
        "The revision from before the change is back": (
            'pm.expect(body.restores).to.equal(Number(pm.variables.get("earlierRevision")));'
        ),
    },
    ("getTuningRevision", ""): {
        "It is the newest revision": ('pm.expect(body.revision).to.equal(Number(pm.variables.get("tuningRevision")));'),
    },
}
"""Checks of a response beyond its shape, as JavaScript over `body`."""

SAME_AS_EXAMPLE: Final = frozenset(
    {
        "verifyDraw",
        "validatePyramid",
        "getPiecepacksRankings",
        "evaluatePiecepacks",
        "comparePiecepacks",
        "showDownPiecepacks",
        "quotePiecepacksOdds",
        "isLive",
    }
)
"""Operations whose response depends only on the request, and must equal the contract's example."""

NOT_NEEDED: Final = {"adoptTuning": 409}
"""Operations that a service in order has no use for, and the status with which it refuses them."""

QUERIES: Final[dict[str, tuple[dict[str, str], ...]]] = {
    "getInsights": (
        {"days": "1"},
        {"by": "day"},
        {"by": "revision", "limit": "5"},
        {"by": "crime", "crime": "bank_robbery"},
    ),
    "listTuples": ({"position": "front", "hand_type": "three_of_a_kind", "reachable": "true"}, {"format": "csv"}),
}
"""Requests with a query, in addition to the one without."""

PAGED: Final = frozenset({"listResolutions", "listTuningRevisions", "listTuples"})
"""Operations that are asked for a page of one item, and then for the next page."""
