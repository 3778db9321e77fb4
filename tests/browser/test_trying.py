"""The form of each operation: it sends what it shows, and the code next to it does the same."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ADMIN_TOKEN, API_TOKEN, OpenPage
from tests.browser.guard import Guard
from tests.browser.screens import DESKTOP, PHONE, Screen
from tests.openapi import operations
from tests.patience import PATIENCE_S
from tests.smoke.running_service import RunningService

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not on this machine; install it to run the TypeScript")
CHANGES = {"DELETE", "PATCH", "PUT"}


def send(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Send ")).click()


def body(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Body")


def answer(page: Page) -> Locator:
    return page.locator(".answered")


def code(page: Page, language: str) -> str:
    page.get_by_role("tab", name=language).click()
    text = page.locator("#call code").text_content()
    assert text
    return text


def run(*command: str | Path, token: str = "") -> str:
    environment = {"PATH": os.environ["PATH"], "TOKEN": token}
    done = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class TestOpen:
    """A service whose game routes are open."""

    @pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=str)
    def test_form__without_a_token__shows_the_answer(self, open_page: OpenPage, screen: Screen) -> None:
        page = open_page("/docs/reference/resolveAction", screen)
        send(page)

        expect(answer(page).locator(".status")).to_contain_text("200 OK")
        expect(answer(page).locator("code").first).to_contain_text('"resolution_id"')
        answer(page).get_by_text("Headers").click()
        expect(answer(page).locator(".headers")).to_contain_text("x-request-id")

    def test_form__with_another_example__sends_that_one(self, open_page: OpenPage) -> None:
        page = open_page("/docs/reference/scoreAction")
        choice = page.get_by_label("Example")
        texts = choice.locator("option").all_text_contents()
        choice.select_option(label=texts[1])
        expect(body(page)).to_have_value(re.compile("action_type"))
        assert json.loads(body(page).input_value()) == json.loads(choice.input_value())
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("200 OK")

    def test_form__with_a_broken_body__sends_it_and_shows_the_problem(self, open_page: OpenPage, guard: Guard) -> None:
        guard.expected = {400}
        page = open_page("/docs/reference/resolveAction")
        body(page).fill('{"action_type": ')
        assert "Content-Type" in code(page, "Python")
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("400 ")
        expect(answer(page)).to_contain_text("malformed-body")

    def test_form__with_path_query_and_header__puts_each_in_its_place(self, open_page: OpenPage) -> None:
        page = open_page("/docs/reference/rememberCharacter")
        page.get_by_label("character_id").fill("doc/holliday?")
        assert "/v1/characters/doc%2Fholliday%3F'" in code(page, "curl")
        page.goto("/docs/reference/listTuples")
        page.get_by_label("limit").fill("3")
        assert "/v1/tuples?limit=3" in code(page, "curl")
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("200 OK")
        page.goto("/docs/reference/resolveAction")
        page.get_by_label("Idempotency-Key").fill("a-key-of-the-tests")
        assert "-H 'Idempotency-Key: a-key-of-the-tests'" in code(page, "curl")
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("200 OK")
        send(page)
        answer(page).get_by_text("Headers").click()
        expect(answer(page).locator(".headers")).to_contain_text("idempotent-replayed: true")

    def test_form__of_an_admin_operation__needs_the_token_and_keeps_it_for_the_next_page(
        self, open_page: OpenPage, guard: Guard
    ) -> None:
        guard.expected = {401}
        page = open_page("/docs/reference/getTuning")
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("401")
        page.get_by_label("Token").fill(ADMIN_TOKEN)
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("200 OK")
        expect(answer(page).locator("code").first).to_contain_text('"skill_curve"')
        for language in ("curl", "TypeScript", "Python"):
            assert ADMIN_TOKEN not in code(page, language)
        page.goto("/docs/reference/listTuningRevisions")
        expect(page.get_by_label("Token")).to_have_value(ADMIN_TOKEN)
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("200 OK")

    def test_form__whose_service_has_gone__says_that_there_was_no_answer(
        self, open_page: OpenPage, guard: Guard
    ) -> None:
        page = open_page("/docs/reference/isLive")
        page.context.set_offline(offline=True)
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("No response")
        assert [line for line in guard.complaints if "ERR_INTERNET_DISCONNECTED" in line] == guard.complaints
        guard.complaints.clear()

    def test_code__in_curl_and_python__does_what_the_form_does(self, open_page: OpenPage, tmp_path: Path) -> None:
        page = open_page("/docs")
        for name in ("scoreAction", "getCatalogue", "lookUpTuple", "listTuples"):
            page.goto(f"/docs/reference/{name}")
            if name == "scoreAction":
                body(page).fill(body(page).input_value() + "\n")
            send(page)
            expect(answer(page).locator(".status")).to_contain_text("200 OK")
            shown = json.loads(answer(page).locator("code").first.text_content() or "")
            assert json.loads(run("sh", "-c", code(page, "curl"))) == shown
            program = tmp_path / "call.py"
            program.write_text(code(page, "Python").replace("print(answer.json())", "print(answer.text)"))
            assert json.loads(run(sys.executable, program)) == shown

    def test_code__with_quotes_and_words_of_json_in_it__stays_what_it_is(
        self, open_page: OpenPage, guard: Guard, tmp_path: Path
    ) -> None:
        page = open_page("/docs/reference/scoreAction")
        odd = {"null": None, "it's": [True, False, 'true "null"'], "\\": "\n'"}
        body(page).fill(json.dumps(odd, indent=2))
        guard.expected = {422}
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("422")
        shown = json.loads(answer(page).locator("code").first.text_content() or "")
        assert json.loads(run("sh", "-c", code(page, "curl"))) == shown
        program = tmp_path / "call.py"
        program.write_text(
            code(page, "Python").replace(
                'raise SystemExit(answer.json()["detail"])', "print(answer.text); raise SystemExit"
            )
        )
        assert json.loads(run(sys.executable, program)) == shown

    @needs_node
    def test_code__in_typescript__does_what_the_form_does(self, open_page: OpenPage, tmp_path: Path) -> None:
        page = open_page("/docs/reference/scoreAction")
        program = tmp_path / "call.mjs"
        # It has no annotations, so that it is JavaScript as well.
        program.write_text(code(page, "TypeScript").replace(".json());", ".text());"))
        assert NODE
        printed = json.loads(run(NODE, program))
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("200 OK")
        assert json.loads(answer(page).locator("code").first.text_content() or "") == printed

    def test_code__with_the_token_in_the_environment__comes_in(self, open_page: OpenPage, tmp_path: Path) -> None:
        page = open_page("/docs/reference/getTuning")
        assert "revision" in json.loads(run("sh", "-c", code(page, "curl"), token=ADMIN_TOKEN))
        program = tmp_path / "call.py"
        program.write_text(code(page, "Python"))
        assert "revision" in run(sys.executable, program, token=ADMIN_TOKEN)

    def test_language__chosen__stays_for_the_next_page(self, open_page: OpenPage) -> None:
        page = open_page("/docs/reference/resolveAction")
        code(page, "Python")
        page.goto("/docs/reference/quoteOdds")
        expect(page.get_by_role("tab", name="Python")).to_have_attribute("aria-selected", "true")
        page.get_by_role("tab", name="Python").press("ArrowRight")
        expect(page.get_by_role("tab", name="curl")).to_be_focused()
        expect(page.locator("#call")).to_contain_text("curl -s")

    def test_forms__of_all_operations_that_change_nothing__are_answered_as_documented(
        self, open_page: OpenPage, guard: Guard
    ) -> None:
        guard.expected = {404, 422}
        page = open_page("/docs/reference/getTuning")
        page.get_by_label("Token").fill(ADMIN_TOKEN)
        for one in operations():
            if one.method in CHANGES or one.path.endswith(("/restore", "/adopt")):
                continue
            page.goto(f"/docs/reference/{one.content['operationId']}")
            send(page)
            expect(answer(page).locator(".status")).to_have_text(re.compile(r"^\d{3} "))
            status = int((answer(page).locator(".status").text_content() or "")[:3])
            assert status in one.statuses, one.path
            assert status == 200 or "{" in one.path or "draw" in one.path or status == one.success, one.path


class TestClosed:
    """A service whose game routes need a token."""

    @pytest.fixture
    def service(self, closed_service: RunningService) -> RunningService:
        return closed_service

    def test_form__without_and_with_a_token__is_refused_and_answered(self, open_page: OpenPage, guard: Guard) -> None:
        guard.expected = {401}
        page = open_page("/docs/reference/resolveAction")
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("401")
        expect(answer(page)).to_contain_text("unauthorized")
        page.get_by_label("Token").fill(API_TOKEN)
        assert "$TOKEN" in code(page, "curl")
        send(page)
        expect(answer(page).locator(".status")).to_contain_text("200 OK")

    def test_pages__without_a_token__are_open(self, open_page: OpenPage) -> None:
        page = open_page("/docs")
        page.get_by_role("combobox", name="Search").fill("errors")
        expect(page.get_by_role("option").first).to_be_visible()
