"""Cuts JSON text into the texts of its parts.

A document must leave the server spelled as it came in: `82.50` stays `82.50`, an escape stays an
escape, an integer beyond 2^53 keeps its digits. So documents are never parsed and written again;
they are cut out of the text they stand in. `json` only says where a value ends.
"""

import json
import re

_WHITE_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def _next(text, index):
    """The index of the first character at or after `index` that is not white space."""
    return _WHITE_SPACE.match(text, index).end()


def members(text):
    """`{name: text of the value}` of the valid JSON object `text`, in its order."""
    found = {}
    index = _next(text, _next(text, 0) + 1)
    while text[index] != "}":
        name, index = _DECODER.raw_decode(text, index)
        start = _next(text, _next(text, index) + 1)
        _, end = _DECODER.raw_decode(text, start)
        found[name] = text[start:end]
        index = _next(text, end)
        if text[index] == ",":
            index = _next(text, index + 1)
    return found


def elements(text):
    """The texts of the values in the valid JSON array `text`."""
    found = []
    index = _next(text, _next(text, 0) + 1)
    while text[index] != "]":
        _, end = _DECODER.raw_decode(text, index)
        found.append(text[index:end])
        index = _next(text, end)
        if text[index] == ",":
            index = _next(text, index + 1)
    return found
