"""The admin's part of the API, behind one door."""

from flask import Blueprint

from service.web.doors import Door


def admin_routes(door: Door, *rooms: Blueprint) -> Blueprint:
    """The routes of these blueprints, each request let in by the door first."""
    routes = Blueprint("admin", __name__, url_prefix="/v1/admin")
    routes.before_request(door)
    for room in rooms:
        routes.register_blueprint(room)
    return routes
