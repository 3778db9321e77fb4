"""What the environment decides, read once, with every mistake reported together."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from service.store.url import UnknownOption, checked_store_url

PREFIX: Final = "DESTINY_"
MOST_API_TOKENS: Final = 64
MOST_CORS_ORIGINS: Final = 32
LOG_LEVELS: Final = ("debug", "info", "warning", "error", "critical")
_BEARER: Final = r"[A-Za-z0-9._~+/=-]{16,128}"
_CHARACTERS_ALLOWED: Final = "16 to 128 letters, digits and -._~+/="
"""Shorter ones could be guessed; longer ones are more likely a mistake."""
DEFAULT_TUNING_FILE: Final = Path(__file__).parent.parent / "config" / "tuning.toml"


class InvalidSettings(Exception):
    """The environment cannot be used as it is; every mistake in it is named, and no secret is shown."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("Invalid settings: " + "; ".join(self.mistakes))


@dataclass(frozen=True, slots=True)
class Settings:
    """How this process is set up. The defaults are those of a machine of one's own."""

    host: str = "127.0.0.1"
    port: int = 8000
    trusted_proxies: int = 0
    """How many gateways stand in front, each of which adds to X-Forwarded-For the address that called it."""
    workers: int = 2
    head_timeout_s: int = 10
    """How long the headers of a request may take to arrive, from their first byte on."""
    body_timeout_s: int = 30
    """How long the body of a request may take to arrive."""
    log_level: str = "info"
    admin_token: str | None = field(default=None, repr=False)
    api_tokens: tuple[str, ...] = field(default=(), repr=False)
    """None of them: the game's routes are open to everyone who can reach them."""
    rate_limit: int | None = None
    """Requests a minute for each caller; None: as many as it likes."""
    cors_origins: tuple[str, ...] = ()
    """Of which origins a browser lets pages read answers; none of them: no headers for browsers are sent."""
    tuning_file: Path = DEFAULT_TUNING_FILE
    redis_url: str | None = field(default=None, repr=False)
    """None: the service starts a store of its own under the data folder."""
    store_unsafe: bool = False
    """Whether to start over a store that may lose what it keeps."""
    data_dir: Path = field(default_factory=Path("var").absolute)
    store_timeout_s: float = 0.25
    retry_bytes: int = 256 << 20
    """How much of the store the answers kept for retries may take."""
    records: int = 100_000
    """How many resolutions can be read back."""

    @property
    def address(self) -> str:
        """Host and port, as they are written together."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def logs_requests(self) -> bool:
        """Whether the log has a line for each request; they are of the level info."""
        return LOG_LEVELS.index(self.log_level) <= LOG_LEVELS.index("info")

    @classmethod
    def from_env(cls, mapping: Mapping[str, str]) -> Self:
        """The settings that these variables give; an empty variable counts as unset."""
        given = {name: value for name, value in sorted(mapping.items()) if name.startswith(PREFIX) and value}
        values: dict[str, Any] = {}
        mistakes = []
        for name, text in given.items():
            variable = VARIABLES.get(name)
            if variable is None:
                mistakes.append(_unknown(name))
                continue
            try:
                values[variable.setting] = variable.parse(text)
            except UnknownOption as error:
                mistakes.append(f"{name} is {variable.show(text)} {error}")
            except (ValueError, OSError):  # OSError: a path too long, or not ours to see
                mistakes.append(f"{name} is {variable.show(text)}, allowed: {variable.allowed}")
        if mistakes:
            raise InvalidSettings(mistakes)
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Variable:
    """How one environment variable becomes one setting."""

    setting: str
    allowed: str
    parse: Callable[[str], object]
    """Raises ValueError for what is not allowed."""
    show: Callable[[str], str] = repr
    """How a refused value appears in the message."""


def _unknown(name: str) -> str:
    # Its value stays out of the message: it may be a mistyped secret.
    near = get_close_matches(name, VARIABLES, n=1, cutoff=0.8)
    return f"{name} is not a setting, " + (f"did you mean {near[0]}?" if near else f"known: {', '.join(VARIABLES)}")


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        # int() alone would also take "1_0", " 8 " and digits of other scripts.
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return parse


def _matching(pattern: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(text)
        return text

    return parse


def _seconds(text: str) -> float:
    return _whole(1, 60_000)(text) / 1000


def _mebibytes(text: str) -> int:
    return _whole(1, 1 << 20)(text) << 20


def _log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ValueError(text)
    return text.lower()


def _folder(text: str) -> Path:
    return Path(text).absolute()


def _file(text: str) -> Path:
    path = Path(text).absolute()
    if not path.is_file():
        raise ValueError(text)
    return path


def _flag(text: str) -> bool:
    return bool(_whole(0, 1)(text))


def _tokens(text: str) -> tuple[str, ...]:
    tokens = tuple(text.split(","))
    if len(tokens) > MOST_API_TOKENS or len(set(tokens)) < len(tokens):
        raise ValueError(text)
    return tuple(map(_matching(_BEARER), tokens))


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(text.split(","))
    if len(origins) > MOST_CORS_ORIGINS or len(set(origins)) < len(origins):
        raise ValueError(text)
    return tuple(map(_origin, origins))


def _origin(text: str) -> str:
    # Browsers send an origin in one spelling, and it is compared as text: any other would never match.
    found = re.fullmatch(r"(https?)://(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?", text)
    if not found or int(found[2] or 1) > 65_535 or (found[1], found[2]) in {("http", "80"), ("https", "443")}:
        raise ValueError(text)
    return text


def _scheme_only(text: str) -> str:
    # A password can stand almost anywhere in a broken URL, so nothing but the scheme is shown.
    scheme = re.match(r"[a-z]{1,12}://", text)
    return f"'{scheme.group() if scheme else ''}...'"


def _hidden(_: str) -> str:
    return "(not shown)"


VARIABLES: Final[Mapping[str, Variable]] = MappingProxyType(
    {
        "DESTINY_HOST": Variable("host", "a host name or an address", _matching(r"[A-Za-z0-9_.:%-]+")),
        "DESTINY_PORT": Variable("port", "1 to 65535", _whole(1, 65_535)),
        "DESTINY_TRUSTED_PROXIES": Variable("trusted_proxies", "0 to 8", _whole(0, 8)),
        "DESTINY_WORKERS": Variable("workers", "1 to 64", _whole(1, 64)),
        "DESTINY_HEAD_TIMEOUT_S": Variable("head_timeout_s", "1 to 600 (seconds)", _whole(1, 600)),
        "DESTINY_BODY_TIMEOUT_S": Variable("body_timeout_s", "1 to 600 (seconds)", _whole(1, 600)),
        "DESTINY_LOG_LEVEL": Variable("log_level", ", ".join(LOG_LEVELS), _log_level),
        "DESTINY_ADMIN_TOKEN": Variable(
            "admin_token", f"one token of {_CHARACTERS_ALLOWED}", _matching(_BEARER), _hidden
        ),
        "DESTINY_API_TOKENS": Variable(
            "api_tokens",
            f"1 to {MOST_API_TOKENS} different tokens with commas between them, each of {_CHARACTERS_ALLOWED}",
            _tokens,
            _hidden,
        ),
        "DESTINY_RATE_LIMIT": Variable("rate_limit", "1 to 600000 (requests a minute)", _whole(1, 600_000)),
        "DESTINY_CORS_ORIGINS": Variable(
            "cors_origins",
            f"1 to {MOST_CORS_ORIGINS} different origins with commas between them, each as a browser sends it, such as "
            "https://console.example.com or http://localhost:5173: no *, no path, no capitals, no default port",
            _origins,
        ),
        "DESTINY_TUNING_FILE": Variable("tuning_file", "an existing file", _file),
        "DESTINY_REDIS_URL": Variable(
            "redis_url", "redis://host:port/db, rediss://host:port/db or unix:///path", checked_store_url, _scheme_only
        ),
        "DESTINY_STORE_UNSAFE": Variable("store_unsafe", "0 or 1", _flag),
        "DESTINY_DATA_DIR": Variable("data_dir", "a folder", _folder),
        "DESTINY_STORE_TIMEOUT_MS": Variable("store_timeout_s", "1 to 60000 (milliseconds)", _seconds),
        "DESTINY_RETRY_MIB": Variable("retry_bytes", "1 to 1048576 (MiB)", _mebibytes),
        "DESTINY_RECORDS": Variable("records", "1 to 100000000", _whole(1, 100_000_000)),
    }
)
"""Every variable that the service reads; config/example.env describes them."""
