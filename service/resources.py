"""The resources of the API: the routes of each over its use cases, and those over their collaborators."""

from dataclasses import dataclass
from typing import Self

from flask import Blueprint

from service.usecases.answer_once import AnswerOnce
from service.usecases.change_tuning import ChangeTuning
from service.usecases.collaborators import Collaborators
from service.usecases.count_insight import CountInsight
from service.usecases.deal_tiles import DealTiles
from service.usecases.forget_records import ForgetRecords
from service.usecases.keep_characters import KeepCharacters
from service.usecases.keep_records import KeepRecords
from service.usecases.known_characters import KnownCharacters
from service.usecases.preview_tuning import PreviewTuning
from service.usecases.promise_draw import PromiseDraw
from service.usecases.pyramid.arrange_cards import ArrangeCards
from service.usecases.pyramid.arrangers import Arrangers
from service.usecases.pyramid.deal_cards import DealCards
from service.usecases.pyramid.decide_play import DecidePlay
from service.usecases.pyramid.evaluate_hand import EvaluateHand
from service.usecases.pyramid.find_automatics import FindAutomatics
from service.usecases.pyramid.score_table import ScoreTable, SettleTable
from service.usecases.quote_odds import QuoteOdds
from service.usecases.read_insight import ReadInsight
from service.usecases.read_records import ReadRecords
from service.usecases.resolve_action import ResolveAction
from service.usecases.run_effects import RunEffects
from service.usecases.score_action import ScoreAction
from service.usecases.tuning_history import TuningHistory
from service.web.action_routes import action_routes
from service.web.character_routes import character_routes
from service.web.doors import Door
from service.web.draw_routes import draw_routes
from service.web.insight_routes import insight_routes
from service.web.piecepacks_routes import piecepacks_routes
from service.web.preview_routes import preview_routes
from service.web.pyramid_routes import PyramidTable, pyramid_routes
from service.web.record_routes import record_routes
from service.web.remembering import RememberResolutions
from service.web.tuning_routes import tuning_routes


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
