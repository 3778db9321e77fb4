"""How to start the server for Node, with the tuning that the service ships."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import orjson

from benchmarks.peers.running import PORT
from service.engines.cards import SUITS
from service.settings import DEFAULT_TUNING_FILE
from service.tuning.files import read_tuning_file

COMMAND: Final[Sequence[str]] = ("node", str(Path(__file__).with_name("node_server.js")), PORT)


def has_node() -> bool:
    """Whether the machine has Node."""
    return shutil.which(COMMAND[0]) is not None


def settings() -> Mapping[str, str]:
    """What the rules for a crime need, as a setting: points are hundredths, suits their numbers."""
    tuning = read_tuning_file(DEFAULT_TUNING_FILE).tuning
    document = {
        "hand_rank_scores": dict(tuning.hand_rank_scores),
        "skill_bonuses": tuning.skill_bonuses,
        "skills": {name: [SUITS.index(suit) for suit in suits] for name, suits in tuning.skills.items()},
        "critical_margin": tuning.critical_margin,
        "failure_margin": tuning.failure_margin,
        "reward_multipliers": dict(tuning.reward_multipliers),
        "crimes": dict(tuning.crimes),
        "locations": dict(tuning.locations),
    }
    return {"BENCH_TUNING": orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS).decode()}
