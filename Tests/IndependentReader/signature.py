"""The signature of the tag manifest: the form of its file, what it says, and minisign's word."""

import base64
import binascii
import os
import re
import subprocess
import tempfile
import urllib.parse

from files import open_regular
from problems import CannotLook

ENTRY = "tagmanifest-sha256.txt.minisig"
LINES = re.compile(
    rb"untrusted comment: gymbag day archive\n"
    rb"(?P<signature>[A-Za-z0-9+/=]+)\n"
    rb"trusted comment: (?P<comment>[^\n\r\0]*)\n"
    rb"(?P<overall>[A-Za-z0-9+/=]+)\n")
SECONDS_TO_WAIT = 60


def check_form(data, problems):
    """The trusted comment, or None when the file is not in the form of the format."""
    match = LINES.fullmatch(data)
    if match is None:
        problems.add(ENTRY, "is not the four lines of a gymbag day archive")
        return None
    signature = _base64(match["signature"])
    if signature is None or len(signature) != 74 or signature[:2] != b"ED":
        problems.add(ENTRY, "its second line is no prehashed signature")
        return None
    overall = _base64(match["overall"])
    if overall is None or len(overall) != 64:
        problems.add(ENTRY, "its fourth line is no signature")
        return None
    try:
        return match["comment"].decode("utf-8")
    except UnicodeDecodeError:
        problems.add(ENTRY, "its trusted comment is not UTF-8")
        return None


def _base64(text):
    """What the text says, when it is in the one spelling that its bytes have."""
    try:
        found = base64.b64decode(text, validate=True)
    except binascii.Error:
        return None
    return found if base64.b64encode(found) == text else None


def trusted_comment(index, payload_bytes, payload_files):
    """The comment that belongs to this index."""
    values = {
        "day": index.day,
        "owner": index.owner,
        "serial": str(index.serial),
        "packed": index.packed_at,
        "entries": str(payload_files),
        "bytes": str(payload_bytes),
    }
    fields = (f"{name}={urllib.parse.quote(value, safe='')}" for name, value in values.items())
    return "\t".join(["gymbag-day 1", *fields])


def read_key(path):
    """The public key file, when minisign could use it; anything else says nothing of archives."""
    with open(open_regular(path), "rb") as file:
        data = file.read(4097)
    lines = data.splitlines()
    key = _base64(lines[1]) if len(data) <= 4096 and len(lines) == 2 else None
    if key is None or len(key) != 42 or key[:2] != b"Ed":
        raise CannotLook(f"{path}: is no public key of minisign")
    return data


def verifies(manifest, signature, key):
    """Whether minisign accepts the signature of the manifest by this key."""
    with tempfile.TemporaryDirectory(prefix="read-archive-") as place:
        for name, data in (("m", manifest), ("m.minisig", signature), ("key.pub", key)):
            with open(os.path.join(place, name), "xb") as file:
                file.write(data)
        command = ["minisign", "-V", "-q", "-p", "key.pub", "-m", "m", "-x", "m.minisig"]
        try:
            done = subprocess.run(command, cwd=place, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  timeout=SECONDS_TO_WAIT, check=False)
        except FileNotFoundError:
            raise CannotLook("minisign is not in the PATH") from None
        except subprocess.TimeoutExpired:
            raise CannotLook("minisign did not end") from None
    if done.returncode not in (0, 1):
        raise CannotLook(f"minisign ended with {done.returncode}")
    return done.returncode == 0
