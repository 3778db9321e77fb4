"""Progress of long commands, on a terminal and elsewhere."""

from io import StringIO

from tools.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress__elsewhere__is_a_line_for_a_step() -> None:
    stream = StringIO()
    progress = Progress(2, stream)
    for step in ("one", "two"):
        progress.begin(step)
        progress.done()

    assert stream.getvalue().splitlines() == ["1 of 2: one", "2 of 2: two"]


def test_progress__of_very_many_steps__is_twenty_lines_at_most() -> None:
    stream = StringIO()
    progress = Progress(12_000, stream)
    for _ in range(12_000):
        progress.done()

    assert stream.getvalue().splitlines()[::19] == ["600 of 12000", "12000 of 12000"]


def test_progress__on_a_terminal__is_one_line_with_a_bar() -> None:
    stream = Terminal()
    progress = Progress(2, stream)
    progress.begin("one")
    progress.done()
    progress.begin("two")
    progress.done()

    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().rpartition("\r\033[K")[2] == f"[{'#' * 24}] 2 of 2\n"
    assert f"[{'#' * 12}{'.' * 12}] 2 of 2: two" in stream.getvalue()
