"""The pages about problems: as Markdown, which becomes HTML as the guides do, and as JSON."""

from typing import Final

from service.web.problem_types import PAGES, PROBLEM_TYPES, Json, ProblemType

LIST_TITLE: Final = "Problems"


def text_of(problem_type: ProblemType) -> str:
    """What a caller needs to know who meets the problem."""
    status = problem_type.status
    return "\n\n".join(
        (
            f"**{status.value} {status.phrase}** · `{problem_type.uri}`",
            "## What it means",
            problem_type.meaning,
            "## What to do",
            problem_type.next_step,
            f"[All problems]({PAGES})",
        )
    )


def text_of_all() -> str:
    """Every problem, with a link to its page."""
    rows = (f"| [{one.slug}]({one.uri}) | {one.status.value} | {one.when} |" for one in PROBLEM_TYPES.values())
    return "\n".join(
        (
            "Every error of this service is a problem document (RFC 9457). Its `type` leads to one of these pages.",
            "",
            "| Type | Status | When |",
            "|---|---|---|",
            *rows,
        )
    )


def described(problem_type: ProblemType) -> Json:
    """The type for a program."""
    return {
        "type": problem_type.uri,
        "title": problem_type.title,
        "status": problem_type.status,
        "when": problem_type.when,
        "meaning": problem_type.meaning,
        "next_step": problem_type.next_step,
    }
