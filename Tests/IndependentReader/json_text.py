"""JSON texts, strictly by RFC 8259, with the spelling of every token kept.

Python's json module passes over duplicate keys, accepts NaN, changes numbers, and nests by
recursion. Here a text is cut into tokens, and the tree of values is built without recursion. How
many values a text may have is limited, because a value takes far more memory than its two bytes.
"""

import codecs
import json
import re

from problems import CannotLook

DEEPEST = 512
MOST_VALUES = 2_000_000

# The quantifiers are possessive (++, *+): nothing is kept for going back, whatever the length.
SPACE = re.compile(rb"[ \t\n\r]*+")
TOKEN = re.compile(
    rb"(?P<mark>[{}\[\]:,])"
    rb'|(?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    rb"|(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)"
    rb"|(?P<word>true|false|null)")

VALUE_OR_END, VALUE, KEY_OR_END, KEY, COLON, COMMA_OR_END, NOTHING = range(7)


class NotJSON(Exception):
    """The message says what is wrong, and where."""


class Number:
    """A number in the spelling of the text."""

    __slots__ = ("spelling",)

    def __init__(self, spelling):
        self.spelling = spelling

    def __repr__(self):
        return self.spelling


class Escaped(str):
    """A string that the text spells with escapes. Others are spelled as they are."""

    __slots__ = ("spelling",)

    def __new__(cls, text):
        self = super().__new__(cls, json.loads(text))
        self.spelling = text.decode()
        return self


class Object:
    """The members of an object in their order. Whoever interprets it must ask for duplicates."""

    __slots__ = ("members",)

    def __init__(self):
        self.members = []

    def duplicate(self):
        """A key that stands twice, or None."""
        seen = set()
        for key, _ in self.members:
            if key in seen:
                return key
            seen.add(key)
        return None

    def get(self, name):
        for key, value in self.members:
            if key == name:
                return value
        return None


def check_utf8(data):
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), 1 << 16):
            decoder.decode(data[start:start + (1 << 16)])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise NotJSON(f"is not UTF-8: {error.reason}") from None


def tokens(data, spaces=True):
    """The tokens of one JSON text as (kind, bytes), the grammar of the text checked.

    Kinds are the marks themselves, "key", "string", "number" and "word".
    """
    check_utf8(data)
    state, nesting, position = VALUE, bytearray(), 0
    while True:
        start = SPACE.match(data, position).end()
        if start != position and not spaces:
            raise NotJSON(f"byte {position}: white space between tokens")
        if start == len(data):
            break
        match = TOKEN.match(data, start)
        if match is None:
            raise NotJSON(f"byte {start}: no token of JSON")
        kind, text, position = match.lastgroup, match.group(), match.end()
        if kind == "mark":
            kind = text.decode()
        kind, state = _step(kind, state, nesting, start)
        yield kind, text
    if state != NOTHING:
        raise NotJSON("ends too early")


def _step(kind, state, nesting, start):
    """What a token is in this state, and the state behind it."""
    behind_value = COMMA_OR_END if nesting else NOTHING
    if kind in ("string", "number", "word", "{", "[") and state in (VALUE, VALUE_OR_END):
        if kind not in ("{", "["):
            return kind, behind_value
        if len(nesting) == DEEPEST:
            raise NotJSON(f"byte {start}: nested more than {DEEPEST} deep")
        nesting += kind.encode()
        return kind, KEY_OR_END if kind == "{" else VALUE_OR_END
    if kind == "string" and state in (KEY, KEY_OR_END):
        return "key", COLON
    if kind == ":" and state == COLON:
        return kind, VALUE
    if kind == "," and state == COMMA_OR_END:
        return kind, KEY if nesting[-1:] == b"{" else VALUE
    if _ends(kind, state, nesting):
        nesting.pop()
        return kind, COMMA_OR_END if nesting else NOTHING
    raise NotJSON(f"byte {start}: a token that cannot stand here")


def _ends(kind, state, nesting):
    if kind == "}":
        return nesting[-1:] == b"{" and state in (COMMA_OR_END, KEY_OR_END)
    if kind == "]":
        return nesting[-1:] == b"[" and state in (COMMA_OR_END, VALUE_OR_END)
    return False


def build(data, spaces=True):
    """The tree of a text: Object, list, str, Number, True, False and None."""
    root, keys, count = [], [], 0
    open_values = [root]
    for kind, text in tokens(data, spaces):
        if kind == "key":
            keys.append(_string(text))
            continue
        if kind in (":", ","):
            continue
        if kind in ("}", "]"):
            open_values.pop()
            continue
        count += 1
        if count > MOST_VALUES:
            raise CannotLook(f"a JSON text has more than {MOST_VALUES} values")
        value = _value(kind, text)
        holder = open_values[-1]
        if isinstance(holder, Object):
            holder.members.append((keys.pop(), value))
        else:
            holder.append(value)
        if kind in ("{", "["):
            open_values.append(value)
    return root[0]


def _value(kind, text):
    if kind == "{":
        return Object()
    if kind == "[":
        return []
    if kind == "string":
        return _string(text)
    if kind == "number":
        return Number(text.decode())
    return {b"true": True, b"false": False, b"null": None}[text]


def _string(text):
    return Escaped(text) if b"\\" in text else text[1:-1].decode()


def spelling(value):
    """The tokens of a value in the spelling of the text, without white space between them.

    It recurs, but never deeper than texts may be nested.
    """
    if isinstance(value, Object):
        members = (f"{spelling(key)}:{spelling(member)}" for key, member in value.members)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(spelling, value)) + "]"
    if isinstance(value, (Number, Escaped)):
        return value.spelling
    if isinstance(value, str):
        return f'"{value}"'
    return {True: "true", False: "false", None: "null"}[value]
