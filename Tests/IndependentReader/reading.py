"""Typed members of JSON objects, for everything that is interpreted."""

import re

from json_text import Number, Object

INTEGER = re.compile(r"0|[1-9][0-9]{0,15}")
LARGEST = 1 << 53


class Unexpected(Exception):
    """A value is not what the format says; the message names the place."""


def members(value, place):
    """The value as an object in which no key stands twice."""
    if not isinstance(value, Object):
        raise Unexpected(f"{place}: is no object")
    twice = value.duplicate()
    if twice is not None:
        raise Unexpected(f"{place}: the key {twice!a} stands twice")
    return value


def array(holder, name, place):
    value = holder.get(name)
    if not isinstance(value, list):
        raise Unexpected(f"{place}.{name}: is no array")
    return value


def text(holder, name, place):
    found = shown(holder, name, place)
    if found is None:
        raise Unexpected(f"{place}.{name}: is no string")
    return found


def is_id(value):
    """An id is a string with at least one character; it has UTF-8, and holds no NUL."""
    return isinstance(value, str) and value != "" and "\0" not in value and not has_half(value)


def identifier(holder, name, place):
    value = holder.get(name)
    if not is_id(value):
        raise Unexpected(f"{place}.{name}: is no id")
    return value


def integer(value, place):
    """A whole number, spelled with digits alone, that every reader of JSON keeps exactly."""
    if not isinstance(value, Number) or not INTEGER.fullmatch(value.spelling):
        raise Unexpected(f"{place}: is no whole number")
    number = int(value.spelling)
    if number > LARGEST:
        raise Unexpected(f"{place}: is larger than {LARGEST}")
    return number


def shown(holder, name, place):
    """A text for people: a string, or None when it is missing or null.

    Half of a surrogate pair has no UTF-8; U+FFFD stands for it.
    """
    value = holder.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise Unexpected(f"{place}.{name}: is no string")
    return "".join("\ufffd" if is_half(c) else c for c in value) if has_half(value) else value


def is_half(character):
    return "\ud800" <= character <= "\udfff"


def has_half(value):
    """Whether half of a surrogate pair stands alone in the text."""
    return not value.isascii() and any(map(is_half, value))


def utf8_order(value):
    return value.encode("utf-8")
