"""Says what Python's json makes of texts, for the tests that hold the reader against it.

Reads a text a line, in hexadecimal, from standard input, and answers each with a line: `-` for what
is no JSON, else the text without the white space between its tokens, in hexadecimal, and its values:
strings as their UTF-8 in hexadecimal, numbers as they are spelled.

Python is less strict than RFC 8259 in a few things, which are put right here: it takes `NaN` and
`Infinity`, guesses UTF-16 and UTF-32, and limits integers to 4,300 digits. Where ours limits, too,
or where the RFC leaves it open, ours counts: 512 levels; what repeats a key has no values to show; a
surrogate that stands alone is U+FFFD.
"""

import json
import re
import sys

STRING = rb'"(?:[^"\\]|\\.)*"'
SPACE_BETWEEN = re.compile(b"(" + STRING + rb")|[ \t\r\n]+", re.S)
NOT_NESTING = re.compile(STRING + rb"|[^\[\]{}]", re.S)


class Number(str):
    """A number by its spelling."""


class Members(list):
    """The members of an object, repeated ones and all."""


def refuse(name):
    raise ValueError(name)


def read(text):
    value = json.loads(text.decode("utf-8", "strict"), parse_constant=refuse, parse_int=Number,
                       parse_float=Number, object_pairs_hook=Members)
    level = deepest = 0
    for bracket in NOT_NESTING.sub(b"", text):
        level += 1 if bracket in b"[{" else -1
        deepest = max(deepest, level)
    return value if deepest <= 512 else refuse("depth")


def show(value):
    if isinstance(value, Number):
        return value
    if isinstance(value, str):
        return '"' + plain(value).encode().hex() + '"'
    if isinstance(value, Members):
        keys = [plain(key) for key, _ in value]
        if len(set(keys)) < len(keys):
            return "repeated"
        return "{" + ",".join(show(key) + ":" + show(each) for key, each in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(show, value)) + "]"
    return {True: "true", False: "false", None: "null"}[value]


def plain(text):
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


sys.setrecursionlimit(10_000)
for line in sys.stdin:
    text = bytes.fromhex(line)
    try:
        value = read(text)
    except ValueError:
        print("-")
    else:
        print(SPACE_BETWEEN.sub(rb"\1", text).hex(), show(value))
