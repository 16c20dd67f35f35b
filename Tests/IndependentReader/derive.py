"""What the index must say, derived from the payload, and compared with what it says."""

import names
import reading
from index import ENTRY


def check(index, payload, problems):
    _check_workouts(index, payload, problems)
    _check_definitions(index, payload, problems)
    _check_athletes(index, payload, problems)
    _check_mentions(payload, problems)


def pairs(payload):
    """The covered pairs (athlete, definition), ascending."""
    found = [(athlete, definition)
             for athlete, definitions in payload.instances.items() for definition in definitions]
    return sorted(found, key=lambda pair: tuple(map(reading.utf8_order, pair)))


def definitions(payload):
    """The exercise definitions (id, name): those of items in their order, then the others."""
    shown = {}
    for workout in payload.workouts:
        for _, definition, exercise, base in workout.items:
            known = shown.setdefault(definition, None)
            if known is None:
                named = payload.exercises.get(exercise)
                shown[definition] = payload.bases.get(base) if named is None else named
    others = set().union(*payload.instances.values()) - shown.keys()
    for definition in sorted(others, key=reading.utf8_order):
        shown[definition] = None
    return [(definition, definition if name is None else name)
            for definition, name in shown.items()]


def _check_workouts(index, payload, problems):
    seen = set()
    positions = {identifier: number for number, (identifier, _) in enumerate(index.definitions)}
    for said, found in zip(index.workouts, payload.workouts):
        if found.id in seen:
            problems.add(said.entry, "the id of this workout stands twice")
        seen.add(found.id)
        items = [(item, positions.get(definition)) for item, definition, *_ in found.items]
        for what, a, b in (("id", said.id, found.id), ("title", said.title, found.title),
                           ("revision", said.revision, found.revision),
                           ("items", said.items, items),
                           ("participants", said.participants, found.participants)):
            if a != b:
                problems.add(ENTRY, f"{what} of {said.entry} is not that of the payload")


def _check_definitions(index, payload, problems):
    if index.definitions != definitions(payload):
        problems.add(ENTRY, "the exercise definitions are not those of the payload")


def _check_athletes(index, payload, problems):
    positions = {identifier: number for number, (identifier, _) in enumerate(index.definitions)}
    for athlete in index.athletes:
        held = payload.instances.get(athlete.id, ())
        covered = sorted(positions[d] for d in held if d in positions)
        if athlete.covered != covered:
            problems.add(ENTRY, f"what is covered for {athlete.id} is not that of the payload")
    known = {athlete.id for athlete in index.athletes}
    for workout in payload.workouts:
        for participant in workout.participants:
            if participant not in known:
                problems.add(ENTRY, f"the participant {participant} is no athlete")


def _check_mentions(payload, problems):
    """All that is mentioned is there, and nothing is there that nothing mentions."""
    for kind, entry, mentioned, there in (
            ("exercise", names.EXERCISES, payload.mentions.exercises, payload.exercises.keys()),
            ("exercise base", names.BASES, payload.mentions.bases, payload.bases.keys())):
        for identifier in sorted(mentioned - there):
            problems.add(entry, f"the {kind} {identifier} is mentioned and not there")
        for identifier in sorted(there - mentioned):
            problems.add(entry, f"the {kind} {identifier} is there and not mentioned")
