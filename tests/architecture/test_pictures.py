"""The pictures of the documentation show the code as it is: `make pictures` draws them again."""

import re
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from service.tuning.files import SHIPPED_FILE, read_tuning_file
from tests.builders.actions import ODDS
from tests.dockerfile import PROJECT
from tests.fakes.app import make_app
from tools.pictures.all import FOLDER, PICTURES, draw
from tools.pictures.graph import Graph, package_of, read_exceptions, read_graph
from tools.pictures.odds import SKILLS, chance
from tools.pictures.request import STEPS
from tools.pictures.svg import Picture

SVG = "{http://www.w3.org/2000/svg}"


def read(name: str) -> Element:
    return fromstring((FOLDER / name).read_text("utf-8"))  # noqa: S314  our own file


def words(picture: Element) -> list[str]:
    return ["".join(found.itertext()) for found in picture.iter(f"{SVG}text")]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder)
    return folder


@pytest.mark.parametrize("name", PICTURES)
def test_picture__drawn_again__is_the_file(drawn: Path, name: str) -> None:
    assert (drawn / name).read_text("utf-8") == (FOLDER / name).read_text("utf-8"), "Run `make pictures`."


@pytest.mark.parametrize("name", PICTURES)
def test_picture__its_texts__are_inside_it(name: str) -> None:
    picture = read(name)
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])

    for found in picture.iter(f"{SVG}text"):
        size = 8 * len("".join(found.itertext()))  # a wide estimate: 8 pixels for each character
        before = {"start": 0.0, "middle": size / 2, "end": size}[found.attrib["text-anchor"]]
        left = float(found.attrib["x"]) - before
        assert left > 0, words(picture)
        assert left + size < width + 60, "".join(found.itertext())
        assert 0 < float(found.attrib["y"]) < height


def test_architecture__its_boxes__are_the_packages_of_the_service() -> None:
    folder = PROJECT / "service"
    there = {f"{path.name}/" for path in folder.iterdir() if (path / "__init__.py").exists()}
    there |= {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    games = {f"engines/{path.name}/" for path in (folder / "engines").iterdir() if (path / "odds").is_dir()}

    shown = set(words(read("architecture.svg")))
    assert there <= shown
    assert games <= shown
    assert {name for name in shown if re.fullmatch(r"[\w/]+(\.py|/)", name)} - there - games == {"engines/pyramid/"}


def test_imports__of_the_service__have_no_circle_but_by_the_exceptions() -> None:
    graph = read_graph(read_exceptions())

    assert ("actions", "engines/destiny") in graph.edges
    heights = graph.heights()
    assert all(heights[of] > heights[to] for of, to in graph.edges)


def test_reduced_graph__of_a_small_one__keeps_what_does_not_follow() -> None:
    graph = Graph(frozenset("abcd"), frozenset({("a", "b"), ("b", "c"), ("a", "c"), ("a", "d")}))

    assert graph.reduced().edges == {("a", "b"), ("b", "c"), ("a", "d")}
    assert graph.heights() == {"a": 2, "b": 1, "c": 0, "d": 0}


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("service.wsgi", "wsgi"),
        ("service.tuning.live", "tuning"),
        ("service.engines.destiny.odds.duel", "engines/destiny"),
        ("service.engines.cards", "engines"),
        ("service", ""),
    ],
)
def test_package__of_a_module__is_its_folder(module: str, package: str) -> None:
    assert package_of(module) == package


def test_way_of_a_request__its_modules__are_there() -> None:
    modules = [module for _, _, steps in STEPS for module, _, _ in steps]

    assert len(modules) > 10
    assert [module for module in modules if not (PROJECT / "service" / module).is_file()] == []


@pytest.mark.parametrize("level", [1, 37, 100])
def test_odds__in_the_picture__are_those_that_the_service_quotes(level: int) -> None:
    skills = dict.fromkeys(SKILLS, level)
    body = {"action_type": "pve", "crime": "bank_robbery", "actor": {"skills": skills}}
    quoted = make_app().test_client().post(ODDS, json=body).json

    assert quoted
    tuning = read_tuning_file(SHIPPED_FILE).tuning
    assert chance(tuning, "bank_robbery", skills) == pytest.approx(quoted["success"]["probability"])


def test_text__with_signs_of_markup__is_escaped() -> None:
    picture = Picture(10, 10, 'a "b" & c', "<d>")
    picture.text((1, 1), "x < y")

    drawn = fromstring(picture.written())  # noqa: S314  made here
    assert (drawn.attrib["aria-label"], drawn.findtext(f"{SVG}desc"), words(drawn)) == ('a "b" & c', "<d>", ["x < y"])
