"""A small application with the tile routes alone, and tables to ask it about."""

from itertools import count
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from service.usecases.deal_tiles import DealTiles
from service.web.piecepacks_routes import piecepacks_routes
from service.web.problems import register_problems

BOARD = ["b♠N", "b♠A", "w♥2", "w♦2", "b♣5"]
ANN: dict[str, Any] = {"id": "ann", "tiles": ["bH3", "bH4"]}
BOB: dict[str, Any] = {"id": "bob", "tiles": ["bHN", "wHN"]}
HOLDEM: dict[str, Any] = {"variant": "texas_holdem", "board": BOARD, "players": [ANN, BOB]}
OMAHA: dict[str, Any] = {
    "variant": "omaha_hi_lo",
    "board": BOARD,
    "players": [
        {"id": "ann", "tiles": ["bH3", "bH4", "wS3", "wD3"], "paid": 101},
        {"id": "bob", "tiles": ["bHN", "wHN", "wS4", "wD4"], "paid": 300},
        {"id": "cid", "paid": 200, "folded": True},
    ],
}


def table_client() -> FlaskClient:
    """A client of the application."""
    app = Flask("piecepacks")
    register_problems(app)
    # Words far apart, so that the tiles are not in order; any words will do where fairness is not the point.
    app.register_blueprint(piecepacks_routes(DealTiles(number * 2_654_435_761 % 2**32 for number in count(1))))
    return app.test_client()
