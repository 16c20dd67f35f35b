"""The server's data in SQLite: JSON documents as text, beside the columns they are found by.

Each document is answered exactly as it is stored. An account sees its own rows only, so every
question names the account; the same id may stand for different things in two accounts. The
catalogues are the same for all.
"""

import json
import sqlite3

SCHEMA = """
    CREATE TABLE accounts (userID TEXT PRIMARY KEY, document TEXT NOT NULL);
    CREATE TABLE tokens (token TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts);
    CREATE TABLE athletes (
        account TEXT NOT NULL REFERENCES accounts, id TEXT NOT NULL, document TEXT NOT NULL,
        UNIQUE (account, id));
    CREATE TABLE workouts (
        account TEXT NOT NULL REFERENCES accounts, id TEXT NOT NULL, day TEXT NOT NULL,
        document TEXT NOT NULL, UNIQUE (account, id));
    CREATE TABLE exercise_instances (
        account TEXT NOT NULL REFERENCES accounts, exerciseDefinitionID TEXT NOT NULL,
        userID TEXT NOT NULL, document TEXT NOT NULL,
        UNIQUE (account, exerciseDefinitionID, userID));
    CREATE TABLE exercises (
        account TEXT NOT NULL REFERENCES accounts, id TEXT NOT NULL, document TEXT NOT NULL,
        UNIQUE (account, id));
    CREATE TABLE exercise_bases (
        account TEXT NOT NULL REFERENCES accounts, id TEXT NOT NULL, document TEXT NOT NULL,
        UNIQUE (account, id));
    CREATE TABLE catalogues (name TEXT PRIMARY KEY, document TEXT NOT NULL);
"""


class Store:
    """One connection to the database; belongs to the thread that made it.

    Documents are JSON texts (`str`). A document that the account does not have is `None`, lists
    are in the order of seeding.
    """

    def __init__(self, path):
        # No transaction begins by itself: who changes several rows says BEGIN and COMMIT.
        self.connection = sqlite3.connect(path, isolation_level=None)

    def close(self):
        self.connection.close()

    def _column(self, question, *values):
        return [row[0] for row in self.connection.execute(question, values)]

    def _only(self, question, *values):
        row = self.connection.execute(question, values).fetchone()
        return row and row[0]

    def account_of_token(self, token):
        """The user id of the account that `token` belongs to."""
        return self._only("SELECT account FROM tokens WHERE token = ?", token)

    def me(self, account):
        return self._only("SELECT document FROM accounts WHERE userID = ?", account)

    def athletes(self, account):
        return self._column(
            "SELECT document FROM athletes WHERE account = ? ORDER BY rowid", account)

    def workouts(self, account, day):
        """The workouts of `day` (`YYYY-MM-DD`, a date of the club's calendar)."""
        return self._column(
            "SELECT document FROM workouts WHERE account = ? AND day = ? ORDER BY rowid",
            account, day)

    def workout(self, account, workout_id):
        return self._only(
            "SELECT document FROM workouts WHERE account = ? AND id = ?", account, workout_id)

    def instances(self, account, workout, user_ids):
        """The exercise instances for `workout` (its document) of its participants and `user_ids`.

        Only those whose exercise definition an item of the workout asks for.
        """
        workout = json.loads(workout)
        definitions = [item["exerciseDefinitionID"] for item in workout["items"]]
        users = [participant["userID"] for participant in workout["participants"]] + user_ids
        return self._column(
            "SELECT document FROM exercise_instances WHERE account = ?"
            " AND exerciseDefinitionID IN (SELECT value FROM json_each(?))"
            " AND userID IN (SELECT value FROM json_each(?)) ORDER BY rowid",
            account, json.dumps(definitions), json.dumps(users))

    def exercise(self, account, exercise_id):
        return self._only(
            "SELECT document FROM exercises WHERE account = ? AND id = ?", account, exercise_id)

    def exercise_base(self, account, base_id):
        return self._only(
            "SELECT document FROM exercise_bases WHERE account = ? AND id = ?", account, base_id)

    def catalogue(self, name):
        """The whole catalogue as one JSON array."""
        return self._only("SELECT document FROM catalogues WHERE name = ?", name)
