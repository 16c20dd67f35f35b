"""How the server speaks HTTP, starts, ends and keeps its data."""

import concurrent.futures
import email.utils
import pathlib
import signal
import socket
import tempfile
import time
import unittest
from urllib.parse import urlsplit

from sample_server import DAY, SampleServer

AT_ONCE_SECONDS = 2


class TransportTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(SampleServer())

    def test_one_connection_serves_many_requests(self):
        connection = self.server.connection()
        connection.connect()
        own_port = connection.sock.getsockname()[1]
        for path in ("/me", "/nothing", "/athletes", "/tags"):
            self.server.ask_over(connection, path)
            self.assertEqual(connection.sock.getsockname()[1], own_port, path)

    def test_the_body_of_a_refused_request_is_skipped(self):
        connection = self.server.connection()
        refused = self.server.ask_over(connection, "/me", method="POST", body=b"x" * 100_000)
        self.assertEqual(refused.status, 405)
        self.assertEqual(self.server.ask_over(connection, "/me").status, 200)

    def test_what_is_not_http_is_refused_and_the_connection_ends(self):
        address = urlsplit(self.server.url)
        for sent in (b"hello\r\n\r\n", b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n"):
            with socket.create_connection((address.hostname, address.port), 10) as plain:
                plain.sendall(sent)
                answer = b""
                while received := plain.recv(65536):
                    answer += received
            self.assertIn(b'"error": "bad_request"', answer)

    def test_content_length_is_exact(self):
        """http.client would wait for missing bytes and leave surplus ones on the connection."""
        for coding in ("identity", "gzip"):
            for path in ("/me", "/metrics", f"/workouts?date={DAY}", "/nothing"):
                answer = self.server.ask(path, Accept_Encoding=coding)
                self.assertEqual(int(answer.headers["Content-Length"]), len(answer.wire_body))

    def test_gzip_is_used_only_when_it_is_accepted(self):
        accepted = {
            "gzip": True, "GZip": True, "*": True, "br, gzip;q=0.5": True, "gzip;q=0.001": True,
            "deflate, *;q=0.1": True, "identity": False, "": False, "gzip;q=0": False,
            "gzip; q=0.000": False, "*;q=0": False, "gzip;q=0, *": False, "br": False,
        }
        for value, expected in accepted.items():
            with self.subTest(value):
                answer = self.server.ask("/tags", Accept_Encoding=value)
                self.assertEqual("Content-Encoding" in answer.headers, expected)

    def test_gzip_is_the_same_every_time(self):
        bodies = {self.server.ask("/tags", Accept_Encoding="gzip").wire_body for _ in range(2)}
        self.assertEqual(len(bodies), 1)

    def test_etags_are_compared_as_http_says(self):
        tag = self.server.ask("/me").headers["ETag"]
        expected = {tag: 304, f"W/{tag}": 304, f'"other", {tag}': 304, "*": 304, '"other"': 200,
                    tag.strip('"'): 200}
        for value, status in expected.items():
            with self.subTest(value):
                self.assertEqual(self.server.ask("/me", If_None_Match=value).status, status)
        self.assertEqual(self.server.ask("/me", None, If_None_Match=tag).status, 401)

    def test_the_date_is_now(self):
        date = email.utils.parsedate_to_datetime(self.server.ask("/me").headers["Date"])
        self.assertLess(abs(time.time() - date.timestamp()), 5)

    def test_many_requests_at_a_time(self):
        paths = ["/me", f"/workouts?date={DAY}", "/exercises/cmj", "/athletes"] * 75
        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            statuses = list(clients.map(lambda path: self.server.ask(path).status, paths))
        self.assertEqual(set(statuses), {200})


class LifeTests(unittest.TestCase):
    def test_it_says_where_it_listens(self):
        with SampleServer() as server:
            self.assertEqual(server.printed, f"listening on {server.url}\n")
            self.assertRegex(server.url, r"^http://127\.0\.0\.1:[0-9]+/v1$")

    def test_a_signal_ends_it_at_once_and_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name), SampleServer() as server:
                server.ask("/me")  # leaves an idle connection
                self.assertEqual(len(list(server.scratch.iterdir())), 1)
                code, seconds = server.end(number)
                self.assertEqual(code, 0)
                self.assertLess(seconds, AT_ONCE_SECONDS)
                self.assertEqual(list(server.scratch.iterdir()), [])

    def test_a_database_is_kept_and_not_seeded_again(self):
        with tempfile.TemporaryDirectory() as directory:
            database = pathlib.Path(directory, "club.sqlite")
            with SampleServer(DAY, database) as server:
                first = server.ask(f"/workouts?date={DAY}")
                self.assertEqual(server.end()[0], 0)
            with SampleServer("2027-01-15", database) as server:
                again = server.ask(f"/workouts?date={DAY}")
                self.assertEqual(server.ask("/workouts?date=2027-01-15").body, b"[]")
            self.assertEqual(first.body, again.body)
            self.assertGreater(len(first.body), 1000)
