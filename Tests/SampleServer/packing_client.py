"""What a client has to do to pack a day, in the plainest way: fetch, look for mentions, fetch."""

import json
from dataclasses import dataclass

from sample_server import DAY, encoded

MENTIONS = {"exerciseID": "exercises", "exerciseIDs": "exercises",
            "baseID": "exercise_bases", "baseIDs": "exercise_bases"}


def mentions(document):
    """Every (`exercises` or `exercise_bases`, id) that a parsed document mentions, anywhere."""
    found = set()
    if isinstance(document, list):
        for element in document:
            found |= mentions(element)
    elif isinstance(document, dict):
        for name, value in document.items():
            if name in MENTIONS:
                ids = value if isinstance(value, list) else [value]
                found |= {(MENTIONS[name], each) for each in ids if each is not None}
            else:
                found |= mentions(value)
    return found


@dataclass(frozen=True)
class PackedDay:
    """Parsed answers. `steps` counts how often something new was mentioned by what was fetched."""

    athletes: list
    workouts: list
    instances: list
    references: dict  # (`exercises` or `exercise_bases`, id) -> document
    steps: int

    def has_instance(self, definition, user):
        return any(each["exerciseDefinitionID"] == definition and each["userID"] == user
                   for each in self.instances)


def pack(server, roster_ids):
    """Packs the sample day; instances of `roster_ids` are asked for with every workout."""
    def fetch(path):
        answer = server.ask(path)
        if answer.status != 200:
            raise AssertionError(f"GET {path} answered {answer.status}")
        return json.loads(answer.body)

    workouts = fetch(f"/workouts?date={DAY}")
    users = ",".join(encoded(each) for each in roster_ids)
    instances = [instance for workout in workouts for instance in
                 fetch(f"/workouts/{encoded(workout['id'])}/exercises?userIDs={users}")]
    references, steps = {}, 0
    new = mentions(workouts) | mentions(instances)
    while new:
        steps += 1
        fetched = {(kind, each): fetch(f"/{kind}/{encoded(each)}") for kind, each in sorted(new)}
        references |= fetched
        new = mentions(list(fetched.values())) - references.keys()
    return PackedDay(fetch("/athletes"), workouts, instances, references, steps)
