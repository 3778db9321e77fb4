"""Declares every setting, reads the environment once, and reports all mistakes together.

`make settings` writes config/example.env from the declarations.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from service.setting_kinds import (
    FILE,
    FLAG,
    FOLDER,
    PATH,
    SECRET,
    STORE_URL,
    TOKEN,
    WEBHOOK_URL,
    Kind,
    matching,
    mebibytes,
    milliseconds,
    one_of,
    origins,
    tokens,
    whole,
)
from service.store.url import WrongPart
from service.store.wait import NO_WAIT, Wait

PREFIX: Final = "DESTINY_"
LOG_LEVELS: Final = ("debug", "info", "warning", "error", "critical")
ONE: Final = "one"
REPLICATED: Final = "replicated"
CLIENTS_OWN: Final = frozenset({f"{PREFIX}URL", f"{PREFIX}TOKEN"})
"""What the command line (`service.cli`) reads. A shell that has them may start the service too, which ignores them."""
DEFAULT_TUNING_FILE: Final = Path(__file__).parent.parent / "config" / "tuning.toml"


class InvalidSettings(Exception):
    """The environment has mistakes; the message names each of them, and shows no secret."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("Invalid settings: " + "; ".join(self.mistakes))


@dataclass(frozen=True, slots=True)
class Variable:
    """The environment variable of a setting."""

    name: str
    default: str
    """As in config/example.env; empty if the setting is unset by default."""
    kind: Kind
    about: str
    """The description for operators."""
    old_names: tuple[str, ...] = ()
    """Former names; each still works, with a warning in the log."""


_PARSED: Final = object()


