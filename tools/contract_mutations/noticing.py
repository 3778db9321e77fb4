"""Which checks could notice a mutant, and whether one does: those of the tests, of the one part that has changed."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from tests.contract.checks.answers import findings
from tests.contract.checks.figures import FIGURES
from tests.contract.checks.outside import header_findings, media_findings
from tests.contract.checks.requests import bodies, body_findings, parameter_findings, value_findings
from tests.contract.checks.seen import headed, seen
from tests.contract.checks.sides import names_below, of_answers
from tools.contract.calls import Call, Calls
from tools.contract.examples import Examples, answer
from tools.contract.parts import Json
from tools.contract_mutations.mutants import EXAMPLE_FIGURE, Mutant

_TUNING_VALUES = "TuningValues"


class Notice:
    """The checks of the contract, each for what it could see."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._answers = of_answers(document)
        self._bodies = {where: _reached(document, schema) for where, schema in bodies(document).items()}

    def without_mutants(self) -> list[str]:
        """What the checks say of the contract as it is; anything, and they would notice every mutant."""
        of_answers = (wrong for name in sorted(self._answers) for wrong in self._complaints(self._document, name))
        of_bodies = (wrong for where in self._bodies for wrong in body_findings(self._document, where))
        return [*self._complaints(self._document, None), *of_answers, *of_bodies]

    def complaints(self, mutant: Mutant) -> Iterator[str]:
        """What the checks say of the mutant."""
        if mutant.kind == EXAMPLE_FIGURE:
            return self._examples.complaints(mutant)
        return self._complaints(mutant.applied(self._document), mutant.component)

    def _complaints(self, changed: Json, name: str | None) -> Iterator[str]:
        if name is None:
            yield from parameter_findings(changed)
            yield from header_findings(changed, headed(), FIGURES)
            yield from media_findings(changed, FIGURES)
        elif name in self._answers:
            yield from findings(changed, name, seen()[name], FIGURES)
            yield from value_findings(changed) if name == _TUNING_VALUES else ()
        else:
            for where in self._cheapest_first(name):
                yield from body_findings(changed, where)
            yield from parameter_findings(changed)

    def _cheapest_first(self, name: str) -> list[str]:
        with_it = [where for where, names in self._bodies.items() if name in names]
        return sorted(with_it, key=lambda where: len(self._bodies[where]))

    @cached_property
    def _examples(self) -> "ExampleFigures":
        return ExampleFigures(self._document)

    def survives(self, mutant: Mutant) -> bool:
        """Whether nothing notices the mutant."""
        return next(self.complaints(mutant), None) is None


class ExampleFigures:
    """The check that examples are what the service answers: of one answer, or of those to one request."""

    def __init__(self, parts: Json) -> None:
        self._parts = parts
        self._calls = Calls(parts)
        self._answers = {name: self._calls.of(name) for name in self._names() if self._calls.statuses(name)}
        self._examples = Examples(parts)

    def complaints(self, mutant: Mutant) -> Iterator[str]:
        """What the check says of the mutant."""
        name = mutant.place[2]
        if name in self._answers:
            value = self._examples.value(name)
            shown = mutant.applied({"components": {"examples": {name: {"value": value}}}})
            if shown["components"]["examples"][name]["value"] != value:
                yield f"{name} is not what the service answers"
            return
        for answered, call in self._changed_calls(mutant):
            if answer(call)[1] != self._examples.value(answered):
                yield f"{answered} is not what the service answers to {name}"

    def _changed_calls(self, mutant: Mutant) -> Iterator[tuple[str, Call]]:
        calls = Calls(mutant.applied(self._parts))
        for name, before in self._answers.items():
            if (now := calls.of(name)) != before:
                yield name, now

    def _names(self) -> Iterable[str]:
        names: Iterable[str] = self._parts["components"]["examples"]
        return names


def surviving(notice: Notice, mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Every mutant, and whether it survives."""
    for mutant in mutants:
        yield mutant, notice.survives(mutant)


def _reached(document: Json, schema: Json) -> set[str]:
    found, waiting = set[str](), list(names_below(schema))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += names_below(document["components"]["schemas"][name])
    return found
