"""Times whole processes from outside."""

import subprocess
import tempfile
import time


def seconds(command):
    """How long a command takes, which must end as it is expected to; its output is thrown away.

    A command is `(words, environment, expected exit codes)`.
    """
    words, environment, expected = command
    start = time.perf_counter()
    done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    taken = time.perf_counter() - start
    if done.returncode not in expected:
        raise SystemExit(f"{words} ended with {done.returncode}: {done.stderr.decode()}")
    return taken


def paired(ours, peer, count):
    """`count` pairs of times, ours and the peer's in turn, after one of each that does not count."""
    seconds(ours), seconds(peer)
    return [(seconds(ours), seconds(peer)) for _ in range(count)]


def peak_megabytes(command):
    """The most memory that a command has at a time.

    By way of time(1): the kernel counts what a process was before it became the command, too, and
    this one is large.
    """
    words, environment, expected = command
    with tempfile.NamedTemporaryFile("r") as report:
        seconds((["/usr/bin/time", "-f", "%M", "-o", report.name, *words], environment, expected))
        return int(report.read().split()[-1]) * 1024 / 1e6
