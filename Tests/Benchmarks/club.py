"""Makes a club of any size as the files of a static server, from a seed."""

import gzip
import json
import pathlib
import random
import subprocess
import sys

DAY = "2026-12-01"
SAMPLE_CATALOGUES = pathlib.Path(__file__).resolve().parents[2] / "Samples/club/catalogues.py"


def write(folder, *, seed, workouts, athletes, items, exercises, bases, catalogue_bytes,
          instances_each=None, missing=0.0):
    """Writes what a server would answer into `folder`, each answer as `NAME.json` and `NAME.json.gz`.

    The athletes are dealt to the workouts; each workout has `items` exercise definitions and its
    participants have instances for `instances_each` of them (all, if None), but for a share of
    `missing`. Returns the pairs that are required and those that are held, as (definition, athlete).
    """
    rng = random.Random(seed)
    people = [{"userID": f"athlete-{n:06}", "name": name(rng)} for n in range(athletes)]
    definitions = [f"definition-{n:04}" for n in range(items)]
    exercise_ids = [f"exercise-{n:04}" for n in range(exercises)]
    base_ids = [f"base-{n:04}" for n in range(bases)]
    required, held, day = [], [], []
    for number in range(workouts):
        here = people[number::workouts]
        order = [definitions[(number + n) % items] for n in range(items)]
        day.append({
            "id": f"workout-{number:03}", "title": f"Group {number}", "revision": number,
            "date": "1970-01-01T18:00:00Z", "participants": here,
            "blocks": [{"id": "A", "kind": "multi", "title": "Superset"}],
            "items": [{
                "id": f"item-{n}", "exerciseDefinitionID": definition,
                "exerciseID": exercise_ids[int(definition[-4:]) % exercises], "order": n,
                "block": "A", "normatives": {"sets": 4, "repetitions": 6, "restSeconds": 120},
            } for n, definition in enumerate(order)],
        })
        instances = []
        for person in here:
            for definition in order[:instances_each]:
                required.append((definition, person["userID"]))
                if rng.random() < missing:
                    continue
                held.append((definition, person["userID"]))
                instances.append(instance(rng, definition, person["userID"], exercise_ids))
        answer(folder / f"workouts/workout-{number:03}/exercises", instances)
    answer(folder / "me", {"userID": "coach", "name": "Coach", "timeZone": "Europe/Berlin"})
    answer(folder / "athletes", people)
    answer(folder / "workouts", day)
    for n, exercise in enumerate(exercise_ids):
        answer(folder / "exercises" / exercise, {
            "id": exercise, "name": f"Exercise {n}", "baseID": base_ids[n % bases],
            # Those in the items mention the others, so that following what is mentioned finds all.
            "alternatives": [{"exerciseID": each} for each in exercise_ids[items + n::items]],
            "cues": [sentence(rng) for _ in range(4)]})
    for n, base in enumerate(base_ids):
        answer(folder / "exercise_bases" / base, {
            "id": base, "name": f"Base {n}", "related": [{"baseID": base_ids[n // 2]}]})
    for catalogue, objects in catalogues(catalogue_bytes).items():
        answer(folder / catalogue, objects)
    return required, held


def answer(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    path.with_name(path.name + ".json").write_bytes(text)
    path.with_name(path.name + ".json.gz").write_bytes(gzip.compress(text, 6, mtime=0))


def instance(rng, definition, athlete, exercise_ids):
    return {"id": f"{athlete}-{definition}", "exerciseDefinitionID": definition, "userID": athlete,
            "exerciseID": exercise_ids[int(definition[-4:]) % len(exercise_ids)],
            "oneRepetitionMaxima": [
                {"at": f"2026-{month:02}-03T17:20:00Z", "valueKg": rng.randrange(80, 400) / 2}
                for month in (9, 10, 11)],
            "normatives": {"load": {"kind": "percent1RM", "value": rng.randrange(50, 95)}}}


def exercises(*, seed, byte_count):
    """The exercise instances of a club, each with its sets, in about `byte_count` bytes without
    white space between the tokens; the last nine tenths repeat the first."""
    rng = random.Random(seed)
    exercise_ids = [f"exercise-{n:04}" for n in range(300)]
    instances, size = [], 0
    while size < byte_count / 10:
        number = len(instances)
        instances.append(
            instance(rng, f"definition-{number % 40:04}", f"athlete-{number // 40:06}", exercise_ids)
            | {"name": name(rng), "note": sentence(rng),
               "sets": [[rng.randrange(1, 13), rng.randrange(80, 400) / 2, round(3 * rng.random(), 2)]
                        for _ in range(rng.randrange(3, 7))]})
        size += len(json.dumps(instances[-1], ensure_ascii=False, separators=(",", ":")).encode()) + 1
    return instances * 10


def catalogues(byte_count):
    """The sample club's six catalogues by name, repeated until they have about so many bytes."""
    sample = json.loads(subprocess.run([sys.executable, "-B", SAMPLE_CATALOGUES], check=True,
                                       stdout=subprocess.PIPE).stdout)
    size = len(json.dumps(sample, ensure_ascii=False, separators=(",", ":")).encode())
    whole, part = divmod(byte_count, size)
    return {name: [dict(each, id=f"{each['id']}-{copy}") for copy in range(whole + 1)
                   for each in (objects if copy < whole else objects[:len(objects) * part // size])]
            for name, objects in sample.items()}


WORDS = ("hüfte knie brust schulter press pull squat hinge jump sprint lunge row curl plank "
         "tempo pause kette hantel bande kasten vélo élan genou épaule").split()


def sentence(rng):
    return " ".join(rng.choice(WORDS) for _ in range(rng.randrange(3, 12)))


def name(rng):
    first = rng.choice("Zoë Søren Nguyễn Olena Łukasz Ayşe Tomáš 花子 민준 Maya Jonas Emil".split())
    return first + " " + rng.choice("Brandt Østergaard Kowalski Dvořák 山田 김 Brown Weber".split())