def setting(variable: Variable, *, unset: object = _PARSED) -> Any:
    """Return the dataclass field of a setting; without `unset`, its default is the variable's, parsed."""

    def default() -> object:
        return variable.kind.parse(variable.default) if unset is _PARSED else unset

    return field(default_factory=default, repr=not variable.kind.secret, metadata={"variable": variable})


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of this process. The defaults suit a developer's machine."""

    host: str = setting(
        Variable(
            "DESTINY_HOST",
            "127.0.0.1",
            matching(r"[A-Za-z0-9_.:%-]+", "a host name or an address"),
            "The address to listen on. The Docker image sets 0.0.0.0.",
        )
    )
    port: int = setting(Variable("DESTINY_PORT", "8000", whole(1, 65_535), "The port to listen on, 1 to 65535."))
    trusted_proxies: int = setting(
        Variable(
            "DESTINY_TRUSTED_PROXIES",
            "0",
            whole(0, 8),
            "How many gateways are in front of the service, 0 to 8. The service trusts that many of the last entries "
            "of X-Forwarded-For for the address of a caller; with 0, none.",
        )
    )
    environment: str = setting(
        Variable(
            "DESTINY_ENVIRONMENT",
            "development",
            matching("[a-z][a-z0-9-]{0,31}", "1 to 32 lower-case letters, digits and -, a letter first"),
            "What this service is for, such as production or staging. /version and /v1/admin/whoami show it, so that "
            "no one changes the wrong one.",
        )
    )
    workers: int = setting(
        Variable(
            "DESTINY_WORKERS", "2", whole(1, 64), "Processes that answer requests, 1 to 64. Use one or two per core."
        )
    )
    head_timeout_s: int = setting(
        Variable(
            "DESTINY_HEAD_TIMEOUT_S",
            "10",
            whole(1, 600, "seconds"),
            "How long the headers of a request may take to arrive, from their first byte, in seconds, 1 to 600. A "
            "slower request is answered 408, and its connection is closed.",
        )
    )
    body_timeout_s: int = setting(
        Variable(
            "DESTINY_BODY_TIMEOUT_S",
            "30",
            whole(1, 600, "seconds"),
            "How long the body of a request may take to arrive, from the end of its headers, in seconds, 1 to 600.",
        )
    )
    log_level: str = setting(
        Variable(
            "DESTINY_LOG_LEVEL",
            "info",
            one_of(*LOG_LEVELS),
            "The lowest level that is logged: debug, info, warning, error or critical. Requests are logged at info.",
        )
    )
    admin_token: str | None = setting(
        Variable(
            "DESTINY_ADMIN_TOKEN",
            "",
            TOKEN,
            "The bearer token of the operator admin, who may do everything. Unset: there is no such operator, and "
            "`make run` makes a token for the time it runs. 16 to 128 letters, digits and -._~+/=",
        ),
        unset=None,
    )
    operators_file: Path | None = setting(  # noqa: RUF009  it is a dataclass field
        Variable(
            "DESTINY_OPERATORS_FILE",
            "",
            PATH,
            "A TOML file with the name, the role and the SHA-256 of the token of each operator; `make operator` prints "
            "the lines to add. Changes count at once. Unset: the only operator is admin, and without "
            "DESTINY_ADMIN_TOKEN the admin routes refuse every call. See docs/operators/roles.md.",
        ),
        unset=None,
    )
    api_tokens: tuple[str, ...] = setting(
        Variable(
            "DESTINY_API_TOKENS",
            "",
            tokens(most=64),
            "Bearer tokens for callers of the game's routes, separated by commas. Give each backend its own, so that "
            "you can change one without the others. At most 64, each of 16 to 128 letters, digits and -._~+/=. "
            "Without these and without a file of tokens, those routes are open.",
        ),
        unset=(),
    )
    api_tokens_file: Path | None = setting(  # noqa: RUF009  it is a dataclass field
        Variable(
            "DESTINY_API_TOKENS_FILE",
            "",
            PATH,
            "A file with such tokens, one on a line, each as it is or as sha256: and its SHA-256; at most 64. Changes "
            "count at once. Both kinds of setting count together. See docs/operators/security.md.",
        ),
        unset=None,
    )
    rate_limit: int | None = setting(
        Variable(
            "DESTINY_RATE_LIMIT",
            "",
            whole(1, 600_000, "units a minute"),
            "How many units a minute each caller may spend on requests under /v1, 1 to 600000; most requests cost one. "
            "A caller is the holder of a token, or else an address. Unset: no limit. A limit costs each request a "
            "round trip to the store. See docs/operators/operating.md.",
        ),
        unset=None,
    )
    cors_origins: tuple[str, ...] = setting(
        Variable(
            "DESTINY_CORS_ORIGINS",
            "",
            origins(most=32),
            "Origins whose pages may call the service from a browser and read its answers (CORS), separated by commas, "
            "each as a browser sends it: https://console.example.com,http://localhost:5173. At most 32, no *. "
            "Unset: none.",
        ),
        unset=(),
    )
    webhook_url: str | None = setting(
        Variable(
            "DESTINY_WEBHOOK_URL",
            "",
            WEBHOOK_URL,
            "An http or https address that gets a signed message about each new revision of the tuning; see "
            "docs/operators/webhook.md. Unset: none.",
        ),
        unset=None,
    )
    webhook_secret: str | None = setting(
        Variable(
            "DESTINY_WEBHOOK_SECRET",
            "",
            SECRET,
            "What the messages are signed with, 16 to 256 characters. DESTINY_WEBHOOK_URL needs it.",
        ),
        unset=None,
    )
    tuning_file: Path = setting(  # noqa: RUF009  it is a dataclass field
        Variable(
            "DESTINY_TUNING_FILE",
            "config/tuning.toml",
            FILE,
            "Revision 0 of the tuning. It is live until the first change, and supplies the values that an older "
            "revision does not have. Later revisions are in the store.",
        ),
        unset=DEFAULT_TUNING_FILE,
    )
    redis_url: str | None = setting(
        Variable(
            "DESTINY_REDIS_URL",
            "",
            STORE_URL,
            "The store to use, Redis 7.4 or later or Valkey 9.0 or later: redis://user:password@host:port/db, "
            "rediss://... (TLS), unix:///path, redis+sentinel://user:password@host:port,host:port/name/db for the "
            "primary that Sentinels know by this name (rediss+sentinel: TLS to both), or "
            "redis+cluster://user:password@host:port,host:port for a cluster (rediss+cluster: TLS), of which each "
            "server knows the others. Unset: the service starts its own store, which keeps its data in "
            "DESTINY_DATA_DIR. Options follow a question mark: db (not in a cluster), username, password, client_name, "
            "health_check_interval, max_connections; over TCP also socket_connect_timeout, socket_keepalive and "
            "socket_timeout; with TLS the ssl_ options of redis-py; with Sentinels also sentinel_username and "
            "sentinel_password, for the Sentinels themselves. The service checks the store once before it starts, and "
            "refuses one that it cannot use; see docs/operators/store.md and the table in "
            "docs/operators/operating.md.",
        ),
        unset=None,
    )
    store_safety: str = setting(
        Variable(
            "DESTINY_STORE_SAFETY",
            ONE,
            one_of(ONE, REPLICATED),
            "What a kept answer, a promised or taken draw and a revision of the tuning need to count. one: one server "
            "has acknowledged the write. replicated: a replica has it too, so that no failover loses it; otherwise "
            "the request gets 503. The servers of DESTINY_REDIS_URL then need min-replicas-to-write 1. See "
            "docs/operators/store.md.",
        )
    )
    store_replicas: int = setting(
        Variable(
            "DESTINY_STORE_REPLICAS",
            "1",
            whole(1, 16),
            "With DESTINY_STORE_SAFETY=replicated: how many replicas must have a write. With 1, a failover after a "
            "crash loses none. With as many as each primary has, no failover does, but while one of them is missing, "
            "keys, draws and changes get 503. See docs/operators/store.md.",
        )
    )
    store_unsafe: bool = setting(
        Variable(
            "DESTINY_STORE_UNSAFE",
            "0",
            FLAG,
            "1: start even if the store of DESTINY_REDIS_URL evicts keys or keeps nothing on disk, so that the tuning "
            "history and kept answers may be lost. For trials only.",
        )
    )
    data_dir: Path = setting(  # noqa: RUF009  it is a dataclass field
        Variable(
            "DESTINY_DATA_DIR",
            "var",
            FOLDER,
            "The folder for the service's own store, the last good tuning, and the workers' counts for /metrics. If it "
            "is missing, it is created for its owner only. Services that run their own store need a folder each.",
        )
    )
    store_timeout_s: float = setting(
        Variable(
            "DESTINY_STORE_TIMEOUT_MS",
            "250",
            milliseconds(1, 60_000),
            "How long a connection attempt or an answer of the store may take, in milliseconds, 1 to 60000.",
        )
    )
    idempotency_bytes: int = setting(
        Variable(
            "DESTINY_IDEMPOTENCY_MIB",
            "256",
            mebibytes(1, 1 << 20),
            "How much of the store's memory answers kept for retries (Idempotency-Key) may take, in MiB, 1 to 1048576. "
            "One takes less than 900 bytes usually. When all is in use, requests with a key get 503 and draw nothing.",
            old_names=("DESTINY_RETRY_MIB",),
        )
    )
    idempotency_hours: int = setting(
        Variable(
            "DESTINY_IDEMPOTENCY_HOURS",
            "24",
            whole(1, 168),
            "How many hours these answers are kept, 1 to 168. 1000 requests a second need 3 GiB for each hour.",
        )
    )
    records: int = setting(
        Variable(
            "DESTINY_RECORDS",
            "100000",
            whole(1, 100_000_000),
            "How many resolutions can be read back, 1 to 100000000. They take at most 2 KiB each on average (200 MiB "
            "by default). Newer ones replace older ones, and sooner if many of them are large gang wars.",
        )
    )
    warnings: tuple[str, ...] = ()
    """Warnings about the environment, for the log; not a setting."""

    @property
    def address(self) -> str:
        """The host and port as host:port, with brackets around an IPv6 address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def replica_wait(self) -> Wait:
        """How many replicas a write waits for, and how long."""
        if self.store_safety != REPLICATED:
            return NO_WAIT
        # The store's answer must arrive within the timeout, even if no replica does. And 0 would be no limit.
        return Wait(self.store_replicas, max(1, round(800 * self.store_timeout_s)))

    @property
    def logs_requests(self) -> bool:
        """Whether each request is logged, at level info."""
        return LOG_LEVELS.index(self.log_level) <= LOG_LEVELS.index("info")

    @classmethod
    def from_env(cls, mapping: Mapping[str, str]) -> Self:
        """Read the settings from these variables; an empty variable counts as unset."""
        given = {name: value for name, value in sorted(mapping.items()) if name.startswith(PREFIX) and value}
        for name in CLIENTS_OWN:
            given.pop(name, None)
        values: dict[str, Any] = {}
        mistakes, warnings = [], []
        for name, text in given.items():
            if name in _NEW_NAMES:
                new = _NEW_NAMES[name]
                ignored = " It is ignored, as that is set too." if new in given else ""
                warnings.append(f"{name} is now called {new}; set that instead.{ignored}")
                if ignored:
                    continue
            variable = VARIABLES.get(_NEW_NAMES.get(name, name))
            if variable is None:
                mistakes.append(_unknown(name))
                continue
            kind = variable.kind
            try:
                values[_ATTRIBUTES[variable.name]] = kind.parse(text)
            except WrongPart as error:
                mistakes.append(f"{name} is {kind.show(text)} {error}")
            except (ValueError, OSError):  # OSError: a path that is too long or not accessible
                mistakes.append(f"{name} is {kind.show(text)}, allowed: {kind.allowed}")
        mistakes += _missing(given, values)
        if mistakes:
            raise InvalidSettings(mistakes)
        return cls(**values, warnings=tuple(warnings))


def _missing(given: Mapping[str, str], values: Mapping[str, Any]) -> Iterable[str]:
    """The settings without which others make no sense."""
    if "webhook_url" in values and "DESTINY_WEBHOOK_SECRET" not in given:
        yield "DESTINY_WEBHOOK_URL needs DESTINY_WEBHOOK_SECRET"
    if values.get("store_safety") == REPLICATED and "DESTINY_REDIS_URL" not in given:
        yield "DESTINY_STORE_SAFETY=replicated needs DESTINY_REDIS_URL: the service's own store has no replica"


def _unknown(name: str) -> str:
    # The message omits the value: it may be a mistyped secret.
    near = get_close_matches(name, VARIABLES, n=1, cutoff=0.8)
    return f"{name} is not a setting, " + (f"did you mean {near[0]}?" if near else f"known: {', '.join(VARIABLES)}")


_ATTRIBUTES: Final[Mapping[str, str]] = MappingProxyType(
    {one.metadata["variable"].name: one.name for one in fields(Settings) if one.metadata}
)
VARIABLES: Final[Mapping[str, Variable]] = MappingProxyType(
    {one.metadata["variable"].name: one.metadata["variable"] for one in fields(Settings) if one.metadata}
)
"""Every variable that the service reads, by name."""
_NEW_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {old: variable.name for variable in VARIABLES.values() for old in variable.old_names}
)
