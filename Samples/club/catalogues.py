#!/usr/bin/env python3
"""Prints the six reference catalogues of the sample club as one JSON object.

    python3 catalogues.py > catalogues.json

Members: `metrics`, `text_content`, `equipments`, `exercise_variations`, `tags` and
`display_bases`, each an array of objects with an `id`. Together they are between 3 and 4 MB of
UTF-8, about what a real server keeps, so that packing a day moves realistic amounts. The output
is the same bytes on every run: all that is drawn comes from a generator with a fixed seed.
"""

import itertools
import json
import random
import sys

from vocabulary import (ADVICE, DISPLAY_GROUPS, EQUIPMENT_KINDS, EQUIPMENT_RANGE, LANGUAGES,
                        MOVEMENTS, PHASES, QUANTITIES, SIDES, STATISTICS, TAGS, VARIATIONS)

SEED = 20261201


def translated(*words):
    """`{language: text}` of one or more translated words, joined by commas."""
    return {language: ", ".join(word[index] for word in words)
            for index, language in enumerate(LANGUAGES)}


def edited_at(rng):
    """A time of the last edit, RFC 3339 in UTC, within the three years before the sample day."""
    return (f"{rng.randint(2023, 2025)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
            f"T{rng.randint(6, 19):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}Z")


def metrics(rng):
    """Every quantity by statistic, phase and side, with its unit."""
    combinations = itertools.product(QUANTITIES.items(), STATISTICS.items(), PHASES.items(),
                                     SIDES.items())
    for (quantity, (name, unit, decimals)), (statistic, how), (phase, when), (side, where) \
            in combinations:
        suffix = "" if side == "both" else f"-{side}"
        yield {
            "id": f"metric-{quantity}-{statistic}-{phase}{suffix}",
            "name": translated(name, how, when, where),
            "unit": unit,
            "displayDecimals": decimals,
            "higherIsBetter": quantity not in ("contact-time", "bar-tilt", "velocity-loss"),
            "updatedAt": edited_at(rng),
        }


def text_content(rng):
    """Coaching texts: every movement with each of its equipments, one object per language."""
    for movement, (name, equipments, _) in MOVEMENTS.items():
        for equipment, aspect in itertools.product(equipments, ADVICE):
            order = rng.sample(range(3), 3)
            for index, language in enumerate(LANGUAGES):
                sentences = " ".join(ADVICE[aspect][index][number] for number in order)
                tool = EQUIPMENT_KINDS[equipment][index]
                yield {
                    "id": f"text-{movement}-{equipment}-{aspect}-{language}",
                    "language": language,
                    "text": f"{name[index]} ({tool}): {sentences}",
                    "movement": movement,
                    "equipmentKind": equipment,
                    "aspect": aspect,
                    "updatedAt": edited_at(rng),
                }


def equipments(rng):
    """What stands in a gym: each kind in each make and mass (kg; null where it does not matter)."""
    for kind, (makes, masses) in EQUIPMENT_RANGE.items():
        for make, mass in itertools.product(makes, masses or (None,)):
            size = "" if mass is None else f"-{mass:g}"
            yield {
                "id": f"equipment-{kind}-{make.replace(' ', '-')}{size}",
                "name": translated(EQUIPMENT_KINDS[kind]),
                "kind": kind,
                "make": make,
                "massKg": mass,
                "countsTowardsLoad": mass is not None,
                "lengthM": rng.randint(20, 220) / 100,
                "updatedAt": edited_at(rng),
            }


def exercise_variations(rng):
    """Each single variation, then every combination of one variation of each kind."""
    def entry(parts):
        return {
            "id": "variation-" + "-".join(option for _, option, _ in parts),
            "name": translated(*(words for _, _, words in parts)),
            "attributes": {kind: option for kind, option, _ in parts},
            "updatedAt": edited_at(rng),
        }

    by_kind = [[(kind, option, words) for option, words in options.items()]
               for kind, options in VARIATIONS.items()]
    for single in itertools.chain.from_iterable(by_kind):
        yield entry([single])
    for combination in itertools.product(*by_kind):
        yield entry(combination)


def tags(rng):
    """Each single tag, then goals by sport, season and level."""
    def entry(kind, parts):
        return {
            "id": "tag-" + "-".join(word for word, _ in parts),
            "name": translated(*(words for _, words in parts)),
            "kind": kind,
            "updatedAt": edited_at(rng),
        }

    for kind, words in TAGS.items():
        for word in words.items():
            yield entry(kind, [word])
    for combination in itertools.product(*(TAGS[kind].items()
                                           for kind in ("goal", "sport", "season", "level"))):
        yield entry("plan", combination)


def display_bases(rng):
    """The display groups, then a row of its group for every movement, equipment and goal."""
    def entry(identifier, parent, words, order):
        return {
            "id": identifier,
            "parentID": parent,
            "name": translated(*words),
            "order": order,
            "colour": f"#{rng.randrange(1 << 24):06x}",
            "updatedAt": edited_at(rng),
        }

    for order, (group, words) in enumerate(DISPLAY_GROUPS.items()):
        yield entry(f"display-{group}", None, [words], order)
    rows = ((movement, equipment, goal) for movement, (_, equipments, _) in MOVEMENTS.items()
            for equipment in equipments for goal in TAGS["goal"])
    for order, (movement, equipment, goal) in enumerate(rows):
        name, _, group = MOVEMENTS[movement]
        yield entry(f"display-{group}-{movement}-{equipment}-{goal}", f"display-{group}",
                    [name, EQUIPMENT_KINDS[equipment], TAGS["goal"][goal]], order)


def catalogues():
    """`{catalogue name: [entry, …]}`; each catalogue draws from a generator of its own."""
    makers = (metrics, text_content, equipments, exercise_variations, tags, display_bases)
    return {make.__name__: list(make(random.Random(f"{SEED} {make.__name__}")))
            for make in makers}


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    json.dump(catalogues(), sys.stdout, ensure_ascii=False, separators=(",", ":"))
