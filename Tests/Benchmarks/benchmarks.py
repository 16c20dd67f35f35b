"""Runs each job of gymbag and its peer in turn, and prints a table of medians and ratios.

A row has an id (`--only`), what is measured, the peer, and the goal for ours / peer. `--json` writes
the same as `[{"job", "ours", "peer", "unit", "ratio", "goal", "met"}]`.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import tempfile

import jobs
from measure import paired, peak_megabytes


def main():
    options = read_options()
    rows = []
    with tempfile.TemporaryDirectory(prefix="gymbag-benchmark-") as scratch:
        place = pathlib.Path(scratch)
        binary = place / "gymbag"
        shutil.copy(options.binary, binary)
        shutil.copy(options.binary.with_name(jobs.JSON_READER), place)
        for job, make in jobs.ALL.items():
            if options.only in (None, job):
                folder = place / job
                folder.mkdir()
                rows += [row(job, each) for each in make(binary, folder)]
                shutil.rmtree(folder)
    print_table(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--only", choices=sorted(jobs.ALL), metavar="JOB",
                        help="one of: " + ", ".join(jobs.ALL))
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    return parser.parse_args()


def row(job, comparison):
    """Measures one comparison; the figures are medians."""
    if comparison.peer is None:
        ours, peer, peak = comparison.ours(), None, None
        ratio = None
        met = ours <= comparison.goal
    else:
        runs = paired(comparison.ours, comparison.peer, comparison.runs)
        ours = statistics.median(mine for mine, _ in runs)
        peer = statistics.median(theirs for _, theirs in runs)
        peak = peak_megabytes(comparison.ours)
        ratio = statistics.median(mine / theirs for mine, theirs in runs)
        met = ratio <= comparison.goal
    return {"job": job, "what": comparison.what, "ours": ours, "peer": peer,
            "against": comparison.against, "unit": comparison.unit, "ratio": ratio,
            "goal": comparison.goal, "met": met,
            "peakMB": peak}


def print_table(rows):
    print("| job | input | ours | peer | ratio | goal | met | our peak memory |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for each in rows:
        if each["peer"] is None:
            figures = [f"{each['ours']:.1f} {each['unit']}", "", "", f"≤ {each['goal']} {each['unit']}"]
        else:
            figures = [f"{each['ours'] * 1000:.1f} ms",
                       f"{each['peer'] * 1000:.1f} ms, {each['against']}",
                       f"{each['ratio']:.3f}", f"≤ {each['goal']}"]
        memory = "" if each["peakMB"] is None else f"{each['peakMB']:.0f} MB"
        cells = [each["job"], each["what"], *figures, "yes" if each["met"] else "**no**", memory]
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
