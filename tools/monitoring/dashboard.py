"""The dashboard as Grafana reads it."""

import json
from collections.abc import Iterator
from typing import Any, Final

from tools.monitoring.panels import REVISION_CHANGED, ROWS, Panel

Json = dict[str, Any]

UID: Final = "desperados-destiny"
"""Grafana's name for the dashboard: a file with the same one replaces it."""
STEP: Final = "60s"
"""How often the annotation is evaluated: a change is visible for a minute."""
_COLUMNS: Final = 24
_HEIGHT: Final = 8
_HEIGHT_OF_NUMBERS: Final = 4
_SOURCE: Final[Json] = {"type": "prometheus", "uid": "${source}"}


def dashboard() -> Json:
    """The dashboard as it would be made now."""
    return {
        "uid": UID,
        "title": "Desperados Destiny",
        "description": "Made by `make monitoring` from tools/monitoring/panels.py; change it there.",
        "tags": ["destiny"],
        "timezone": "browser",
        "schemaVersion": 39,
        "editable": False,
        "graphTooltip": 1,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {
            "list": [{"name": "source", "label": "Data source", "type": "datasource", "query": "prometheus"}],
        },
        "annotations": {
            "list": [
                {
                    "name": "Tuning revisions",
                    "datasource": _SOURCE,
                    "enable": True,
                    "iconColor": "purple",
                    # Releases of Grafana differ in which of the two they read.
                    "expr": REVISION_CHANGED,
                    "step": STEP,
                    "target": {"refId": "Anno", "expr": REVISION_CHANGED, "interval": STEP, "range": True},
                    "titleFormat": "Tuning revision {{revision}}",
                }
            ]
        },
        "panels": list(_panels()),
    }


def written() -> str:
    """The text of `dashboard.json`."""
    return json.dumps(dashboard(), ensure_ascii=False, indent=2) + "\n"


def _panels() -> Iterator[Json]:
    """All panels in rows; a panel that has no room left goes below the others of its row."""
    number = top = 0
    for title, panels in ROWS:
        number += 1
        yield {
            "id": number,
            "type": "row",
            "title": title,
            "collapsed": False,
            "panels": [],
            "gridPos": {"x": 0, "y": top, "w": _COLUMNS, "h": 1},
        }
        top += 1
        left = 0
        height = _HEIGHT_OF_NUMBERS if all(panel.current for panel in panels) else _HEIGHT
        for panel in panels:
            if left + panel.width > _COLUMNS:
                left, top = 0, top + height
            number += 1
            place = {"x": left, "y": top, "w": panel.width, "h": height}
            yield {"id": number, "gridPos": place, **_panel(panel)}
            left += panel.width
        top += height


def _panel(panel: Panel) -> Json:
    return {
        "type": "stat" if panel.current else "timeseries",
        "title": panel.title,
        "description": panel.about,
        "datasource": _SOURCE,
        "targets": [
            {
                "refId": chr(ord("A") + place),
                "datasource": _SOURCE,
                "expr": query.expression,
                "legendFormat": query.legend,
                "instant": panel.current,
                "range": not panel.current,
            }
            for place, query in enumerate(panel.queries)
        ],
        "fieldConfig": {"defaults": _field(panel), "overrides": []},
        "options": _STAT if panel.current else _GRAPH,
    }


def _field(panel: Panel) -> Json:
    field: Json = {"unit": panel.unit, "min": 0}
    if panel.most is not None:
        field["max"] = panel.most
    if panel.current:
        field["color"] = {"mode": "thresholds"}
        steps = [{"value": value, "color": color} for value, color in panel.colors]
        field["thresholds"] = {"mode": "absolute", "steps": steps}
    else:
        field["custom"] = {
            "lineWidth": 1,
            "fillOpacity": 30 if panel.stacked else 5,
            "showPoints": "never",
            "stacking": {"mode": "normal" if panel.stacked else "none", "group": "A"},
        }
    return field


_STAT: Final[Json] = {
    "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False},
    "colorMode": "value",
    "graphMode": "none",
}
_GRAPH: Final[Json] = {
    "legend": {"displayMode": "list", "placement": "bottom", "showLegend": True},
    "tooltip": {"mode": "multi", "sort": "desc"},
}
