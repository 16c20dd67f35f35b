"""gzip members, those that gymbag writes and any others."""

import struct
import zlib

# Deflate, no flags, no time, no particular effort, no system.
HEAD = bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])


def deflated(text, level=6):
    maker = zlib.compressobj(level, zlib.DEFLATED, -15, 8)
    return maker.compress(text) + maker.flush()


def trailer(text):
    return struct.pack("<II", zlib.crc32(text), len(text) & 0xffffffff)


def member(text, head=HEAD, level=6):
    """A gzip member; with these two defaults as gymbag writes it."""
    return head + deflated(text, level) + trailer(text)


def inflated(data):
    return zlib.decompress(data, 31)


def repeated(start, piece, count, end):
    """A member of `start`, `count` times `piece` and `end`, made without ever having all of it."""
    maker = zlib.compressobj(6, zlib.DEFLATED, -15, 8)
    first = maker.compress(start) + maker.flush(zlib.Z_FULL_FLUSH)
    one = maker.compress(piece) + maker.flush(zlib.Z_FULL_FLUSH)
    last = maker.compress(end) + maker.flush()
    check = zlib.crc32(start)
    for _ in range(count):
        check = zlib.crc32(piece, check)
    check = zlib.crc32(end, check)
    length = len(start) + count * len(piece) + len(end)
    return HEAD + first + one * count + last + struct.pack("<II", check, length & 0xffffffff)
