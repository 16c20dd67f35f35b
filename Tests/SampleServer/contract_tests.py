"""The server's answers to every call, good and bad, against openapi.yaml."""

import json
import sys
import unittest

from contract_document import ContractDocument
from sample_server import (COACH_OTHER_TOKEN, DAY, NEIGHBOUR_TOKEN, SAMPLES, SampleServer,
                           encoded)

sys.path.insert(0, str(SAMPLES / "backend"))
from contract import CATALOGUES, ROUTES  # noqa: E402 (it stands beside the server)

# For each path template: an address that answers 200, with a body that is worth compressing
# unless said otherwise.
GOOD = {
    "/me": "/me",
    "/athletes": "/athletes",
    "/workouts": f"/workouts?date={DAY}",
    "/workouts/{id}/exercises": "/workouts/lower-strength/exercises?userIDs=rana-82,%C5%82ukasz-w",
    "/exercises/{id}": "/exercises/jump-squat%2F40%25",
    "/exercise_bases/{id}": "/exercise_bases/Spr%C3%BCnge%20%26%20Hops",
} | {f"/{name}": f"/{name}" for name in CATALOGUES}
TOO_SHORT_TO_COMPRESS = {"/me"}

FIFTY_IDS = ",".join(f"athlete-{number}" for number in range(50))

# (path template, address, expected status)
SPECIAL = [
    ("/workouts", "/workouts", 400),
    ("/workouts", "/workouts?date=", 400),
    ("/workouts", "/workouts?date=tomorrow", 400),
    ("/workouts", "/workouts?date=2026-02-30", 400),
    ("/workouts", "/workouts?date=20261201", 400),
    ("/workouts", "/workouts?date=2026-12-01T00:00:00Z", 400),
    ("/workouts", f"/workouts?date={DAY}&date={DAY}", 400),
    ("/workouts", "/workouts?date=%ZZ", 400),
    ("/workouts", "/workouts?date=2026%2D12%2D01", 200),
    ("/workouts", "/workouts?date=1970-01-01", 200),
    ("/workouts/{id}/exercises", "/workouts/youth%2Ftechnique/exercises", 200),
    ("/workouts/{id}/exercises", "/workouts/youth%2ftechnique/exercises?userIDs=", 200),
    ("/workouts/{id}/exercises", f"/workouts/lower-strength/exercises?userIDs={FIFTY_IDS}", 200),
    ("/workouts/{id}/exercises", f"/workouts/lower-strength/exercises?userIDs={FIFTY_IDS},x",
     400),
    ("/workouts/{id}/exercises", "/workouts/lower-strength/exercises?userIDs=%FF", 400),
    ("/workouts/{id}/exercises", "/workouts/lower-strength/exercises?userIDs=a&userIDs=b", 400),
    ("/workouts/{id}/exercises", "/workouts/ergometer-power/exercises", 404),
    ("/workouts/{id}/exercises", "/workouts/no%20such/exercises", 404),
    ("/workouts/{id}/exercises", "/workouts/%2/exercises", 400),
    ("/exercises/{id}", "/exercises/no-such-exercise", 404),
    ("/exercises/{id}", "/exercises/jump-squat%2F40%2525", 404),
    ("/exercises/{id}", "/exercises/jump-squat%2F40%", 400),
    ("/exercises/{id}", "/exercises/Schlitten%20schieben", 200),
    ("/exercises/{id}", "/exercises/Schlitten+schieben", 404),
    ("/exercise_bases/{id}", "/exercise_bases/rowing-jumps", 404),
    ("/exercise_bases/{id}", "/exercise_bases/%C3%28", 400),
]

UNKNOWN_PATHS = ["", "/", "/mee", "/me/", "/workouts/youth/technique/exercises", "/exercises",
                 "/exercises/", "/exercises/a/b", "/workouts/lower-strength", "/catalogues"]
OTHER_METHODS = ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW"]


class ContractTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.contract = ContractDocument()
        cls.server = cls.enterClassContext(SampleServer())
        cls.answers = list(cls.ask_everything())

    @classmethod
    def ask_everything(cls):
        """Yields (path template, what was asked, expected status, answer)."""
        ask = cls.server.ask
        for template, path in GOOD.items():
            plain = ask(path)
            tag = plain.headers.get("ETag", "")
            yield template, f"{path}", 200, plain
            yield template, f"{path} (gzip)", 200, ask(path, Accept_Encoding="gzip")
            yield template, f"{path} (other token)", 200, ask(path, COACH_OTHER_TOKEN)
            yield template, f"{path} (unchanged)", 304, ask(path, If_None_Match=tag)
            yield template, f"{path} (no token)", 401, ask(path, None)
            yield template, f"{path} (unknown token)", 401, ask(path, "no-such-token")
            yield template, f"{path} (Basic)", 401, ask(path, Authorization="Basic bWU6bWU=")
        for template, path, status in SPECIAL:
            yield template, path, status, ask(path)

    def test_the_document_is_valid_openapi(self):
        self.assertEqual(self.contract.faults_of_the_document(), [])
        self.assertTrue(self.contract.document["openapi"].startswith("3.1."))

    def test_the_document_and_the_server_have_the_same_paths(self):
        self.assertEqual(set(self.contract.paths()), set(ROUTES))
        for template, methods in self.contract.paths().items():
            self.assertEqual(methods, {"GET"}, template)

    def test_every_answer_has_the_expected_status(self):
        for _, asked, status, answer in self.answers:
            with self.subTest(asked):
                self.assertEqual(answer.status, status)

    def test_every_answer_is_as_described(self):
        for template, asked, _, answer in self.answers:
            with self.subTest(asked):
                self.assertEqual(self.contract.differences(template, answer), [])

    def test_every_described_status_was_seen(self):
        seen = {(template, answer.status) for template, _, _, answer in self.answers}
        self.assertEqual(self.contract.declared() - seen, set())

    def test_every_described_member_was_seen(self):
        seen = set()

        def collect(node):
            if isinstance(node, dict):
                seen.update(node)
            for value in node.values() if isinstance(node, dict) else node:
                if isinstance(value, (dict, list)):
                    collect(value)

        for template, _, _, answer in self.answers:
            if answer.body and template.strip("/") not in CATALOGUES:
                collect(json.loads(answer.body))
        self.assertEqual(self.contract.member_names() - seen, set())

    def test_other_methods_are_refused_on_every_path(self):
        described = ("components", "responses", "MethodNotAllowed")
        for path in GOOD.values():
            for method in OTHER_METHODS:
                with self.subTest(f"{method} {path}"):
                    answer = self.server.ask(path, method=method)
                    self.assertEqual(answer.status, 405)
                    if method != "HEAD":
                        self.assertEqual(self.contract.differences_at(described, answer), [])

    def test_paths_that_are_not_described_are_not_found(self):
        described = ("components", "responses", "NotFound")
        for path in UNKNOWN_PATHS:
            with self.subTest(path):
                answer = self.server.ask(path)
                self.assertEqual(answer.status, 404)
                self.assertEqual(self.contract.differences_at(described, answer), [])

    def test_gzip_carries_the_same_body(self):
        for template, path in GOOD.items():
            with self.subTest(path):
                plain, packed = self.server.ask(path), self.server.ask(path, Accept_Encoding="gzip")
                self.assertEqual(packed.body, plain.body)
                self.assertEqual(packed.headers["ETag"], plain.headers["ETag"])
                self.assertEqual("Content-Encoding" in packed.headers,
                                 template not in TOO_SHORT_TO_COMPRESS)

    def test_another_account_sees_its_own_things_only(self):
        def body(path):
            answer = self.server.ask(path, NEIGHBOUR_TOKEN)
            self.assertEqual(answer.status, 200, path)
            return json.loads(answer.body)

        self.assertEqual(body("/me")["userID"], "coach/ruderclub")
        self.assertEqual([each["name"] for each in body("/athletes")], ["Per Nygaard"])
        self.assertEqual([each["id"] for each in body(f"/workouts?date={DAY}")],
                         ["ergometer-power"])
        instances = body("/workouts/ergometer-power/exercises?userIDs=007,a-soren,u.kim")
        self.assertEqual([each["userID"] for each in instances], ["007"])
        self.assertEqual(body("/exercises/cmj")["name"], "Jump beside the boat")
        for path in ("/workouts/lower-strength/exercises", "/exercises/bench-press-barbell",
                     "/exercise_bases/b-squat"):
            self.assertEqual(self.server.ask(path, NEIGHBOUR_TOKEN).status, 404, path)

    def test_instances_are_those_of_the_workout(self):
        """Of participants and of users who were sent, for definitions that an item asks for."""
        def users(path):
            instances = json.loads(self.server.ask(path).body)
            self.assertNotIn("def-leg-press", {each["exerciseDefinitionID"] for each in instances})
            return {each["userID"] for each in instances}

        path = "/workouts/lower-strength/exercises"
        participants = {"007", "7", "a-soren", "olena", "mbrown"}
        self.assertEqual(users(path), participants)
        self.assertEqual(users(f"{path}?userIDs=rana-82,NG-Thi-Mai,nobody"),
                         participants | {"rana-82"})
        self.assertEqual(users(f"{path}?userIDs={encoded('rana-82,nobody')}"), participants)
