"""The environment in, settings or every mistake out."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.settings import VARIABLES, InvalidSettings, Settings

PROJECT = Path(__file__).parent.parent.parent
ENVIRONMENTS = "1 to 32 lower-case letters, digits and -, a letter first"


def refusal(**mapping: str) -> str:
    with pytest.raises(InvalidSettings) as refused:
        Settings.from_env(mapping)
    return str(refused.value)


def test_settings__empty_environment__are_the_defaults() -> None:
    assert Settings.from_env({}) == Settings(
        host="127.0.0.1",
        port=8000,
        redis_url=None,
        data_dir=Path.cwd() / "var",
        admin_token=None,
        operators_file=None,
        environment="development",
        api_tokens=(),
        api_tokens_file=None,
        rate_limit=None,
        cors_origins=(),
        trusted_proxies=0,
        workers=2,
        head_timeout_s=10,
        body_timeout_s=30,
        tuning_file=PROJECT / "config" / "tuning.toml",
        store_timeout_s=0.25,
        log_level="info",
        idempotency_bytes=268_435_456,
        idempotency_hours=24,
        store_safety="one",
    )


def test_settings__every_variable_given__take_it(tmp_path: Path) -> None:
    tuning = tmp_path / "tuning.toml"
    tuning.touch()
    token = "abc.DEF-123_~+/="  # noqa: S105
    settings = Settings.from_env(
        {
            "DESTINY_HOST": "::1",
            "DESTINY_PORT": "80",
            "DESTINY_REDIS_URL": "rediss://user:pass@store.example:6380/1",
            "DESTINY_DATA_DIR": "data/here",
            "DESTINY_ADMIN_TOKEN": token,
            "DESTINY_OPERATORS_FILE": "config/operators.toml",
            "DESTINY_ENVIRONMENT": "eu-production-2",
            "DESTINY_API_TOKENS": "token-of-backend-1,token-of-backend-2",
            "DESTINY_API_TOKENS_FILE": "config/tokens",
            "DESTINY_RATE_LIMIT": "600",
            "DESTINY_CORS_ORIGINS": "https://console.example.com,http://localhost:5173",
            "DESTINY_WEBHOOK_URL": "https://hooks.example.com/destiny",
            "DESTINY_WEBHOOK_SECRET": "a-secret-of-the-tests",
            "DESTINY_TRUSTED_PROXIES": "1",
            "DESTINY_WORKERS": "64",
            "DESTINY_TUNING_FILE": str(tuning),
            "DESTINY_STORE_TIMEOUT_MS": "1500",
            "DESTINY_HEAD_TIMEOUT_S": "1",
            "DESTINY_BODY_TIMEOUT_S": "600",
            "DESTINY_LOG_LEVEL": "WARNING",
            "DESTINY_IDEMPOTENCY_MIB": "3",
            "DESTINY_IDEMPOTENCY_HOURS": "1",
            "DESTINY_STORE_SAFETY": "replicated",
            "PATH": "/bin",
        }
    )

    assert settings == Settings(
        host="::1",
        port=80,
        redis_url="rediss://user:pass@store.example:6380/1",
        data_dir=Path.cwd() / "data" / "here",
        admin_token=token,
        operators_file=Path.cwd() / "config" / "operators.toml",
        environment="eu-production-2",
        api_tokens=("token-of-backend-1", "token-of-backend-2"),
        api_tokens_file=Path.cwd() / "config" / "tokens",
        rate_limit=600,
        cors_origins=("https://console.example.com", "http://localhost:5173"),
        webhook_url="https://hooks.example.com/destiny",
        webhook_secret="a-secret-of-the-tests",  # noqa: S106
        trusted_proxies=1,
        workers=64,
        head_timeout_s=1,
        body_timeout_s=600,
        tuning_file=tuning,
        store_timeout_s=1.5,
        log_level="warning",
        idempotency_bytes=3_145_728,
        idempotency_hours=1,
        store_safety="replicated",
    )


def test_settings__by_an_old_name__take_it_and_warn() -> None:
    settings = Settings.from_env({"DESTINY_RETRY_MIB": "3"})

    assert settings.idempotency_bytes == 3 << 20
    assert settings.warnings == ("DESTINY_RETRY_MIB is now called DESTINY_IDEMPOTENCY_MIB; set that instead.",)


def test_settings__by_both_names__take_the_new_one_and_warn() -> None:
    settings = Settings.from_env({"DESTINY_RETRY_MIB": "x", "DESTINY_IDEMPOTENCY_MIB": "4"})

    assert settings.idempotency_bytes == 4 << 20
    assert settings.warnings[0].endswith("It is ignored, as that is set too.")


def test_settings__by_an_old_name_and_not_allowed__are_refused_by_the_name_that_was_given() -> None:
    assert refusal(DESTINY_RETRY_MIB="0") == ("Invalid settings: DESTINY_RETRY_MIB is '0', allowed: 1 to 1048576 (MiB)")


def test_settings__variables_of_the_command_line__are_ignored() -> None:
    given = {"DESTINY_URL": "https://staging.example.com", "DESTINY_TOKEN": "one-of-the-tokens"}

    assert Settings.from_env(given) == Settings.from_env({})


def test_settings__empty_values__count_as_unset() -> None:
    assert Settings.from_env(dict.fromkeys(VARIABLES, "")) == Settings.from_env({})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("DESTINY_PORT", "0", "DESTINY_PORT is '0', allowed: 1 to 65535"),
        ("DESTINY_PORT", "65536", "DESTINY_PORT is '65536', allowed: 1 to 65535"),
        ("DESTINY_PORT", "8_0", "DESTINY_PORT is '8_0', allowed: 1 to 65535"),
        ("DESTINY_PORT", "٣", "DESTINY_PORT is '٣', allowed: 1 to 65535"),
        ("DESTINY_HOST", "a b", "DESTINY_HOST is 'a b', allowed: a host name or an address"),
        ("DESTINY_RATE_LIMIT", "0", "DESTINY_RATE_LIMIT is '0', allowed: 1 to 600000 (units a minute)"),
        *(
            ("DESTINY_ENVIRONMENT", name, f"DESTINY_ENVIRONMENT is '{name}', allowed: {ENVIRONMENTS}")
            for name in ("Production", "2", "a b", "x" * 33)
        ),
        ("DESTINY_TRUSTED_PROXIES", "9", "DESTINY_TRUSTED_PROXIES is '9', allowed: 0 to 8"),
        ("DESTINY_WORKERS", "65", "DESTINY_WORKERS is '65', allowed: 1 to 64"),
        ("DESTINY_WORKERS", "-1", "DESTINY_WORKERS is '-1', allowed: 1 to 64"),
        ("DESTINY_TUNING_FILE", "no/such.toml", "DESTINY_TUNING_FILE is 'no/such.toml', allowed: an existing file"),
        ("DESTINY_TUNING_FILE", "x" * 300, f"DESTINY_TUNING_FILE is '{'x' * 300}', allowed: an existing file"),
        ("DESTINY_STORE_TIMEOUT_MS", "0.5", "DESTINY_STORE_TIMEOUT_MS is '0.5', allowed: 1 to 60000 (milliseconds)"),
        ("DESTINY_HEAD_TIMEOUT_S", "0", "DESTINY_HEAD_TIMEOUT_S is '0', allowed: 1 to 600 (seconds)"),
        ("DESTINY_BODY_TIMEOUT_S", "601", "DESTINY_BODY_TIMEOUT_S is '601', allowed: 1 to 600 (seconds)"),
        ("DESTINY_LOG_LEVEL", "loud", "DESTINY_LOG_LEVEL is 'loud', allowed: debug, info, warning, error, critical"),
        ("DESTINY_STORE_SAFETY", "two", "DESTINY_STORE_SAFETY is 'two', allowed: one, replicated"),
        ("DESTINY_IDEMPOTENCY_MIB", "0", "DESTINY_IDEMPOTENCY_MIB is '0', allowed: 1 to 1048576 (MiB)"),
        ("DESTINY_IDEMPOTENCY_MIB", "1048577", "DESTINY_IDEMPOTENCY_MIB is '1048577', allowed: 1 to 1048576 (MiB)"),
        ("DESTINY_IDEMPOTENCY_HOURS", "169", "DESTINY_IDEMPOTENCY_HOURS is '169', allowed: 1 to 168"),
        ("DESTINY_PROT", "80", "DESTINY_PROT is not a setting, did you mean DESTINY_PORT?"),
        ("DESTINY_X", "80", f"DESTINY_X is not a setting, known: {', '.join(VARIABLES)}"),
    ],
)
def test_settings__value_not_allowed__say_what_is(name: str, value: str, message: str) -> None:
    assert refusal(**{name: value}) == f"Invalid settings: {message}"


def test_settings__several_mistakes__are_reported_together() -> None:
    message = refusal(DESTINY_PORT="http", DESTINY_WORKERS="many", DESTINY_WROKERS="2", DESTINY_HOST="127.0.0.1")

    assert message == (
        "Invalid settings: DESTINY_PORT is 'http', allowed: 1 to 65535; DESTINY_WORKERS is 'many', allowed: 1 to 64; "
        "DESTINY_WROKERS is not a setting, did you mean DESTINY_WORKERS?"
    )


@pytest.mark.parametrize(
    "url",
    [
        "redis://h",
        "redis://h/",
        "redis://:pw@h:6379/0",
        "rediss://[::1]:6379",
        "rediss://h/3?ssl_ca_certs=/etc/ca.pem&socket_keepalive=yes",
        "unix:///run/store.sock",
        "unix:///run/store.sock?db=3&password=pw",
    ],
)
def test_redis_url__of_a_known_scheme__is_taken(url: str) -> None:
    assert Settings.from_env({"DESTINY_REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize(
    "url",
    [
        "http://:secret@h",
        "redis://:secret@",
        "redis://:secret@h:port",
        "redis://:secret@h:0",
        "redis://:secret@h:70000",
        "redis://u:sec/secret@h:x",
        "unix://?password=secret",
        "redis://[:secret@h",
        ":secret@h:6379",
        "secret",
        "redis://:secret@h/one",
        "redis://:secret@h/-1",
        "redis://:secret@h/1/2",
        "redis://:secret@h/99999999",
        "redis://:secret@h?db=one",
        "unix:///run/store.sock?password=secret&db=",
    ],
)
def test_redis_url__not_usable__is_refused_without_its_password(url: str) -> None:
    message = refusal(DESTINY_REDIS_URL=url)

    assert "DESTINY_REDIS_URL is '" in message
    assert "allowed: redis://host:port/db, rediss://host:port/db, unix:///path, redis+sentinel://" in message
    assert "secret" not in message


@pytest.mark.parametrize(
    "token", ["x", "s" * 15, "s" * 129, "token-of-secret 1", "token-of-secret-1,token-of-secret-2"]
)
def test_admin_token__not_usable__is_not_shown(token: str) -> None:
    assert refusal(DESTINY_ADMIN_TOKEN=token) == (
        "Invalid settings: DESTINY_ADMIN_TOKEN is (not shown), allowed: one token of 16 to 128 letters, digits "
        "and -._~+/="
    )


@pytest.mark.parametrize("length", [16, 128])
def test_admin_token__of_an_allowed_length__is_taken(length: int) -> None:
    assert Settings.from_env({"DESTINY_ADMIN_TOKEN": "s" * length}).admin_token == "s" * length


@pytest.mark.parametrize(
    "tokens",
    [
        *("s" * 15, "s" * 129, "token-of-secret 1", "token-of-secret-é"),
        *(",", "token-of-secret-1,", "token-of-secret-1, token-of-secret-2", "token-of-secret-1,token-of-secret-1"),
        ",".join(f"token-of-secret-{n}" for n in range(65)),
    ],
)
def test_api_tokens__not_usable__are_not_shown(tokens: str) -> None:
    assert refusal(DESTINY_API_TOKENS=tokens) == (
        "Invalid settings: DESTINY_API_TOKENS is (not shown), allowed: 1 to 64 different tokens with commas between "
        "them, each of 16 to 128 letters, digits and -._~+/="
    )


@pytest.mark.parametrize(
    "origin", ["http://a", "https://a-b.example:8443", "http://127.0.0.1:3000", "http://[::1]:8080"]
)
def test_cors_origin__as_browsers_send_it__is_taken(origin: str) -> None:
    assert Settings.from_env({"DESTINY_CORS_ORIGINS": origin}).cors_origins == (origin,)


@pytest.mark.parametrize(
    "origins",
    [
        *("*", "null", "console.example.com", "https://*.example.com", "ftp://a", "https://", "//a"),
        *("https://a/", "https://a/path", "https://a?b", "https://u:p@a", "https://A.example", "HTTPS://a"),
        *("https://a:443", "http://a:80", "http://a:0", "http://a:65536", "http://a:08", "http://a:", "http://é"),
        *("https://a,", "https://a, https://b", "https://a,https://a", "https://a https://b", "https://a..b"),
        ",".join(f"https://a{n}" for n in range(33)),
    ],
)
def test_cors_origins__that_no_browser_sends__are_refused(origins: str) -> None:
    assert refusal(DESTINY_CORS_ORIGINS=origins) == (
        f"Invalid settings: DESTINY_CORS_ORIGINS is {origins!r}, allowed: 1 to 32 different origins with commas "
        "between them, each as a browser sends it, such as https://console.example.com or http://localhost:5173: "
        "no *, no path, no capitals, no default port"
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost",
        "http://127.0.0.1:9000/a?b=c%20d",
        "https://[::1]:8443/",
        "https://hooks.example.com/services/T0/B0/x",
    ],
)
def test_webhook__address_with_a_secret__is_taken(url: str) -> None:
    settings = Settings.from_env({"DESTINY_WEBHOOK_URL": url, "DESTINY_WEBHOOK_SECRET": "!" * 16})

    assert (settings.webhook_url, settings.webhook_secret) == (url, "!" * 16)


@pytest.mark.parametrize(
    "url",
    [
        "hooks.example.com",
        "ftp://hush",
        "https://",
        "https:///hush",
        "http://a:0/hush",
        "http://a:65536/hush",
        "http://a:b/hush",
        "http://[::1/hush",
        "http://user:hush@a/",
        "http://a/hush#b",
        "http://a/hush b",
        "http://é/hush",
        "http://a/" + "hush" * 600,
    ],
)
def test_webhook__address_that_is_none__is_refused_without_showing_it(url: str) -> None:
    said = refusal(DESTINY_WEBHOOK_URL=url, DESTINY_WEBHOOK_SECRET="!" * 16)

    assert "allowed: an http or https address in ASCII, without a user and without #" in said
    assert "hush" not in said


@pytest.mark.parametrize("secret", ["hush" * 3, "hush hush hush hush", "hush" * 65, "hushé" * 4, "hush\t" * 4])
def test_webhook__secret_that_is_none__is_refused_without_showing_it(secret: str) -> None:
    assert refusal(DESTINY_WEBHOOK_URL="http://a", DESTINY_WEBHOOK_SECRET=secret) == (
        "Invalid settings: DESTINY_WEBHOOK_SECRET is (not shown), allowed: 16 to 256 ASCII characters, no spaces"
    )


def test_webhook__address_without_a_secret__is_refused() -> None:
    said = "Invalid settings: DESTINY_WEBHOOK_URL needs DESTINY_WEBHOOK_SECRET"

    assert refusal(DESTINY_WEBHOOK_URL="http://a") == said
    assert refusal(DESTINY_WEBHOOK_URL="http://a", DESTINY_WEBHOOK_SECRET="") == said
    assert Settings.from_env({"DESTINY_WEBHOOK_SECRET": "!" * 16}).webhook_url is None


def test_settings__printed__hide_secrets() -> None:
    settings = Settings.from_env(
        {
            "DESTINY_ADMIN_TOKEN": "hush-hush-hush-hu",
            "DESTINY_API_TOKENS": "hush-hush-hush-hush",
            "DESTINY_REDIS_URL": "redis://:hush@h",
            "DESTINY_WEBHOOK_URL": "https://hooks.example.com/hush",
            "DESTINY_WEBHOOK_SECRET": "hush-hush-hush-hush",
        }
    )

    assert "hush" not in repr(settings)


@given(st.dictionaries(st.sampled_from(sorted(VARIABLES)), st.text(max_size=30)))
def test_settings__any_text__are_made_or_refused(mapping: dict[str, str]) -> None:
    with suppress(InvalidSettings):
        Settings.from_env(mapping)


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("redis://:secret@h?sokcet_timeout=1", "socket_timeout"),
        ("redis://:secret@h/0?DB=1&secret=2", None),
        ("redis://h?ssl_ca_certs=/etc/ca.pem", None),
        ("unix:///run/store.sock?pasword=secret", "password"),
        ("redis://h?decode_responses=true", None),
    ],
)
def test_redis_url__with_an_option_that_means_nothing__is_refused_by_a_near_name(url: str, meant: str | None) -> None:
    message = refusal(DESTINY_REDIS_URL=url)

    suggestion = f", did you mean {meant}? allowed: db," if meant else ", allowed: db,"
    assert f"://...' with an option after ? that is not known{suggestion}" in message
    assert "secret" not in message


@pytest.mark.parametrize(("text", "unsafe"), [("0", False), ("1", True)])
def test_store_unsafe__said__is_taken(text: str, *, unsafe: bool) -> None:
    assert Settings.from_env({"DESTINY_STORE_UNSAFE": text}).store_unsafe is unsafe


def test_store_unsafe__anything_else__is_refused() -> None:
    assert refusal(DESTINY_STORE_UNSAFE="yes").endswith("DESTINY_STORE_UNSAFE is 'yes', allowed: 0 or 1")
