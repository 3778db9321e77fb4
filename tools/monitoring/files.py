"""Where the generated files are."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tools.monitoring import alerts, dashboard

FOLDER: Final = Path(__file__).parents[2] / "deploy" / "monitoring"
FILES: Final[Mapping[Path, Callable[[], str]]] = {
    FOLDER / "alerts.yml": alerts.written,
    FOLDER / "grafana" / "dashboard.json": dashboard.written,
}
