"""Starts the sample server as its users do, asks it, and ends it."""

import gzip
import http.client
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Samples"
CLUB = SAMPLES / "club"
DAY = "2026-12-01"
COACH_TOKEN = "sample-token-marta-laptop"
COACH_OTHER_TOKEN = "sample-token-marta-phone"
NEIGHBOUR_TOKEN = "sample-token-ruderclub"
DEADLINE_SECONDS = 20


def encoded(identifier):
    """An id as one path segment or one element of a query list."""
    return quote(identifier, safe="")


@dataclass(frozen=True)
class Answer:
    """`wire_body` is the body as it was sent, `body` the same without content coding."""

    status: int
    headers: http.client.HTTPMessage
    wire_body: bytes
    body: bytes


class SampleServer:
    """A running server; `with` starts it and makes sure that it is gone in the end.

    Its temporary files are kept below `scratch`, so that a test can see what is left of them.
    """

    def __init__(self, day=DAY, database=None):
        self._directory = tempfile.TemporaryDirectory(prefix="gymbag-contract-")
        self.scratch = pathlib.Path(self._directory.name, "scratch")
        self.scratch.mkdir()
        url_file = pathlib.Path(self._directory.name, "url")
        command = [sys.executable, "-B", SAMPLES / "backend" / "server.py", "--club", CLUB,
                   "--day", day, "--url-file", url_file]
        if database:
            command += ["--database", database]
        self._own = threading.local()
        self._connections = []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"TMPDIR": str(self.scratch)})
        try:
            self.url = self._wait_for(url_file)
        except BaseException:
            self.__exit__()
            raise
        self.printed = self.process.stdout.readline()

    def _wait_for(self, url_file):
        give_up = time.monotonic() + DEADLINE_SECONDS
        while not url_file.exists():
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}")
            if time.monotonic() > give_up:
                raise AssertionError("the server did not accept connections in time")
            time.sleep(0.02)
        return url_file.read_text().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        for connection in self._connections:
            connection.close()
        self._directory.cleanup()

    def end(self, number=signal.SIGTERM):
        """Sends the signal; returns the exit code and the seconds until the end."""
        start = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(DEADLINE_SECONDS)
        return code, time.monotonic() - start

    def connection(self):
        """A new connection that nobody else uses; it is closed with the server."""
        made = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=DEADLINE_SECONDS)
        self._connections.append(made)
        return made

    def ask(self, path, token=COACH_TOKEN, method="GET", body=None, **headers):
        """The answer to one request, over a connection that this thread keeps.

        `path` begins below the base path. Header names are spelled with `_` for `-`.
        """
        if not hasattr(self._own, "connection"):
            self._own.connection = self.connection()
        return self.ask_over(self._own.connection, path, token, method, body, **headers)

    def ask_over(self, connection, path, token=COACH_TOKEN, method="GET", body=None, **headers):
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent.setdefault("Authorization", f"Bearer {token}")
        connection.request(method, urlsplit(self.url).path + path, body=body, headers=sent)
        response = connection.getresponse()
        wire_body = response.read()
        coded = response.headers.get("Content-Encoding") == "gzip"
        return Answer(response.status, response.headers, wire_body,
                      gzip.decompress(wire_body) if coded else wire_body)
