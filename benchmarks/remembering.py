"""The service with and without what it does behind its answers: records and insight, each by itself."""

import os
from collections.abc import Iterable
from functools import partial

from flask import Flask

from service.settings import Settings
from service.usecases.answer_once import AnswerOnce
from service.usecases.count_insight import CountInsight
from service.usecases.keep_records import KeepRecords
from service.usecases.known_characters import KnownCharacters
from service.usecases.quote_odds import QuoteOdds
from service.usecases.resolve_action import ResolveAction
from service.usecases.score_action import ScoreAction
from service.web.action_routes import action_routes
from service.web.answers.records import ToldResolution, record_of
from service.web.problems import register_problems
from service.wiring import collaborators


def app(*remembered: str) -> Flask:
    """An application that resolves actions and remembers, of "records" and "insight", those named."""
    parts = collaborators(Settings.from_env(os.environ))
    characters = KnownCharacters(parts.characters, parts.metrics)
    keep_record = KeepRecords(parts.ledger, parts.background, parts.metrics)
    count = CountInsight(parts.insight, parts.background, parts.identifiers)

    def remember(told: Iterable[ToldResolution]) -> None:
        for one in told:
            if "records" in remembered:
                keep_record(partial(record_of, one))
            if "insight" in remembered:
                count(one.resolved)

    made = Flask("remembering", static_folder=None)
    register_problems(made)
    made.register_blueprint(
        action_routes(
            ResolveAction(
                parts.dealer, parts.tunings, parts.identifiers, parts.draws, parts.metrics, characters, parts.clock
            ),
            ScoreAction(parts.tunings, characters),
            QuoteOdds(parts.tunings, characters),
            AnswerOnce(parts.retries),
            remember,
        )
    )
    made.add_url_rule("/health/live", "live", lambda: "live")
    return made
