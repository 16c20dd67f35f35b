"""Days and times, as the archive spells them."""

import datetime
import re

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
EPOCH = datetime.datetime(1970, 1, 1)


def is_day(text):
    if not DAY.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def seconds(text):
    """The seconds since 1970 of an RFC 3339 time in UTC with seconds, or None if it is none."""
    if not TIME.fullmatch(text):
        return None
    try:
        moment = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return None
    passed = moment - EPOCH
    return passed.days * 86400 + passed.seconds
