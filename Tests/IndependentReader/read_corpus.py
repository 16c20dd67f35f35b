#!/usr/bin/env python3
"""What the independent reader says of every archive of a corpus, on all processors.

    read_corpus.py --key coach.pub --owner OWNER DIRECTORY

DIRECTORY is what Tests/HostileArchives/make_corpus.py has made. Prints an object for each case, one
a line: its `name`, the exit code that read_archive.py would end with (`code`), and the `reasons`.
"""

import sys

sys.dont_write_bytecode = True

import argparse
import json
import multiprocessing
import pathlib

from problems import CannotLook, Problems
from read_archive import look


def verdict(task):
    wanted, name = task
    problems = Problems()
    try:
        look(wanted, problems)
        code = 1 if problems else 0
    except CannotLook as reason:
        return {"name": name, "code": 2, "reasons": [str(reason)]}
    return {"name": name, "code": code, "reasons": list(problems.lines())}


def main():
    parser = argparse.ArgumentParser(description="Reads every archive of a corpus.")
    parser.add_argument("--key", required=True)
    parser.add_argument("--owner", required=True)
    parser.add_argument("directory", type=pathlib.Path)
    asked = parser.parse_args()
    tasks = []
    for case in json.loads((asked.directory / "cases.json").read_text(encoding="utf-8")):
        wanted = argparse.Namespace(key=asked.key, owner=asked.owner, day=None,
                                    archive=str(asked.directory / case["path"]))
        tasks.append((wanted, case["name"]))
    with multiprocessing.Pool() as pool:
        for found in pool.imap(verdict, tasks, chunksize=1):
            print(json.dumps(found))


if __name__ == "__main__":
    main()
