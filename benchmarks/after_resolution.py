"""The service with and without its work after an answer: records and insight, each by itself."""

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flask import Flask

from service.actions.batches import ResolveBatch
from service.actions.odds import QuoteOdds
from service.actions.resolve import ResolveAction
from service.actions.routes import ActionUseCases, action_routes
from service.actions.score import ScoreAction
from service.actions.serialized import Serialized
from service.auth.turns import TakeCallersTurn
from service.characters.lookup import CharacterLookup
from service.engines.pauses import no_pause
from service.idempotency.answer_once import AnswerOnce
from service.idempotency.follow_up import FollowUpLater
from service.insights.count import CountInsight
from service.problems import register_problems
from service.records.keep import KeepRecords
from service.settings import Settings
from service.wiring import build_dependencies


@dataclass(frozen=True, slots=True)
class RecordOrCount:
    """Does only the named parts of "records" and "insight"."""

    keep_records: KeepRecords
    count: CountInsight
    done: Collection[str]

    def wait_for_room(self) -> None:
        """Wait as the service does, if records are kept."""
        if "records" in self.done:
            self.keep_records.wait_for_room()

    def wait_for_batches(self) -> None:
        """Wait as the service does, if records are kept."""
        if "records" in self.done:
            self.keep_records.wait_for_batches()

    def __call__(self, resolutions: Sequence[Serialized]) -> None:
        if "insight" in self.done:
            self.count([one.resolved for one in resolutions])
        if "records" in self.done:
            self.keep_records(resolutions)


def app(*done: str) -> Flask:
    """An application that resolves actions and does the named parts of "records" and "insight"."""
    parts = build_dependencies(Settings.from_env(os.environ))
    characters = CharacterLookup(parts.characters, parts.metrics)
    keep_records = KeepRecords(parts.ledger, parts.background, parts.metrics)
    count = CountInsight(parts.insight, parts.background, parts.identifiers)
    resolve_action = ResolveAction(parts.dealer, parts.tunings, parts.identifiers, parts.draws, characters, parts.clock)

    take_turn = TakeCallersTurn(parts.turns, None)
    made = Flask("after_resolution", static_folder=None)
    register_problems(made)
    made.register_blueprint(
        action_routes(
            ActionUseCases(
                ResolveBatch(resolve_action, parts.pause),
                ScoreAction(parts.tunings, characters, no_pause),
                QuoteOdds(parts.tunings, characters, parts.pause, take_turn),
            ),
            AnswerOnce(parts.idempotency, FollowUpLater(parts.idempotency, parts.background)),
            RecordOrCount(keep_records, count, done),
            take_turn,
        )
    )
    made.add_url_rule("/health/live", "live", lambda: "live")
    return made
