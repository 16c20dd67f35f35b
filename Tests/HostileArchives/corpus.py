"""The list of cases, to which every module of cases adds its own."""

import json
import pathlib
from dataclasses import dataclass
from typing import Callable

FORM, CONTENT, TRUST, CONTROL = "form", "content", "trust", "control"
REFUSED, ANSWERED = "refused", "answered"
VALID, DAMAGED, UNTRUSTED = 0, 65, 77


@dataclass(frozen=True)
class Case:
    """A hostile archive, and what gymbag must make of it."""

    name: str
    why: str
    kind: str
    # The exit code of verify, and what it must say.
    verify: int
    says: tuple
    # Whether coverage, which reads the head alone, is refused or answered.
    coverage: str
    # Makes the archive of a `forge.Good`.
    make: Callable
    # What the file is called, without .tar; nil for the day.
    file: str | None = None
    # Which entries show either prints as they were packed, or refuses; nil for the first.
    entries: tuple | None = None
    # To which length the file is grown, with a hole; nil for its own.
    grown: int | None = None


CASES = []


def add(name, why, kind, make, *says, verify=DAMAGED, coverage=REFUSED, **others):
    """Adds a case. What it says may name `{entry}`, `{next}`, `{athlete}`, `{catalogue}` and
    `{day}`, which are those of the good archive."""
    CASES.append(Case(name, why, kind, verify, says, coverage, make, **others))


def case(kind, *says, **others):
    """Adds the function below as a case: its name, and its documentation as the reason."""
    def register(make):
        add(make.__name__.replace("_", "-"), " ".join(make.__doc__.split()), kind, make, *says,
            **others)
        return make
    return register


def write(good, directory):
    """Writes the archive of every case, and cases.json."""
    words = {"entry": good.entry, "next": good.next_entry, "athlete": good.athlete_entry,
             "catalogue": good.catalogue, "day": good.day}
    described = []
    for item in CASES:
        place = pathlib.Path(directory, item.name)
        place.mkdir(parents=True)
        path = place / f"{item.file or good.day}.tar"
        write_with_holes(path, item.make(good), item.grown)
        entries = (good.entry,) if item.entries is None else item.entries
        described.append({
            "name": item.name, "path": str(path.relative_to(directory)), "kind": item.kind,
            "verify": item.verify, "coverage": item.coverage,
            "says": [text.format(**words) for text in item.says],
            "entries": [text.format(**words) for text in entries], "why": item.why})
    names = [item["name"] for item in described]
    assert len(set(names)) == len(names), "two cases share a name"
    pathlib.Path(directory, "cases.json").write_text(
        json.dumps(described, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return len(described)


def write_with_holes(path, content, length):
    """Writes a file, leaving out its long runs of zeros: they take no room on the disk."""
    piece = 1 << 16
    zeros = bytes(piece)
    view = memoryview(content)
    with open(path, "xb") as file:
        for start in range(0, len(content), piece):
            if view[start:start + piece] != zeros:
                file.seek(start)
                file.write(view[start:start + piece])
        file.truncate(length or len(content))
