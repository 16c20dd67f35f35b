#!/usr/bin/env python3
"""Makes hostile archives out of a good one, and says what gymbag must make of each.

  make_corpus.py GOOD.tar SECRET-KEY OUTPUT-DIRECTORY

OUTPUT-DIRECTORY must not exist. It gets a directory for each case, with the archive in it, and
cases.json: an array of objects with

  name      of the case
  path      of the archive below OUTPUT-DIRECTORY
  kind      "form": the tar is not canonical; "content": what it holds is not what it must be;
            "trust": the signature; "control": it is valid
  verify    the exit code of gymbag verify: 65 or 77, and 0 for a control
  coverage  what gymbag coverage, which reads the head alone, must do: "refused" or "answered"
  says      texts, each of which gymbag verify must print
  entries   which entries gymbag show must either print as they were packed, or refuse
  why       what is wrong, and why that matters

Two runs differ in the two new keys, and in nothing else. Needs minisign.
"""

import pathlib
import sys
import tempfile

import corpus
import forge
import minisign

# Each adds its cases when it is imported.
import bag_cases  # noqa: F401
import control_cases  # noqa: F401
import form_cases  # noqa: F401
import index_cases  # noqa: F401
import payload_cases  # noqa: F401
import signature_cases  # noqa: F401


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: make_corpus.py GOOD.tar SECRET-KEY OUTPUT-DIRECTORY")
    archive, key, output = map(pathlib.Path, sys.argv[1:])
    output.mkdir()
    with tempfile.TemporaryDirectory() as keys:
        stranger = minisign.new_key(keys, "stranger")
        twin = minisign.with_key_id(minisign.new_key(keys, "twin"), key)
        good = forge.Good(archive.read_bytes(), key, stranger, twin)
        count = corpus.write(good, output)
    print(f"{count} cases in {output}")


main()
