"""The sample club has what its README says, and the server passes it on as it is written."""

import csv
import json
import re
import subprocess
import sys
import unicodedata
import unittest

from packing_client import pack
from sample_server import CLUB, SampleServer, encoded

CATALOGUES = ("metrics", "text_content", "equipments", "exercise_variations", "tags",
              "display_bases")
UNUSUAL_SPELLINGS = ('102.50}', '62.500}', '1e2}', '1.55E+2}', '8.5e1}', '-0.0',
                     '9007199254740993123', 'Zo\\u00eb', '\\ud83d\\udcaa', '3\\/1')


def spelled(text):
    """Parsed JSON in which each number is the string of its spelling."""
    return json.loads(text, parse_int=str, parse_float=str)


def read_roster(name):
    with open(CLUB / name, encoding="utf-8", newline="") as file:
        return [{"id": row["athlete_id"],
                 "workouts": row["workouts"].split(";") if row["workouts"] else []}
                for row in csv.DictReader(file)]


def readme_table(first_header):
    """The rows of the table in the club's README whose first column has that header.

    A cell that holds words in backticks is the list of them, any other its text.
    """
    lines = (CLUB / "README.md").read_text(encoding="utf-8").splitlines()
    tables = (index for index, line in enumerate(lines) if line.startswith(f"| {first_header} |"))
    rows = []
    for index in tables:
        columns = [cell.strip() for cell in lines[index].strip("|").split("|")]
        for line in lines[index + 2:]:
            if not line.startswith("|"):
                break
            cells = [re.findall("`([^`]+)`", cell) or cell.strip()
                     for cell in line.strip("|").split("|")]
            rows.append(dict(zip(columns, cells)))
    return rows


class ClubTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(SampleServer())
        cls.roster = read_roster("roster.csv")
        cls.all_ready = read_roster("roster-all-ready.csv")
        cls.day = pack(cls.server, [row["id"] for row in cls.roster])
        cls.without_guests = pack(cls.server, [])
        cls.workouts = {workout["id"]: workout for workout in cls.day.workouts}
        cls.text = (CLUB / "club.json").read_text(encoding="utf-8")
        cls.account = json.loads(cls.text)["accounts"][0]

    @staticmethod
    def definitions(workout):
        return [item["exerciseDefinitionID"] for item in workout["items"]]

    def missing(self, user, workout, day=None):
        return [each for each in self.definitions(workout)
                if not (day or self.day).has_instance(each, user)]

    def workouts_of(self, row):
        """What a roster row asks for: the workouts it names, else those of the athlete."""
        taking_part = [identifier for identifier, workout in self.workouts.items()
                       if row["id"] in {each["userID"] for each in workout["participants"]}]
        return row["workouts"] or taking_part

    def coverage(self, roster):
        """`{workout id: (verdict, athletes with gaps)}` of a day packed for those who take part."""
        known = {each["userID"] for each in self.day.athletes}
        found = {}
        for identifier, workout in self.workouts.items():
            missing = {row["id"]: self.missing(row["id"], workout, self.without_guests)
                       for row in roster
                       if row["id"] in known and identifier in self.workouts_of(row)}
            gaps = {user for user, lacking in missing.items() if lacking}
            pairs = len(missing) * len(workout["items"])
            covered = pairs - sum(map(len, missing.values()))
            if not missing:
                verdict = "not asked"
            elif not gaps:
                verdict = "ready"
            else:
                verdict = "partial" if covered else "cannot start"
            found[identifier] = (verdict, gaps)
        return found

    def test_the_sizes_are_those_of_a_club(self):
        self.assertEqual(len(self.day.athletes), 14)
        self.assertEqual(len(self.day.workouts), 4)
        self.assertEqual(len(self.account["exercises"]), 20)
        self.assertEqual(len(self.account["exerciseBases"]), 12)
        self.assertTrue({"007", "7"} <= {each["userID"] for each in self.day.athletes})

    def test_every_reference_resolves_and_everything_is_reached(self):
        """`pack` has failed already if anything that is mentioned cannot be had."""
        reached = {kind: {each for of, each in self.day.references if of == kind}
                   for kind in ("exercises", "exercise_bases")}
        self.assertEqual(reached["exercises"], {each["id"] for each in self.account["exercises"]})
        self.assertEqual(reached["exercise_bases"],
                         {each["id"] for each in self.account["exerciseBases"]})
        self.assertGreaterEqual(self.day.steps, 4, "some are reached in several steps only")

    def test_people_blocks_and_schedules_fit_together(self):
        known = {each["userID"]: each["name"] for each in self.day.athletes}
        for workout in self.day.workouts:
            for person in workout["participants"]:
                self.assertEqual(person["name"], known[person["userID"]])
            blocks = {block["id"] for block in workout["blocks"]} | {None}
            for item in workout["items"]:
                self.assertIn(item["block"], blocks)
                exercise = self.day.references["exercises", item["exerciseID"]]
                self.assertEqual(exercise["baseID"], item["baseID"])
                self.assertEqual(exercise["exerciseDefinitionID"], item["exerciseDefinitionID"])
        for instance in self.day.instances:
            self.assertIn(instance["userID"], known)
            times = [each["at"] for each in instance["oneRepetitionMaxima"]]
            self.assertEqual(times, sorted(times))
        multi = [block["id"] for workout in self.day.workouts for block in workout["blocks"]
                 if sum(item["block"] == block["id"] for item in workout["items"]) >= 2]
        self.assertGreaterEqual(len(multi), 3, "supersets")

    def test_every_catalogue_id_in_use_exists(self):
        ids = {name: {entry["id"] for entry in json.loads(self.server.ask(f"/{name}").body)}
               for name in CATALOGUES}
        for (kind, _), document in self.day.references.items():
            if kind == "exercises":
                used = {"equipments": document["equipmentIDs"], "tags": document["tagIDs"],
                        "exercise_variations": document["variationIDs"],
                        "text_content": document["instructionTextIDs"]}
            else:
                used = {"metrics": document["metrics"],
                        "display_bases": [document["displayBaseExerciseGroupID"]]}
            for name, mentioned in used.items():
                self.assertEqual(set(mentioned) - ids[name], set(), document["id"])

    def test_the_catalogues_are_of_realistic_size_and_always_the_same(self):
        script = [sys.executable, "-B", CLUB / "catalogues.py"]
        made = [subprocess.run(script, check=True, stdout=subprocess.PIPE).stdout
                for _ in range(2)]
        self.assertEqual(made[0], made[1])
        self.assertTrue(3_000_000 <= len(made[0]) <= 4_000_000, len(made[0]))
        catalogues = json.loads(made[0])
        self.assertEqual(sorted(catalogues), sorted(CATALOGUES))
        for name, entries in catalogues.items():
            self.assertEqual(json.loads(self.server.ask(f"/{name}").body), entries)
            self.assertEqual(len({entry["id"] for entry in entries}), len(entries), name)
            self.assertGreater(len(entries), 300, name)

    def test_documents_are_passed_on_byte_for_byte(self):
        bodies = [self.server.ask(path).body.decode() for path in
                  ["/me"] + [f"/{kind}/{encoded(each)}" for kind, each in self.day.references]]
        for body in bodies:
            self.assertIn(body, self.text, "a document is a piece of club.json as it stands")
        account = spelled(self.text)["accounts"][0]
        workouts = self.server.ask("/workouts?date=2026-12-01").body.decode()
        self.assertEqual(spelled(workouts), account["workouts"])
        bodies.append(workouts)
        for identifier in self.workouts:
            bodies.append(self.server.ask(
                f"/workouts/{encoded(identifier)}/exercises").body.decode())
            for instance in spelled(bodies[-1]):
                self.assertIn(instance, account["exerciseInstances"])
        for spelling in UNUSUAL_SPELLINGS:
            self.assertTrue(any(spelling in body for body in bodies), spelling)

    def test_one_name_is_decomposed(self):
        names = [each["name"] for each in self.day.athletes]
        self.assertEqual(sum(unicodedata.normalize("NFC", name) != name for name in names), 1)

    def test_the_athletes_and_their_gaps_are_as_the_readme_says(self):
        rows = {row["athlete"][0]: row for row in readme_table("athlete")}
        self.assertEqual({user: row["name"] for user, row in rows.items()},
                         {each["userID"]: each["name"] for each in self.day.athletes})
        for user, row in rows.items():
            taking_part = self.workouts_of({"id": user, "workouts": []})
            self.assertEqual(taking_part, row["takes part in"])
            missing = sorted({each for identifier in taking_part
                              for each in self.missing(user, self.workouts[identifier])})
            required = sorted({each for identifier in taking_part
                               for each in self.definitions(self.workouts[identifier])})
            said = {"nothing": [], "everything": required}.get(str(row["missing"]),
                                                               row["missing"])
            self.assertEqual(missing, sorted(said), user)
        kinds = {str(row["missing"]) if isinstance(row["missing"], str) else "some"
                 for row in rows.values()}
        self.assertEqual(kinds, {"nothing", "some", "everything"})

    def test_the_workouts_are_as_the_readme_says(self):
        said = {row["workout"][0]: row["exercise definitions"] for row in readme_table("workout")
                if "exercise definitions" in row}
        self.assertEqual(said, {identifier: self.definitions(workout)
                                for identifier, workout in self.workouts.items()})

    def test_the_coverage_is_as_the_readme_says(self):
        rows = [row for row in readme_table("workout") if "gaps" in row]
        expected, ready = self.coverage(self.roster), self.coverage(self.all_ready)
        self.assertEqual({row["workout"][0] for row in rows}, set(self.workouts))
        for row in rows:
            identifier = row["workout"][0]
            gaps = set() if row["gaps"] == "nobody" else set(row["gaps"])
            with self.subTest(identifier):
                self.assertEqual(expected[identifier], (row["`roster.csv`"], gaps))
                self.assertEqual(ready[identifier], (row["`roster-all-ready.csv`"], set()))
        verdicts = {verdict for verdict, _ in expected.values()}
        self.assertEqual(verdicts, {"ready", "partial", "cannot start"})

    def test_the_rosters_hold_the_special_rows(self):
        known = {each["userID"] for each in self.day.athletes}
        unknown = [row["id"] for row in self.roster if row["id"] not in known]
        self.assertEqual(unknown, ["new-2026-11"])
        self.assertTrue(13 <= len(self.roster) <= 15)
        elsewhere = [row["id"] for row in self.roster if row["id"] in known and
                     set(row["workouts"]) - set(self.workouts_of({**row, "workouts": []}))]
        self.assertEqual(elsewhere, ["rana-82"])

    def test_ids_on_the_roster_bring_instances_of_guests(self):
        """Without her id in the request the guest has gaps, with it she has none."""
        lower = self.workouts["lower-strength"]
        self.assertEqual(self.missing("rana-82", lower), [])
        self.assertFalse(self.without_guests.has_instance("def-nordic-curl", "rana-82"))
