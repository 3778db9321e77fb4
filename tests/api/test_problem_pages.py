"""Where the type of a problem document leads: what it means and what to do, in a browser and for a program."""

import re
from html import unescape

import pytest

from service.web import problem_types
from service.web.problem_types import PROBLEM_TYPES, ProblemType
from tests.contract_client import ContractClient
from tests.fakes.app import make_app

IN_A_BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
TYPES = list(PROBLEM_TYPES.values())


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return ContractClient(make_app())


def visible(page: str) -> str:
    """The words of a page, without its bar and its list of pages."""
    (main,) = re.findall(r"<main[^>]*>(.*)</main>", page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", main)).split())


def words(text: str) -> str:
    return text.replace("`", "").replace("*in a body*", "in a body")


def test_problem_types__that_the_code_names__are_all_in_the_table() -> None:
    named = {one.slug for one in vars(problem_types).values() if isinstance(one, ProblemType)}
    assert named == set(PROBLEM_TYPES)
    assert [one.status for one in TYPES] == sorted(one.status for one in TYPES)


@pytest.mark.parametrize("one", TYPES, ids=lambda one: one.slug)
def test_problem_type__asked_for_by_a_program__is_json(client: ContractClient, one: ProblemType) -> None:
    for headers in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        answer = client.get(one.uri, headers=headers)

        assert answer.status_code == 200
        assert answer.get_json() == {
            "type": f"/problems/{one.slug}",
            "title": one.title,
            "status": one.status,
            "when": one.when,
            "meaning": one.meaning,
            "next_step": one.next_step,
        }
        assert answer.vary.find("Accept") >= 0


@pytest.mark.parametrize("one", TYPES, ids=lambda one: one.slug)
def test_problem_type__asked_for_in_a_browser__is_a_page_with_its_text(
    client: ContractClient, one: ProblemType
) -> None:
    answer = client.get(one.uri, headers=IN_A_BROWSER)

    assert answer.mimetype == "text/html"
    assert answer.vary.find("Accept") >= 0
    shown = visible(answer.text)
    for text in (one.title, str(one.status.value), one.uri, words(one.meaning), words(one.next_step)):
        assert text in shown
    assert "`" not in shown


def test_problems__listed__are_those_of_the_table_and_link_to_their_pages(client: ContractClient) -> None:
    listed = client.get("/problems").get_json()["problems"]
    assert [one["type"] for one in listed] == [one.uri for one in TYPES]

    page = client.get("/problems", headers=IN_A_BROWSER).text
    assert re.findall(r'href="(/problems/[^"]*)"', page) == [one.uri for one in TYPES]
    assert all(words(one.when) in visible(page) for one in TYPES)


def test_problem__that_does_not_exist__says_where_they_are_listed(client: ContractClient) -> None:
    answer = client.get("/problems/bad-luck", headers=IN_A_BROWSER)

    assert answer.status_code == 404
    assert "GET /problems" in answer.get_json()["detail"]


def test_problem__answered_to_anything__leads_to_its_page(client: ContractClient) -> None:
    problem = client.post("/v1/resolve", json={}).get_json()

    assert client.get(problem["type"]).get_json()["title"] == problem["title"]
