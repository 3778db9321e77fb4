"""The resources of the API: the routes of each over its use cases, and those over their collaborators."""

from dataclasses import dataclass
from typing import Self

from flask import Blueprint

from service.actions.after_resolution import RememberResolutions
from service.actions.odds import QuoteOdds
from service.actions.resolve import ResolveAction
from service.actions.routes import action_routes
from service.actions.score import ScoreAction
from service.auth.require import Door
from service.characters.effects import RunEffects
from service.characters.keep import KeepCharacters
from service.characters.lookup import KnownCharacters
from service.characters.routes import character_routes
from service.dependencies import Collaborators
from service.draws.promise import PromiseDraw
from service.draws.routes import draw_routes
from service.idempotency.answer_once import AnswerOnce
from service.insights.count import CountInsight
from service.insights.read import ReadInsight
from service.insights.routes import insight_routes
from service.piecepacks.deal import DealTiles
from service.piecepacks.routes import piecepacks_routes
from service.preview.preview import PreviewTuning
from service.preview.routes import preview_routes
from service.pyramid.arrange import ArrangeCards
from service.pyramid.arrangers import Arrangers
from service.pyramid.deal import DealCards
from service.pyramid.decide import DecidePlay
from service.pyramid.evaluate import EvaluateHand, FindAutomatics
from service.pyramid.routes import PyramidTable, pyramid_routes
from service.pyramid.score import ScoreTable, SettleTable
from service.records.keep import KeepRecords
from service.records.read import ForgetRecords, ReadRecords
from service.records.routes import record_routes
from service.tuning.change import ChangeTuning
from service.tuning.history import TuningHistory
from service.tuning.routes import tuning_routes


@dataclass(frozen=True, slots=True)
class Memory:
    """What actions write behind their answers, and records and insight read."""

    records: KeepRecords
    counts: CountInsight

    @classmethod
    def over(cls, parts: Collaborators) -> Self:
        """Nothing is in it yet."""
        return cls(
            KeepRecords(parts.ledger, parts.background, parts.metrics),
            CountInsight(parts.insight, parts.background, parts.identifiers),
        )


def actions(parts: Collaborators, memory: Memory) -> Blueprint:
    """Resolving, scoring, and the odds."""
    characters = KnownCharacters(parts.characters, parts.metrics)
    resolve_action = ResolveAction(
        parts.dealer, parts.tunings, parts.identifiers, parts.draws, parts.metrics, characters, parts.clock
    )
    return action_routes(
        resolve_action,
        ScoreAction(parts.tunings, characters),
        QuoteOdds(parts.tunings, characters, parts.pause),
        AnswerOnce(parts.retries),
        RememberResolutions(memory.records, memory.counts),
    )


def records(parts: Collaborators, memory: Memory) -> Blueprint:
    """What was resolved."""
    return record_routes(ReadRecords(parts.ledger, memory.records))


def draws(parts: Collaborators) -> Blueprint:
    """Draws that can be verified."""
    promise_draw = PromiseDraw(parts.draws, parts.seeds, parts.identifiers, parts.clock)
    return draw_routes(promise_draw, AnswerOnce(parts.retries))


def characters(parts: Collaborators, memory: Memory, require_admin: Door) -> Blueprint:
    """What characters can do, and what runs on them."""
    return character_routes(
        KeepCharacters(parts.characters, parts.tunings, parts.clock),
        RunEffects(parts.characters, parts.tunings),
        ForgetRecords(parts.ledger, memory.records),
        require_admin,
    )


def tuning(parts: Collaborators) -> Blueprint:
    """The tuning and its history, for admins."""
    history = TuningHistory(parts.tuning_log, parts.tunings.shipped)
    change_tuning = ChangeTuning(history, parts.tunings, parts.clock, parts.identifiers)
    return tuning_routes(history, parts.tunings, change_tuning)


def preview(parts: Collaborators) -> Blueprint:
    """What a change of the tuning would do, for admins."""
    return preview_routes(PreviewTuning(parts.tunings))


def insights(parts: Collaborators, memory: Memory) -> Blueprint:
    """What all resolutions come to, for admins."""
    return insight_routes(ReadInsight(parts.insight, memory.counts, parts.clock))


def pyramid(parts: Collaborators, arrangers: Arrangers) -> Blueprint:
    """Pyramid Poker."""
    table = PyramidTable(
        deal=DealCards(parts.words, parts.identifiers, parts.draws, parts.metrics),
        evaluate=EvaluateHand(arrangers),
        arrange=ArrangeCards(arrangers),
        automatics=FindAutomatics(parts.tunings),
        score=ScoreTable(parts.tunings),
        settle=SettleTable(parts.tunings),
        decide=DecidePlay(arrangers, parts.pause),
    )
    return pyramid_routes(table, AnswerOnce(parts.retries))


def piecepacks(parts: Collaborators) -> Blueprint:
    """Dual Piecepacks Poker."""
    deal_tiles = DealTiles(parts.words, parts.identifiers, parts.draws, parts.metrics)
    return piecepacks_routes(deal_tiles, AnswerOnce(parts.retries))
