"""Records that are not made yet."""

from dataclasses import dataclass

from service.records.ports import Record


@dataclass(frozen=True)
class Unmade:
    """A resolution whose record has so many bytes, though it is taken for one of `size`; None: it cannot be made."""

    resolution_id: str
    size: int
    made_size: int | None

    def record(self) -> Record:
        if self.made_size is None:
            raise ValueError("a bug")
        return Record(self.resolution_id, b"x" * self.made_size)


def unmade(number: int, size: int = 10) -> Unmade:
    return Unmade(f"{number:06}", size, size)


def broken(number: int) -> Unmade:
    return Unmade(f"{number:06}", 10, None)


def many(first: int, beyond: int, size: int = 10) -> list[Unmade]:
    return [unmade(number, size) for number in range(first, beyond)]
