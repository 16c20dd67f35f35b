#!/usr/bin/env python3
"""Serves a sample club by the backend contract of gymbag (openapi.yaml), on the loopback address.

    python3 server.py --club ../club --day 2026-12-01

Prints the base URL once connections are accepted. SIGTERM or SIGINT ends it with exit code 0.
"""

import argparse
import contextlib
import datetime
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile

from contract import BASE_PATH, answer, refusal
from http_layer import Server
from seeding import seed
from store import Store


def main():
    options = read_options()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, leave)
    with contextlib.ExitStack() as at_exit:
        try:
            database = options.database or pathlib.Path(
                at_exit.enter_context(tempfile.TemporaryDirectory(prefix="gymbag-server-")),
                "club.sqlite")
            with contextlib.closing(Store(database)) as store:
                seed(store, options.club, options.day)
            server = at_exit.enter_context(
                Server(options.port, lambda: Store(database), answer, refusal))
            url = f"http://127.0.0.1:{server.server_port}{BASE_PATH}"
            if options.url_file:
                replace(options.url_file, url + "\n")
            print("listening on", url, flush=True)
        except sqlite3.Error as problem:
            sys.exit(f"server.py: error: the database {database}: {problem}")
        except (OSError, ValueError, subprocess.CalledProcessError) as problem:
            sys.exit(f"server.py: error: {problem}")
        server.serve_forever()


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--club", type=pathlib.Path, required=True, metavar="DIR",
                        help="directory with club.json and catalogues.py")
    parser.add_argument("--day", type=day, required=True, metavar="YYYY-MM-DD",
                        help="the day on which the club trains")
    parser.add_argument("--database", type=pathlib.Path, metavar="FILE",
                        help="keep the data here; a database that has data is served as it is "
                             "(default: a temporary one)")
    parser.add_argument("--port", type=int, default=0, help="default: a free one")
    parser.add_argument("--url-file", type=pathlib.Path, metavar="FILE",
                        help="write the base URL to this file once connections are accepted")
    return parser.parse_args()


def day(text):
    """The option's value as `YYYY-MM-DD`; ValueError when there is no such date."""
    return datetime.date.fromisoformat(text).isoformat()


def leave(number, frame):
    """Ends the process by the way of an exception, so that everything opened is closed."""
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    sys.exit(0)


def replace(path, text):
    """Writes `path` so that it is never seen half written."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)


if __name__ == "__main__":
    main()
