"""Fills a new database from a club directory.

The directory holds `club.json` (accounts and all that is theirs) and `catalogues.py`, a script
that prints the reference catalogues as one JSON object `{name: [entry, …]}`.
"""

import json
import subprocess
import sys

from raw_json import elements, members
from store import SCHEMA


def seed(store, club, day):
    """Puts the club at `club` (a Path) on `day` (`YYYY-MM-DD`), in one transaction.

    A database that holds a club already is left as it is, whatever `club` and `day` say. Raises
    ValueError when `club.json` is not JSON, CalledProcessError when the script fails.
    """
    store.connection.execute("BEGIN IMMEDIATE")
    try:
        if not store.connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            for statement in SCHEMA.split(";"):
                store.connection.execute(statement)
            _seed_accounts(store.connection, club / "club.json", day)
            _seed_catalogues(store.connection, club / "catalogues.py")
        store.connection.execute("COMMIT")
    except BaseException:
        store.connection.execute("ROLLBACK")
        raise


def _seed_accounts(connection, path, day):
    text = path.read_text(encoding="utf-8")
    try:
        json.loads(text)  # so that the cutting below may rely on valid JSON
    except ValueError as problem:
        raise ValueError(f"{path} is not JSON: {problem}") from problem
    for account_text in elements(members(text)["accounts"]):
        parts = members(account_text)
        account = json.loads(parts["me"])["userID"]

        def insert(table, name, columns):
            """A row for each document in the list `name`; `columns(document)` leads the text."""
            for document in elements(parts[name]):
                values = (account, *columns(json.loads(document)), document)
                places = ", ".join("?" * len(values))
                connection.execute(f"INSERT INTO {table} VALUES ({places})", values)

        connection.execute("INSERT INTO accounts VALUES (?, ?)", (account, parts["me"]))
        for token in json.loads(parts["tokens"]):
            connection.execute("INSERT INTO tokens VALUES (?, ?)", (token, account))
        insert("athletes", "athletes", lambda it: (it["userID"],))
        insert("workouts", "workouts", lambda it: (it["id"], day))
        insert("exercise_instances", "exerciseInstances",
               lambda it: (it["exerciseDefinitionID"], it["userID"]))
        insert("exercises", "exercises", lambda it: (it["id"],))
        insert("exercise_bases", "exerciseBases", lambda it: (it["id"],))


def _seed_catalogues(connection, script):
    made = subprocess.run([sys.executable, "-B", script], check=True, stdout=subprocess.PIPE)
    for name, document in members(made.stdout.decode("utf-8")).items():
        connection.execute("INSERT INTO catalogues VALUES (?, ?)", (name, document))
