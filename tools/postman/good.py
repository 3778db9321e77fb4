"""Requests that succeed: each operation with each of its examples, and with pages, retries and 304."""

import json
from collections.abc import Iterator
from typing import Any, Final

from service.documentation.contract import Contract, Json, Operation
from tools.postman import answers, chains
from tools.postman.item import ADMIN, JSON_TYPE, Draft, draft

_CHARACTER_OVER: Final = 'pm.collectionVariables.unset("characterId");'
_LET_IT_BE_WRITTEN: Final = "setTimeout(() => {}, 200); // records are written a moment after the answer"


def good_calls(contract: Contract, one: Operation) -> Iterator[tuple[str, Draft]]:
    """Requests to an operation, each with the name of its example, or an empty name without one."""
    bodies = request_examples(contract, one) or {"": ("", None)}
    for place, (name, (summary, body)) in enumerate(bodies.items()):
        made = draft(contract, one, f"{one.summary}: {summary}" if summary else one.summary, body)
        made.tests = _tests(contract, one, name, sends_body=body is not None)
        if "Idempotency-Key" in made.headers and place == 0:
            made.tests += answers.stored(kept_for_a_retry(one))
            yield name, made
            yield name, _retry(contract, one, body)
        else:
            yield name, made
    yield from (("", made) for made in _more(contract, one))


def request_examples(contract: Contract, one: Operation) -> dict[str, tuple[str, Any]]:
    """Summary and value of each example of the request's body, by name."""
    body = contract.body(one)
    return {} if body is None else _examples(contract, body["content"][JSON_TYPE])


def kept_for_a_retry(one: Operation) -> dict[str, str]:
    """The variables needed to send a request again."""
    return {
        f"{one.name}Key": 'pm.variables.get("idempotencyKey")',
        f"{one.name}Answer": "JSON.stringify(body)",
    }


def _examples(contract: Contract, media: Json) -> dict[str, tuple[str, Any]]:
    named = {name: contract.resolved(each) for name, each in media.get("examples", {}).items()}
    return {name: (each.get("summary", name.replace("_", " ")), each["value"]) for name, each in named.items()}


def _success(contract: Contract, one: Operation) -> tuple[int, Json]:
    return next((int(status), answer) for status, answer in contract.responses(one) if status.startswith("2"))


def _tests(contract: Contract, one: Operation, name: str, *, sends_body: bool) -> list[str]:
    if refused := chains.NOT_NEEDED.get(one.name):
        return answers.problem_tests(refused)
    status, answer = _success(contract, one)
    tests = answers.status_test(status)
    content = answer.get("content", {})
    if not content:
        tests += answers.test("Has no body", 'pm.expect(pm.response.text()).to.equal("");')
        return tests
    if JSON_TYPE not in content:
        media_type = next(iter(content))
        return [
            *tests,
            *answers.media_test(media_type),
            *answers.test("Has a body", "pm.expect(pm.response.responseSize).to.be.above(0);"),
        ]
    media = content[JSON_TYPE]
    shown = _examples(contract, media)
    _, example = shown.get(name, (None, None)) if sends_body else next(iter(shown.values()), (None, None))
    tests += answers.media_test(JSON_TYPE)
    types = answers.required_types(contract, media["schema"], example)
    tests += answers.fields_test(types) or answers.test(
        "Is a list", answers.BODY, "pm.expect(body).to.be.an('array').that.is.not.empty;"
    )
    if isinstance(example, dict) and "action_type" in example:
        line = f"pm.expect(body.action_type).to.equal({json.dumps(example['action_type'])});"
        tests += answers.test("Has the action's type", answers.BODY, line)
    if one.name in chains.SAME_AS_EXAMPLE and example is not None:
        line = f"pm.expect(body).to.eql({json.dumps(example, ensure_ascii=False)});"
        tests += answers.test("Equals the contract's example", answers.BODY, line)
    for title, line in chains.PROVED.get((one.name, name), {}).items():
        tests += answers.test(title, answers.BODY, line)
    return tests + answers.stored(chains.STORED.get((one.name, name), {}))


def _retry(contract: Contract, one: Operation, body: Any) -> Draft:
    made = draft(contract, one, f"{one.summary}: sent again with the same key", body)
    made.before = []
    made.headers["Idempotency-Key"] = f"{{{{{one.name}Key}}}}"
    status, _ = _success(contract, one)
    made.tests = [
        *answers.status_test(status),
        *answers.test(
            "Replays the first answer",
            'pm.expect(pm.response.headers.get("Idempotent-Replayed")).to.equal("true");',
            f'pm.expect(pm.response.json()).to.eql(JSON.parse(pm.variables.get("{one.name}Answer")));',
        ),
    ]
    return made


