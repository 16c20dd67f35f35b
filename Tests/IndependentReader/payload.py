"""The payload: workouts, instances, exercises, bases and catalogues, and what they mention."""

from dataclasses import dataclass, field

import reading
from json_text import NotJSON, Object, build, spelling, tokens
from reading import Unexpected

EXERCISE_KEYS = frozenset(("exerciseID", "exerciseIDs"))
BASE_KEYS = frozenset(("baseID", "baseIDs"))


@dataclass
class Workout:
    id: str
    title: str
    revision: str
    items: list
    participants: list


@dataclass
class Mentions:
    """The exercises and the bases that something mentions."""

    exercises: set = field(default_factory=set)
    bases: set = field(default_factory=set)

    def scan(self, value, place):
        """Adds what the value mentions at any depth."""
        waiting = [value]
        while waiting:
            value = waiting.pop()
            if isinstance(value, list):
                waiting.extend(value)
            elif isinstance(value, Object):
                for key, member in value.members:
                    if key in EXERCISE_KEYS:
                        self.exercises.update(_ids(member, f"{place}: {key}"))
                    elif key in BASE_KEYS:
                        self.bases.update(_ids(member, f"{place}: {key}"))
                    else:
                        waiting.append(member)


def _ids(value, place):
    found = value if isinstance(value, list) else [] if value is None else [value]
    if not all(map(reading.is_id, found)):
        raise Unexpected(f"{place} mentions something that is no id")
    return map(str, found)


class Payload:
    """What the payload says, gathered entry by entry; `derive` compares it with the index."""

    def __init__(self):
        self.workouts = []
        self.instances = {}
        self.exercises = {}
        self.bases = {}
        self.mentions = Mentions()

    def read_workout(self, data):
        value = reading.members(build(data), "$")
        self.workouts.append(Workout(
            id=reading.identifier(value, "id", "$"),
            title=reading.shown(value, "title", "$") or "",
            revision=spelling(value.get("revision")),
            items=list(_items(value)),
            participants=list(_participants(value)),
        ))
        self.mentions.scan(value, "$")

    def read_athlete(self, data, athlete):
        definitions, before = set(), None
        for value, place in _lines(data):
            instance = reading.identifier(value, "id", place)
            definition = reading.identifier(value, "exerciseDefinitionID", place)
            if reading.identifier(value, "userID", place) != athlete:
                raise Unexpected(f"{place}: belongs to another athlete")
            order = (reading.utf8_order(definition), reading.utf8_order(instance))
            if before is not None and before >= order:
                raise Unexpected(f"{place}: does not ascend by definition and id")
            before = order
            definitions.add(definition)
            self.mentions.scan(value, place)
        if not definitions:
            raise Unexpected("holds no instance")
        self.instances[athlete] = definitions

    def read_exercises(self, data):
        for identifier, value, place in _ascending(data):
            self.exercises[identifier] = reading.shown(value, "name", place)
            self.mentions.scan(value, place)

    def read_bases(self, data):
        for identifier, value, place in _ascending(data):
            self.bases[identifier] = reading.shown(value, "name", place)
            self.mentions.scan(value, place)


def _items(workout):
    for number, value in enumerate(reading.array(workout, "items", "$")):
        place = f"$.items[{number}]"
        item = reading.members(value, place)
        yield (reading.identifier(item, "id", place),
               reading.identifier(item, "exerciseDefinitionID", place),
               _optional_id(item, "exerciseID", place), _optional_id(item, "baseID", place))


def _optional_id(holder, name, place):
    return None if holder.get(name) is None else reading.identifier(holder, name, place)


def _participants(workout):
    for number, value in enumerate(reading.array(workout, "participants", "$")):
        place = f"$.participants[{number}]"
        participant = reading.members(value, place)
        reading.shown(participant, "name", place)
        yield reading.identifier(participant, "userID", place)


def _lines(data):
    """The objects of a .jsonl file, one a line, each line ended by a newline."""
    start, number = 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        number += 1
        if end < 0:
            raise Unexpected(f"line {number}: is not ended by a newline")
        try:
            value = build(data[start:end])
        except NotJSON as error:
            raise NotJSON(f"line {number}: {error}") from None
        yield reading.members(value, f"line {number}"), f"line {number}"
        start = end + 1


def _ascending(data):
    before = None
    for value, place in _lines(data):
        identifier = reading.identifier(value, "id", place)
        if before is not None and before >= reading.utf8_order(identifier):
            raise Unexpected(f"{place}: does not ascend by id")
        before = reading.utf8_order(identifier)
        yield identifier, value, place


def check_catalogue(data):
    """A catalogue is one array. It can be large, and nothing in it is interpreted."""
    found = iter(tokens(data))
    kind, _ = next(found, ("nothing", b""))
    for _ in found:
        pass
    if kind != "[":
        raise Unexpected("is no array")
