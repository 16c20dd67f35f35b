#!/usr/bin/env python3
"""Writes the same rosters in two ways: with the csv module in a dialect that chance chooses, and as JSON.

    roster_dialects.py DIRECTORY SEED...

For each seed DIRECTORY gets SEED.csv and SEED.json; the first line that is printed for it says what the
dialect is.
"""

import codecs
import csv
import io
import json
import pathlib
import random
import sys

LETTERS = "abcXYZ0179 .,;:|/'\"\t\n\r\\-_+=#@()é\u0301ßłж山💪\u00a0"
ENCODINGS = {
    "utf-8": ("utf-8", b""), "utf-8 with mark": ("utf-8", codecs.BOM_UTF8),
    "utf-16 le": ("utf-16-le", codecs.BOM_UTF16_LE), "utf-16 be": ("utf-16-be", codecs.BOM_UTF16_BE),
    "utf-16 le without mark": ("utf-16-le", b""), "utf-16 be without mark": ("utf-16-be", b""),
}


def text(chance, letters, longest):
    return "".join(chance.choice(letters) for _ in range(chance.randint(0, longest))).strip()


def an_id(chance, without=""):
    letters = [letter for letter in LETTERS if letter not in without]
    while True:
        made = text(chance, letters, 12)
        if made and made[0] not in "'=#":
            return made


def athletes(chance):
    people = []
    for _ in range(chance.randint(1, 12)):
        workouts = []
        for _ in range(chance.choice([0, 0, 1, 3])):
            workout = an_id(chance, without=";\r\n")
            if workout not in workouts:
                workouts.append(workout)
        people.append({
            "id": an_id(chance), "name": text(chance, LETTERS, 20) or None, "workouts": workouts})
    return people


def line(row, separator, quoting):
    """A row without the end of its line.

    The module puts a line break in quotes only if the end of a line that it was told of has that
    character; so it is told of both.
    """
    out = io.StringIO()
    csv.writer(out, delimiter=separator, quoting=quoting, lineterminator="\r\n").writerow(row)
    return out.getvalue().removesuffix("\r\n")


def write(chance, people):
    end = chance.choice(["\n", "\r\n", "\r"])
    separator = chance.choice([",", ";", "\t"])
    quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    columns = ["id", "name", "workouts"] + chance.choice([[], ["note"], ["note", "", "Team"]])
    chance.shuffle(columns)
    titles = {
        "id": chance.choice(["id", "athlete_id", "Athlete ID", "userID", "USER-ID", "athlete"]),
        "name": chance.choice(["name", "Full Name", "display_name"]),
        "workouts": chance.choice(["workouts", "Workout IDs", "workout"])}
    rows = [[titles.get(column, column) for column in columns]]
    for person in people:
        while chance.random() < 0.2:
            rows.append([chance.choice(["", " ", "\u00a0"]) for _ in columns])
        cells = {
            "id": person["id"], "name": person["name"] or "",
            "workouts": chance.choice([";", "; ", " ;", "\n"]).join(person["workouts"]),
            "note": text(chance, LETTERS, 30)}
        rows.append([cells.get(column, "") for column in columns])
    made = "".join(line(row, separator, quoting) + end for row in rows)
    if chance.random() < 0.2:
        made = "sep=" + separator + end + made
    if chance.random() < 0.3:
        made = made.removesuffix(end)
    name = chance.choice(list(ENCODINGS))
    encoding, mark = ENCODINGS[name]
    print(f"{name}, {separator!r}, {end!r}, quoting {quoting}, {columns}")
    return mark + made.encode(encoding)


directory = pathlib.Path(sys.argv[1])
for seed in sys.argv[2:]:
    chance = random.Random(int(seed))
    people = athletes(chance)
    (directory / f"{seed}.csv").write_bytes(write(chance, people))
    (directory / f"{seed}.json").write_text(json.dumps(people), "utf-8")
