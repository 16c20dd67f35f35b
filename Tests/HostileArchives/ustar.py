"""Headers and members of a ustar, canonical ones and any others."""

from dataclasses import dataclass, replace

BLOCK = 512
END = bytes(2 * BLOCK)

# Where each field of a header stands, and how long it is.
FIELDS = {
    "name": (0, 100), "mode": (100, 8), "uid": (108, 8), "gid": (116, 8), "size": (124, 12),
    "mtime": (136, 12), "checksum": (148, 8), "typeflag": (156, 1), "linkname": (157, 100),
    "magic": (257, 6), "version": (263, 2), "uname": (265, 32), "gname": (297, 32),
    "devmajor": (329, 8), "devminor": (337, 8), "prefix": (345, 155), "rest": (500, 12),
}


def changed(block, **fields):
    """A header with other bytes in some fields, and with its checksum made right again unless that
    is given, too. A value that is too short is filled up with NUL."""
    out = bytearray(block)
    for name, value in fields.items():
        start, length = FIELDS[name]
        if len(value) > length:
            raise ValueError(f"{value} is longer than the field {name}")
        out[start:start + length] = value.ljust(length, b"\0")
    if "checksum" not in fields:
        out[148:156] = b"%06o\0 " % checksum(out)
    return bytes(out)


def checksum(block):
    """The sum of a header's bytes, with spaces where the sum itself stands."""
    return sum(block[:148]) + 8 * ord(" ") + sum(block[156:])


def header(name, size, mtime, **fields):
    """The canonical header of a regular file, or one with other bytes in some fields."""
    block = changed(
        bytes(BLOCK), name=name.encode(), mode=b"000644 ", uid=b"000000 ", gid=b"000000 ",
        size=b"%011o " % size, mtime=b"%011o " % mtime, typeflag=b"0", magic=b"ustar\0",
        version=b"00", devmajor=b"000000 ", devminor=b"000000 ")
    return changed(block, **fields) if fields else block


def base256(number, length):
    """A number as GNU tar spells those that octal digits cannot hold."""
    return bytes([0x80]) + number.to_bytes(length - 1)


@dataclass(frozen=True)
class Member:
    """A header, the content behind it, and what fills the last block up."""

    header: bytes
    content: bytes
    padding: bytes

    @staticmethod
    def make(name, content, mtime, **fields):
        """A file, or whatever the fields make of it."""
        return Member(header(name, len(content), mtime, **fields), content,
                      bytes(-len(content) % BLOCK))

    @property
    def name(self):
        return self.header[:100].rstrip(b"\0").decode()

    def changed(self, **fields):
        """The same with other bytes in some fields of its header."""
        return replace(self, header=changed(self.header, **fields))

    def padded(self, padding):
        """The same with something else in its padding."""
        return replace(self, padding=padding)

    def holding(self, content):
        """The same header with another content of the same length."""
        assert len(content) == len(self.content)
        return replace(self, content=content)

    @property
    def bytes(self):
        return self.header + self.content + self.padding


def tar(members, end=END):
    """An archive."""
    return b"".join(member.bytes for member in members) + end


def members(archive):
    """The members of a canonical archive."""
    found = []
    offset = 0
    while archive[offset:offset + BLOCK] != bytes(BLOCK):
        block = archive[offset:offset + BLOCK]
        start = offset + BLOCK
        size = int(block[124:135], 8)
        end = start + size
        offset = end + -size % BLOCK
        found.append(Member(block, archive[start:end], archive[end:offset]))
    if tar(found) != archive:
        raise ValueError("not a canonical archive")
    return found


def pax(*records):
    """The content of a pax header."""
    return b"".join(pax_record(f" {key}={value}\n".encode()) for key, value in records)


def pax_record(rest):
    """A record with its length in front, which counts itself."""
    length = len(rest)
    while length != len(b"%d" % length) + len(rest):
        length = len(b"%d" % length) + len(rest)
    return b"%d" % length + rest
