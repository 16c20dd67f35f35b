"""Keys and signatures in minisign's format: made by minisign, taken apart here."""

import base64
import pathlib
import subprocess
import tempfile
from dataclasses import dataclass, replace

UNTRUSTED = "gymbag day archive"
# The order of the group that Ed25519 signatures are numbers of.
GROUP_ORDER = 2 ** 252 + 27742317777372353535851937790883648493


def run(*words):
    subprocess.run(["minisign", *words], check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL)


def sign(message, comment, key, *options):
    """The signature file of a message.

    `comment` is the trusted comment, as text or bytes; `key` is the path of a secret key.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "message")
        path.write_bytes(message)
        run("-S", *options, "-s", str(key), "-c", UNTRUSTED, "-t", comment, "-m", str(path))
        return pathlib.Path(directory, "message.minisig").read_bytes()


def new_key(directory, name):
    """The path of a new secret key."""
    path = pathlib.Path(directory, name)
    run("-G", "-W", "-f", "-p", str(path) + ".pub", "-s", str(path))
    return path


def with_key_id(key, other):
    """The path of a copy of the secret key `key` that claims the id of the key `other`."""
    def raw(path):
        return base64.b64decode(path.read_bytes().split(b"\n")[1])

    own, id_range = bytearray(raw(key)), slice(54, 62)
    own[id_range] = raw(pathlib.Path(other))[id_range]
    own[126:158] = bytes(32)  # no checksum, as in every key without password
    path = key.with_name(key.name + "-same-id")
    path.write_bytes(b"untrusted comment: a key\n" + base64.b64encode(own) + b"\n")
    return path


@dataclass(frozen=True)
class Parts:
    """What the four lines of a signature file hold."""

    untrusted: bytes
    algorithm: bytes
    key_id: bytes
    signature: bytes
    comment: bytes
    global_signature: bytes

    @staticmethod
    def of(file):
        lines = file.split(b"\n")
        raw = base64.b64decode(lines[1])
        return Parts(
            lines[0].removeprefix(b"untrusted comment: "), raw[:2], raw[2:10], raw[10:],
            lines[2].removeprefix(b"trusted comment: "), base64.b64decode(lines[3]))

    @property
    def file(self):
        return b"untrusted comment: %s\n%s\ntrusted comment: %s\n%s\n" % (
            self.untrusted, base64.b64encode(self.algorithm + self.key_id + self.signature),
            self.comment, base64.b64encode(self.global_signature))


def changed(**parts):
    """What turns a signature file into one with other parts; a part is given as a function of what
    it was, or as bytes."""
    def change(file):
        old = Parts.of(file)
        return replace(old, **{
            name: value(getattr(old, name)) if callable(value) else value
            for name, value in parts.items()}).file
    return change


def flipped(data):
    """The same with one bit changed."""
    return bytes([data[0] ^ 1]) + data[1:]


def malleable(signature):
    """Another spelling of the same signature: its number and the order of the group. Whoever checks
    must refuse it (RFC 8032, section 5.1.7)."""
    number = int.from_bytes(signature[32:], "little") + GROUP_ORDER
    return signature[:32] + number.to_bytes(32, "little")
