"""TLS to a store, of one server and of a cluster: which certificates are trusted, and what the start says if not."""

import ssl
from collections.abc import Callable, Iterator

import pytest
import redis

from service.check_store import UnusableStore, check_store
from service.settings import InvalidSettings, Settings
from service.store.client import servers, store_client
from service.store.cluster import ClusterClient
from service.store.condition import StoreState
from service.store.failures import diagnosis
from service.store.health import RedisStoreHealth
from tests.adapters.cluster_by_tls import ByTls
from tests.servers import server
from tests.tls import Authority, TlsLinks
from tools.servers.group import free_ports

Url = Callable[..., str]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """An authority that has signed nothing of the store's."""
    return Authority(tmp_path_factory.mktemp("stranger"))


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """That of a server without TLS."""
    (port,) = free_ports(1)
    with server("--port", str(port), "--appendonly", "yes"):
        yield port


@pytest.fixture(params=["one server", pytest.param("cluster", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, authority: Authority) -> Iterator[Url]:
    """Makes the URL of a store, with options instead of those that are right."""
    if request.param == "cluster":
        yield request.getfixturevalue("by_tls").url
        return
    with TlsLinks(authority.signed("store")).running() as links:
        own = links.to(request.getfixturevalue("port"))
        yield lambda ssl_ca_certs=authority.certificate, **options: "&".join(
            [f"rediss://127.0.0.1:{own}?ssl_ca_certs={ssl_ca_certs}", *(f"{name}={options[name]}" for name in options)]
        )


def checked(url: str) -> list[str]:
    return [*check_store(Settings(redis_url=url, store_timeout_s=30))]


def refusal(url: str) -> str:
    with pytest.raises(UnusableStore) as refused:
        checked(url)
    return str(refused.value)


def test_check__certificate_of_a_known_authority__leaves_nothing_to_say(url: Url) -> None:
    assert checked(url()) == []


def test_check__certificate_of_another_authority__is_refused_and_says_why(url: Url, stranger: Authority) -> None:
    message = refusal(url(ssl_ca_certs=str(stranger.certificate)))

    assert "TLS with the store fails. Correct the ssl_ options in DESTINY_REDIS_URL" in message
    assert "CERTIFICATE_VERIFY_FAILED" in message
    assert "p%40ss" not in message


def test_check__certificate_that_is_not_to_be_checked__is_accepted(url: Url, stranger: Authority) -> None:
    assert checked(url(ssl_ca_certs=str(stranger.certificate), ssl_cert_reqs="none")) == []


@pytest.mark.parametrize("option", ["ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile"])
def test_check__file_that_is_not_there__is_refused_by_the_name_of_its_option(url: Url, option: str) -> None:
    assert refusal(url(**{option: "/nowhere/secret"})) == (
        f"DESTINY_REDIS_URL: {option} names a file that is not there or cannot be read."
    )


def test_check__file_that_is_no_certificate__is_refused(url: Url) -> None:
    assert "TLS with the store fails." in refusal(url(ssl_ca_certs=__file__))


def test_check__unknown_way_of_checking_certificates__is_refused(url: Url) -> None:
    with pytest.raises(InvalidSettings, match="ssl_cert_reqs that is none of required, optional, none"):
        Settings.from_env({"DESTINY_REDIS_URL": url(ssl_cert_reqs="sometimes")})


def test_check__certificate_for_another_address__is_refused_unless_addresses_do_not_matter(
    authority: Authority, port: int
) -> None:
    with TlsLinks(authority.signed("elsewhere", "DNS:elsewhere.example")).running() as links:
        url = f"rediss://127.0.0.1:{links.to(port)}?ssl_ca_certs={authority.certificate}"

        assert "certificate is not valid for '127.0.0.1'" in refusal(url)
        assert checked(f"{url}&ssl_check_hostname=no") == []


def test_check__server_that_wants_a_certificate__gets_that_of_the_options(authority: Authority, port: int) -> None:
    with TlsLinks(authority.signed("strict"), clients_of=authority.certificate).running() as links:
        own = authority.signed("client")
        url = f"rediss://127.0.0.1:{links.to(port)}?ssl_ca_certs={authority.certificate}"

        assert checked(f"{url}&ssl_certfile={own.certificate}&ssl_keyfile={own.key}") == []
        assert checked(url) != []


def test_condition__certificate_of_another_authority__says_so_without_hosts(url: Url, stranger: Authority) -> None:
    with store_client(url(ssl_ca_certs=str(stranger.certificate)), timeout_s=30) as client:
        condition = RedisStoreHealth(client).condition()

    assert condition.state is StoreState.TLS
    assert "127.0.0.1" not in str(condition.detail)


def test_diagnosis__connection_that_ends__does_not_blame_tls() -> None:
    error = redis.ConnectionError()
    error.__context__ = ssl.SSLEOFError()
    assert diagnosis(error) is StoreState.DOWN


@pytest.mark.slow
def test_cluster__client__has_tls_to_each_server(cluster_by_tls: ClusterClient) -> None:
    assert len(servers(cluster_by_tls)) == 3
    for one in servers(cluster_by_tls):
        assert one.connection_pool.connection_class is redis.SSLConnection
        assert one.client_getname() == "destiny"


@pytest.mark.slow
def test_check__wrong_password_by_tls__is_refused_without_it(by_tls: ByTls) -> None:
    message = refusal(by_tls.url("destiny:secret"))

    assert "refuses the user or the password" in message
    assert "secret" not in message


@pytest.mark.slow
def test_check__cluster_by_tls_without_saying_so__is_a_warning(by_tls: ByTls) -> None:
    (warning,) = checked(by_tls.url_without_tls)

    assert "cannot be used yet (down)" in warning
