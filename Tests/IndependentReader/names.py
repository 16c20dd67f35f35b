"""Names of entries, made from ids."""

import hashlib
import re

LONGEST = 64
KEPT = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-.")
RESERVED = re.compile(rb"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)")

WORKOUTS = "data/workouts/"
ATHLETES = "data/athletes/"
EXERCISES = "data/exercises.jsonl.gz"
BASES = "data/exercise-bases.jsonl.gz"
REFERENCE = "data/reference/"
CATALOGUES = ("metrics", "text_content", "equipments", "exercise_variations", "tags",
              "display_bases")


def from_id(identifier):
    """The name for an id. Whether a word is reserved is seen in the id, before any escape."""
    text = identifier.encode("utf-8")
    last = len(text) - 1
    first_is_reserved = RESERVED.match(text) is not None
    parts = []
    for place, byte in enumerate(text):
        outer_dot = byte == ord(".") and place in (0, last)
        if byte in KEPT and not outer_dot and not (place == 0 and first_is_reserved):
            parts.append(chr(byte))
        else:
            parts.append(f"_{byte:02x}")
    name = "".join(parts)
    if len(name) > LONGEST:
        return name[:30] + "_-" + hashlib.sha256(text).hexdigest()[:32]
    return name


def workout(identifier):
    return WORKOUTS + from_id(identifier) + ".json.gz"


def athlete(identifier):
    return ATHLETES + from_id(identifier) + ".jsonl.gz"


def catalogue(name):
    return REFERENCE + name + ".json.gz"
