"""The jobs: what each is done on, by what peer, and how much of its time ours may take."""

import contextlib
import csv
import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

import club
import nginx

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
# Reads a file as JSON and no more; built beside gymbag, from the folder of the same name.
JSON_READER = "JSONReader"


@dataclass(frozen=True)
class Comparison:
    """`ours` and `peer` are commands; without a peer, `ours` is a function that gives a figure."""

    what: str
    ours: object
    peer: object
    against: str
    goal: float
    runs: int = 5
    unit: str = "s"


class Gymbag:
    """The tool with a home of its own."""

    def __init__(self, binary, folder):
        self.binary, self.home = binary, folder / "home"
        self.home.mkdir()
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"],
                            "TZ": "Europe/Berlin", "GYMBAG_TOKEN": "benchmark"}
        self.archive = self.home / f".local/share/gymbag/default/days/{club.DAY}.tar"

    def command(self, *words, expected=(0,)):
        return ([str(self.binary), *map(str, words)], self.environment, expected)

    def do(self, *words):
        subprocess.run([str(self.binary), *map(str, words)], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def served(folder, **size):
    """A club served by nginx: its URL, and its required and held pairs."""
    pairs = club.write(folder / "v1", seed=20261201, **size)
    with nginx.serving(folder) as url:
        yield url, pairs


def packed(binary, folder, **size):
    """A tool that has packed a club, and the club's pairs."""
    gymbag = Gymbag(binary, folder)
    with served(folder, **size) as (url, pairs):
        gymbag.do("init", url)
        gymbag.do("pack", club.DAY)
    return gymbag, pairs


def peer(name, *words, expected=(0,)):
    return ([str(PEERS / name), *map(str, words)], dict(os.environ), expected)


def pack(binary, folder):
    gymbag = Gymbag(binary, folder)
    size = dict(workouts=40, athletes=400, items=40, exercises=300, bases=120,
                catalogue_bytes=8_000_000)
    with served(folder, **size) as (url, _):
        gymbag.do("init", url)
        key = folder / "peer.key"
        subprocess.run(["minisign", "-G", "-W", "-f", "-s", key, "-p", folder / "peer.pub"],
                       check=True, stdout=subprocess.DEVNULL)
        calls = folder / "calls"
        calls.write_text("".join(f"{each}\n" for each in sorted(
            str(path.relative_to(folder / "v1"))[:-5] for path in (folder / "v1").rglob("*.json"))))
        yield Comparison(
            "40 workouts, 400 athletes, 16,000 instances, 300 exercises, 120 bases, 8 MB of catalogues"
            ", nginx",
            gymbag.command("pack", club.DAY), peer("pack", url, calls, key, folder / "peer"),
            "curl --parallel, gzip, sha256sum, minisign, bsdtar", 0.5)


def verify(binary, folder):
    gymbag, _ = packed(binary, folder, workouts=20, athletes=19_960, items=2, exercises=2, bases=2,
                       catalogue_bytes=60_000)
    subprocess.run(["tar", "-xf", gymbag.archive, "-C", folder], check=True)
    yield Comparison(
        "20,000 small entries", gymbag.command("verify", club.DAY),
        (["bagit.py", "--validate", "--quiet", str(folder / club.DAY)], dict(os.environ), (0,)),
        "bagit.py --validate on the unpacked bag", 0.1)


def coverage_large(binary, folder):
    gymbag, (required, held) = packed(
        binary, folder, workouts=10, athletes=10_000, items=100, exercises=100, bases=40,
        catalogue_bytes=60_000, missing=0.02)
    roster = folder / "roster.csv"
    roster.write_text("id\n" + "".join(f"{each}\n" for each in sorted({a for _, a in required})))
    for name, pairs in (("required", required), ("held", held)):
        with open(folder / f"{name}.csv", "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(pairs)
        (folder / f"{name}.json").write_text(json.dumps(pairs))
    ours = gymbag.command("coverage", club.DAY, "--roster", roster, "--json", expected=(1,))
    what = "10,000 athletes × 100 exercises, 1 M pairs"
    yield Comparison(what, ours, peer("coverage-sqlite", folder), "sqlite3, EXCEPT", 0.05)
    yield Comparison(what, ours, peer("coverage-jq", folder), "jq", 0.01, runs=3)


def coverage_small(binary, folder):
    gymbag, _ = packed(binary, folder, workouts=1, athletes=12, items=6, exercises=6, bases=3,
                       catalogue_bytes=3_000_000)
    yield Comparison(
        "12 athletes × 6 exercises, signature included", gymbag.command("coverage", club.DAY),
        (["bsdtar", "-tf", str(gymbag.archive)], dict(os.environ), (0,)),
        "bsdtar -tf of the same archive", 3, runs=40)


def json_reader(binary, folder):
    reader = binary.with_name(JSON_READER)
    instances = club.exercises(seed=20261201, byte_count=100_000_000)
    for layout, options in {"compact": {"separators": (",", ":")}, "pretty": {"indent": 2}}.items():
        file = folder / f"{layout}.json"
        file.write_text(json.dumps(instances, ensure_ascii=False, **options))
        rates = subprocess.run([reader, file, "15"], check=True, stdout=subprocess.PIPE).stdout
        best, median = map(float, rates.split())
        what = (f"{file.stat().st_size / 1e6:.0f} MB, {layout}; the reader alone {best:.2f} GB/s,"
                f" median {median:.2f}")
        ours = ([reader, file, "1"], dict(os.environ), (0,))
        load = "import json, sys; json.loads(open(sys.argv[1], 'rb').read())"
        yield Comparison(what, ours, (["jq", "empty", file], dict(os.environ), (0,)), "jq empty",
                         0.1, runs=3)
        yield Comparison(what, ours, (["python3", "-c", load, file], dict(os.environ), (0,)),
                         "Python, json.loads", 0.2, runs=3)


def start(binary, folder):
    yield Comparison(
        "--version", ([str(binary), "--version"], dict(os.environ), (0,)),
        (["bsdtar", "--version"], dict(os.environ), (0,)), "bsdtar --version", 3, runs=60)


def size(binary, folder):
    def stripped():
        subprocess.run(["strip", "-o", folder / "stripped", binary], check=True)
        return (folder / "stripped").stat().st_size / 1e6
    yield Comparison("the stripped release binary, Swift runtime linked in", stripped, None, None,
                     10, unit="MB")


ALL = {"pack": pack, "verify": verify, "coverage": coverage_large, "coverage-small": coverage_small,
       "json": json_reader, "start": start, "size": size}