def _more(contract: Contract, one: Operation) -> Iterator[Draft]:
    for query in chains.QUERIES.get(one.name, ()):
        made = draft(contract, one, f"{one.summary}: {', '.join(query)}")
        made.query = query
        made.tests = _tests(contract, one, "", sends_body=False)
        if query.get("format") == "csv":
            size = answers.test("Has rows", 'pm.expect(pm.response.text().trim().split("\\n").length).to.be.above(1);')
            made.tests = [*answers.status_test(200), *answers.media_test("text/csv"), *size]
        yield made
    if one.name in chains.PAGED:
        yield from _pages(contract, one)
    if one.name == "verifyDraw":
        yield _drawn_again(contract, one)
    if one.name == "forgetCharacter":
        yield from _without_a_trace(contract, one)
    if "304" in one.content["responses"]:
        yield from _known(contract, one)


def _pages(contract: Contract, one: Operation) -> Iterator[Draft]:
    cursor = f"{one.name}Cursor"
    (items,) = (name for name, types in _fields(contract, one).items() if types == ["array"] and name != "unreadable")
    first = draft(contract, one, f"{one.summary}: a page of one")
    first.query = {"limit": "1"}
    line = f"pm.expect(body.{items}).to.have.lengthOf(1);"
    first.tests = [
        *answers.status_test(200),
        *answers.test(
            "Has one item and a cursor", answers.BODY, line, "pm.expect(body.next_cursor).to.be.a('string');"
        ),
        *answers.stored({cursor: "body.next_cursor", f"{one.name}Page": f"JSON.stringify(body.{items})"}),
    ]
    yield first
    following = draft(contract, one, f"{one.summary}: the next page")
    following.query = {"limit": "1", "cursor": f"{{{{{cursor}}}}}"}
    other = f'pm.expect(body.{items}).to.not.eql(JSON.parse(pm.variables.get("{one.name}Page")));'
    following.tests = [*answers.status_test(200), *answers.test("Has another item", answers.BODY, line, other)]
    yield following


def _fields(contract: Contract, one: Operation) -> dict[str, list[str]]:
    _, answer = _success(contract, one)
    return answers.required_types(contract, answer["content"][JSON_TYPE]["schema"], None)


def _drawn_again(contract: Contract, one: Operation) -> Draft:
    seeds = {"server_seed": "{{serverSeed}}", "client_seed": "{{clientSeed}}", "hands": 2}
    made = draft(contract, one, f"{one.summary}: the duel that was resolved above", seeds)
    made.tests = [
        *answers.status_test(200),
        *answers.test(
            "Matches the promised hash and the hand dealt",
            answers.BODY,
            'pm.expect(body.server_seed_hash).to.equal(pm.variables.get("serverSeedHash"));',
            'pm.expect(body.hands[0]).to.have.members(JSON.parse(pm.variables.get("drawnHand")));',
        ),
    ]
    return made


def _without_a_trace(contract: Contract, one: Operation) -> Iterator[Draft]:
    (records,) = (each for each in contract.operations if each.name == "listResolutions")
    before, after = (
        draft(contract, records, f"{records.summary}: of the character, {when}") for when in ("before", "after")
    )
    before.query = after.query = {"character_id": "{{characterId}}"}
    before.before = [_LET_IT_BE_WRITTEN]
    there = answers.test("Has its records", answers.BODY, "pm.expect(body.resolutions).to.be.not.empty;")
    gone = answers.test("Has none of them", answers.BODY, "pm.expect(body.resolutions).to.eql([]);")
    before.tests = [*answers.status_test(200), *there]
    after.tests = [*answers.status_test(200), *gone, _CHARACTER_OVER]
    forget = draft(contract, one, f"{one.summary}: its records too, as an admin")
    forget.query, forget.auth = {"records": "true"}, ADMIN
    forget.tests = _tests(contract, one, "", sends_body=False)
    yield from (before, forget, after)


def _known(contract: Contract, one: Operation) -> Iterator[Draft]:
    _, answer = _success(contract, one)
    page = "text/html" if "text/html" in answer["content"] else "*/*"
    first = draft(contract, one, f"{one.summary}: with its ETag")
    first.headers["Accept"] = page
    keep = 'pm.collectionVariables.set("documentETag", pm.response.headers.get("ETag"));'
    tag = answers.test("Has an ETag", 'pm.expect(pm.response.headers.get("ETag")).to.be.a("string");')
    first.tests = [*answers.status_test(200), *tag, keep]
    yield first
    again = draft(contract, one, f"{one.summary}: not modified since")
    again.headers |= {"Accept": page, "If-None-Match": "{{documentETag}}"}
    again.tests = [
        *answers.status_test(304),
        *answers.test("Has no body", 'pm.expect(pm.response.text()).to.equal("");'),
    ]
    yield again
