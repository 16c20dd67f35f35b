"""data/day.json: what it must hold, and what it says."""

import re
import urllib.parse
from dataclasses import dataclass

import names
import reading
from calendar_day import is_day, seconds
from json_text import NotJSON, build, spelling
from problems import Invalid
from reading import Unexpected

ENTRY = "data/day.json"
ADDRESS = re.compile(r"https?://[!-~]+")
USER = re.compile(r"(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+")
LATEST = 8 ** 11 - 1


@dataclass
class Workout:
    id: str
    title: str
    revision: str
    entry: str
    items: list
    participants: list


@dataclass
class Athlete:
    id: str
    name: str
    entry: str | None
    covered: list


@dataclass
class Index:
    day: str
    owner: str
    packed_at: str
    packed_seconds: int
    serial: int
    entries: list
    workouts: list
    definitions: list
    athletes: list


def read(data):
    """The index, or Invalid. Members that the format does not know are passed over."""
    try:
        root = reading.members(build(data, spaces=False), "$")
        version = root.get("schemaVersion")
        if reading.integer(version, "$.schemaVersion") != 1:
            raise Unexpected("$.schemaVersion: is another format")
        index = Index(
            day=_day(root),
            owner=_owner(root),
            packed_at=reading.text(root, "packedAt", "$"),
            packed_seconds=_time(root, "packedAt", "$"),
            serial=reading.integer(root.get("serial"), "$.serial"),
            entries=list(_entries(root)),
            workouts=list(_workouts(root)),
            definitions=list(_definitions(root)),
            athletes=list(_athletes(root)),
        )
        _check_roster(root, {workout.id for workout in index.workouts})
        reading.text(root, "timeZone", "$")
        _check_catalogues(root)
    except (NotJSON, Unexpected) as error:
        raise Invalid(ENTRY, str(error)) from None
    return index


def _day(root):
    day = reading.text(root, "day", "$")
    if not is_day(day):
        raise Unexpected("$.day: is no day")
    return day


def _time(holder, name, place):
    moment = seconds(reading.text(holder, name, place))
    if moment is None or not 0 <= moment <= LATEST:
        raise Unexpected(f"{place}.{name}: is no time in UTC with seconds")
    return moment


def _owner(root):
    """The address of the backend, `::`, and the user id, percent-encoded and so without `:`."""
    owner = reading.text(root, "owner", "$")
    address, mark, user = owner.rpartition("::")
    if not mark or not ADDRESS.fullmatch(address) or not USER.fullmatch(user):
        raise Unexpected("$.owner: is no address, :: and percent-encoded user id")
    try:
        plain = urllib.parse.unquote(user, errors="strict")
    except UnicodeDecodeError:
        raise Unexpected("$.owner: the user id is not UTF-8") from None
    if not reading.is_id(plain) or urllib.parse.quote(plain, safe="") != user:
        raise Unexpected("$.owner: the user id is encoded in another spelling")
    return owner


def _entries(root):
    for number, value in enumerate(reading.array(root, "entries", "$")):
        place = f"$.entries[{number}]"
        entry = reading.members(value, place)
        yield reading.text(entry, "name", place), reading.integer(entry.get("size"), place)


def _workouts(root):
    for number, value in enumerate(reading.array(root, "workouts", "$")):
        place = f"$.workouts[{number}]"
        workout = reading.members(value, place)
        found = Workout(
            id=reading.identifier(workout, "id", place),
            title=reading.text(workout, "title", place),
            revision=spelling(workout.get("revision")),
            entry=reading.text(workout, "entry", place),
            items=list(_items(workout, place)),
            participants=reading.array(workout, "participants", place),
        )
        if not all(map(reading.is_id, found.participants)):
            raise Unexpected(f"{place}.participants: not all are ids")
        if found.entry != names.workout(found.id):
            raise Unexpected(f"{place}.entry: is not made from the id")
        yield found


def _items(workout, place):
    for number, value in enumerate(reading.array(workout, "items", place)):
        inner = f"{place}.items[{number}]"
        item = reading.members(value, inner)
        yield (reading.identifier(item, "id", inner),
               reading.integer(item.get("definition"), f"{inner}.definition"))


def _definitions(root):
    for number, value in enumerate(reading.array(root, "exerciseDefinitions", "$")):
        place = f"$.exerciseDefinitions[{number}]"
        definition = reading.members(value, place)
        yield (reading.identifier(definition, "id", place),
               reading.text(definition, "name", place))


def _athletes(root):
    before = None
    for number, value in enumerate(reading.array(root, "athletes", "$")):
        place = f"$.athletes[{number}]"
        athlete = reading.members(value, place)
        covered = reading.array(athlete, "covered", place)
        found = Athlete(
            id=reading.identifier(athlete, "id", place),
            name=reading.text(athlete, "name", place),
            entry=athlete.get("entry"),
            covered=[reading.integer(position, f"{place}.covered") for position in covered],
        )
        if before is not None and reading.utf8_order(before) >= reading.utf8_order(found.id):
            raise Unexpected(f"{place}.id: does not ascend")
        if found.entry is not None and found.entry != names.athlete(found.id):
            raise Unexpected(f"{place}.entry: is not made from the id")
        before = found.id
        yield found


def _check_roster(root, workouts):
    """Nothing in the payload says who is expected; only what may stand there can be checked."""
    if root.get("roster") is None:
        return
    seen = set()
    for number, value in enumerate(reading.array(root, "roster", "$")):
        place = f"$.roster[{number}]"
        athlete = reading.members(value, place)
        identifier = reading.identifier(athlete, "id", place)
        if identifier in seen:
            raise Unexpected(f"{place}.id: stands twice")
        seen.add(identifier)
        reading.shown(athlete, "name", place)
        named = reading.array(athlete, "workouts", place)
        if not all(reading.is_id(workout) and workout in workouts for workout in named):
            raise Unexpected(f"{place}.workouts: not all are workouts of the day")
        if len(set(named)) != len(named):
            raise Unexpected(f"{place}.workouts: one stands twice")
    if not seen:
        raise Unexpected("$.roster: has nobody")


def _check_catalogues(root):
    catalogues = reading.array(root, "catalogues", "$")
    if len(catalogues) != len(names.CATALOGUES):
        raise Unexpected("$.catalogues: are not the six")
    for number, (value, name) in enumerate(zip(catalogues, names.CATALOGUES)):
        place = f"$.catalogues[{number}]"
        catalogue = reading.members(value, place)
        if catalogue.get("name") != name:
            raise Unexpected(f"{place}.name: is not {name}")
        if catalogue.get("entry") != names.catalogue(name):
            raise Unexpected(f"{place}.entry: is not that of {name}")
        _time(catalogue, "loadedAt", place)
        if catalogue.get("etag") is not None:
            reading.text(catalogue, "etag", place)
        if catalogue.get("source") not in ("network", "cache"):
            raise Unexpected(f"{place}.source: is neither network nor cache")


def due_entries(index):
    """The names of the entries behind the index that its other members ask for, in order."""
    yield from (workout.entry for workout in index.workouts)
    yield from (athlete.entry for athlete in index.athletes if athlete.entry is not None)
    yield names.EXERCISES
    yield names.BASES
    yield from map(names.catalogue, names.CATALOGUES)
