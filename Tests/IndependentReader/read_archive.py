#!/usr/bin/env python3
"""Verifies a day archive as gymbag-archive(5) describes it, and prints what it covers.

    read_archive.py --key coach.pub [--owner OWNER] [--day YYYY-MM-DD] ARCHIVE

Ends with 0 when the archive is valid, with 1 when it is not (each reason on standard error), and
with 2 when the call is wrong or the look could not be taken.
"""

import sys

# Nothing is written beside the program, compiled modules included.
sys.dont_write_bytecode = True

import argparse
import json
import os

import signature
from archive import Archive
from calendar_day import is_day
from files import open_regular
from problems import CannotLook, Invalid, Problems, one_line
from tar import Tar


def arguments():
    parser = argparse.ArgumentParser(description="Verifies a day archive of gymbag.")
    parser.add_argument("--key", required=True, help="the public key, a file of minisign")
    parser.add_argument("--owner", help="the owner that the archive must have")
    parser.add_argument("--day", help="the day that the archive must have, YYYY-MM-DD")
    parser.add_argument("archive", metavar="ARCHIVE")
    found = parser.parse_args()
    if found.day is not None and not is_day(found.day):
        parser.error("--day: a day is spelled YYYY-MM-DD")
    return found


def day_of_name(path):
    """The day that the name of the file asks for, or None when it is no such name."""
    name = os.path.basename(path)
    return name[:-4] if name.endswith(".tar") and is_day(name[:-4]) else None


def look(wanted, problems):
    """What the archive holds, or None with reasons in `problems`."""
    key = signature.read_key(wanted.key)
    descriptor = open_regular(wanted.archive)
    try:
        tar = Tar(descriptor, os.fstat(descriptor).st_size)
        day = wanted.day if wanted.day is not None else day_of_name(wanted.archive)
        return Archive(tar, key, problems).verify(wanted.owner, day)
    except Invalid as invalid:
        problems.add(invalid.entry, invalid.what)
        return None
    finally:
        os.close(descriptor)


def main():
    problems = Problems()
    try:
        found = look(arguments(), problems)
        if not problems:
            print(json.dumps(found), flush=True)
            return 0
    except CannotLook as reason:
        print(f"read_archive.py: error: {one_line(str(reason))}", file=sys.stderr)
        return 2
    except Exception as error:  # A defect here, or no memory: not a word about the archive.
        print(f"read_archive.py: error: {one_line(repr(error))}", file=sys.stderr)
        return 2
    for line in problems.lines():
        print(line, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
