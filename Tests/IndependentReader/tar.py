"""The canonical ustar: its headers are built again here and compared byte by byte.

Python's tarfile accepts many spellings of one header, and so cannot say which one stands there.
"""

import os
import re

from problems import CannotLook, Invalid

BLOCK = 512
CHUNK = 1 << 16
NUMBER = re.compile(rb"[0-7]{11} ")


class Entry:
    """One file of the archive: what its header says, and where its content stands."""

    def __init__(self, name, size, time, offset):
        self.name = name
        self.size = size
        self.time = time
        self.offset = offset


def header(name, size, time):
    """The header of a file as libarchive's ustar writer spells it."""
    before = b"".join([
        name.ljust(100, b"\0"),
        b"000644 \0",
        b"000000 \0",
        b"000000 \0",
        b"%011o " % size,
        b"%011o " % time,
    ])
    behind = b"".join([
        b"0",
        bytes(100),
        b"ustar\0" b"00",
        bytes(32),
        bytes(32),
        b"000000 \0",
        b"000000 \0",
        bytes(155),
        bytes(12),
    ])
    checksum = sum(before) + 8 * ord(" ") + sum(behind)
    return before + b"%06o\0 " % checksum + behind


class Tar:
    """Walks through the entries of an open file, and refuses what is not canonical."""

    def __init__(self, descriptor, length):
        self.descriptor = descriptor
        self.length = length
        self.position = 0

    def read(self, offset, count):
        """Exactly these bytes; `count` never goes beyond the length that the file really has."""
        parts = []
        while count:
            part = os.pread(self.descriptor, count, offset)
            if not part:
                raise CannotLook("the archive became shorter while it was read")
            parts.append(part)
            offset += len(part)
            count -= len(part)
        return b"".join(parts)

    def chunks(self, entry):
        """The content of an entry, piece by piece."""
        offset, left = entry.offset, entry.size
        while left:
            part = self.read(offset, min(left, CHUNK))
            yield part
            offset += len(part)
            left -= len(part)

    def content(self, entry, most):
        """The content of an entry that must be small."""
        if entry.size > most:
            raise Invalid(entry.name, f"is larger than {most} bytes")
        return self.read(entry.offset, entry.size)

    def next(self):
        """The next entry, or None at the end of the archive."""
        if self.position + BLOCK > self.length:
            raise Invalid("archive", "ends without two blocks of NUL")
        block = self.read(self.position, BLOCK)
        if block == bytes(BLOCK):
            self._end()
            return None
        entry = self._entry(block)
        behind = entry.offset + entry.size
        padding = -behind % BLOCK
        if behind + padding > self.length:
            raise Invalid(entry.name, "goes beyond the end of the archive")
        if self.read(behind, padding) != bytes(padding):
            raise Invalid(entry.name, "is padded with something else than NUL")
        self.position = behind + padding
        return entry

    def _entry(self, block):
        name = block[:100].rstrip(b"\0")
        shown = name.decode("ascii", "backslashreplace") or f"block {self.position // BLOCK}"
        size, time = block[124:136], block[136:148]
        if not NUMBER.fullmatch(size) or not NUMBER.fullmatch(time):
            raise Invalid(shown, "its header does not spell size and time in canonical form")
        size, time = int(size[:11], 8), int(time[:11], 8)
        if block != header(name, size, time):
            raise Invalid(shown, "its header is not canonical")
        return Entry(shown, size, time, self.position + BLOCK)

    def _end(self):
        if self.length - self.position != 2 * BLOCK:
            raise Invalid("archive", "does not end with exactly two blocks of NUL")
        if self.read(self.position, 2 * BLOCK) != bytes(2 * BLOCK):
            raise Invalid("archive", "does not end with two blocks of NUL")
