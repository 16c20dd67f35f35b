"""HTTP/1.1: takes requests apart, sends responses; knows nothing of workouts.

Each request runs through three steps, with plain values between them:

    read → Request → (the contract's `answer`) → Response → transmit

`transmit` alone knows about content coding, length and the connection, so whatever is to happen
to an answer on its way out has one place.
"""

import gzip
import hashlib
import re
import sys
from dataclasses import dataclass
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote_to_bytes

COMPRESS_ABOVE_BYTES = 256
IDLE_SECONDS = 60
LONGEST_REQUEST_LINE_BYTES = 65536
LONGEST_SKIPPED_BODY_BYTES = 1 << 20


@dataclass(frozen=True)
class Request:
    """What a client asked. `path` and `query` (without `?`) are percent-encoded, as they came."""

    method: str
    path: str
    query: str
    headers: Message

    def list_of(self, header):
        """The elements of a header that holds a comma-separated list, in lower case."""
        joined = ",".join(self.headers.get_all(header, []))
        return [element.strip().lower() for element in joined.split(",") if element.strip()]


@dataclass(frozen=True)
class Response:
    """What is answered: `headers` as (name, value) pairs, `body` before any content coding."""

    status: int
    headers: tuple
    body: bytes


def percent_decoded(text):
    """The decoded form of one path segment or one query value; `+` stands for itself.

    Raises ValueError when an escape is broken or the result is not UTF-8.
    """
    broken = re.search(r"%(?![0-9A-Fa-f]{2}).{0,2}", text)
    if broken:
        raise ValueError(f"{broken[0]!r} is not a percent-encoded byte")
    return unquote_to_bytes(text.encode("latin-1")).decode("utf-8")


def validated(request, response):
    """`response` (a 200) with its ETag, or the 304 that takes its place for If-None-Match.

    The tag is strong and names the body before content coding: the JSON text itself.
    """
    tag = f'"{hashlib.sha256(response.body).hexdigest()[:32]}"'
    known = [element.removeprefix("w/") for element in request.list_of("If-None-Match")]
    headers = (*response.headers, ("ETag", tag))
    if tag in known or "*" in known:
        kept = tuple(pair for pair in headers if pair[0] != "Content-Type")
        return Response(304, kept, b"")
    return Response(response.status, headers, response.body)


def accepts_gzip(request):
    """Whether Accept-Encoding names gzip, or else `*`, with a weight above zero."""
    weights = {}
    for element in request.list_of("Accept-Encoding"):
        coding, _, parameters = element.partition(";")
        refused = re.fullmatch(r"\s*q=0(\.0*)?\s*", parameters)
        weights[coding.strip()] = not refused
    return weights.get("gzip", weights.get("*", False))


class Connection(BaseHTTPRequestHandler):
    """One connection, kept for many requests, on a thread of its own with a store of its own."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = IDLE_SECONDS

    def setup(self):
        super().setup()
        self.store = self.server.open_store()

    def finish(self):
        self.store.close()
        super().finish()

    def version_string(self):
        """The Server header."""
        return "gymbag-sample-server"

    def handle_one_request(self):
        """Replaces the standard method, which answers to known methods only."""
        try:
            self.raw_requestline = self.rfile.readline(LONGEST_REQUEST_LINE_BYTES + 1)
            if len(self.raw_requestline) > LONGEST_REQUEST_LINE_BYTES:
                self.command = self.requestline = self.request_version = ""
                self.send_error(414, "the request line is too long")
                return
            if not self.raw_requestline.strip() or not self.parse_request():
                self.close_connection = True
                return
            self.skip_body()
            path, _, query = self.path.partition("?")
            request = Request(self.command, path, query, self.headers)
            self.transmit(request, self.server.answer(self.store, request))
        except TimeoutError:
            self.close_connection = True

    def skip_body(self):
        """Reads past a body that nobody wants: the next request begins behind it."""
        length = self.headers.get("Content-Length", "0")
        if length.isdecimal() and int(length) <= LONGEST_SKIPPED_BODY_BYTES \
                and "Transfer-Encoding" not in self.headers:
            self.rfile.read(int(length))
        else:
            self.close_connection = True

    def transmit(self, request, response):
        """Sends `response`, compressed when that helps and the client takes it."""
        headers, body = list(response.headers), response.body
        if len(body) > COMPRESS_ABOVE_BYTES and accepts_gzip(request):
            body = gzip.compress(body, compresslevel=6, mtime=0)
            headers.append(("Content-Encoding", "gzip"))
        if response.status != 304:
            headers.append(("Content-Length", str(len(body))))
        if self.close_connection:
            headers.append(("Connection", "close"))
        self.send_response(response.status)  # adds Server and Date
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if request.method != "HEAD":
            self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        """Called by the standard library for what it cannot read as a request."""
        self.close_connection = True
        request = Request(self.command or "", "", "", Message())
        self.transmit(request, self.server.refusal(code, message or "unreadable request"))

    def log_message(self, format, *arguments):
        """Requests are not logged: standard error is for faults of the server."""


class Server(ThreadingHTTPServer):
    """Listens on the loopback address only.

    `open_store()` makes the store of one connection, `answer(store, request)` a Response, and
    `refusal(status, message)` the Response to something that is not a request.
    """

    request_queue_size = 128

    def __init__(self, port, open_store, answer, refusal):
        super().__init__(("127.0.0.1", port), Connection)
        self.open_store, self.answer, self.refusal = open_store, answer, refusal

    def handle_error(self, request, client_address):
        """A client that hangs up is no fault; everything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)
