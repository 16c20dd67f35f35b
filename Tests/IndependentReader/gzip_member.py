"""One gzip member, inflated with a limit: a small file must not fill the memory."""

import zlib

HEADER = bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
MOST = 64 << 20
STEP = 1 << 20


class NotOneMember(Exception):
    """The message says what is wrong."""


def inflate(chunks, most=MOST):
    """The content of the member that the chunks make up; never more than `most` bytes."""
    stream = zlib.decompressobj(wbits=31)
    found = bytearray()
    seen = b""
    for chunk in chunks:
        if len(seen) < len(HEADER):
            seen += chunk[:len(HEADER) - len(seen)]
        if stream.eof:
            raise NotOneMember("something stands behind the gzip member")
        _feed(stream, chunk, found, most)
    if seen != HEADER:
        raise NotOneMember("the gzip header holds a name, a time, a system or something else")
    if not stream.eof:
        raise NotOneMember("the gzip member is cut short")
    if stream.unused_data:
        raise NotOneMember("something stands behind the gzip member")
    return bytes(found)


def _feed(stream, chunk, found, most):
    pending = chunk
    while not stream.eof:
        room = min(STEP, most + 1 - len(found))
        try:
            part = stream.decompress(pending, room)
        except zlib.error as error:
            raise NotOneMember(f"does not inflate: {error}") from None
        found += part
        if len(found) > most:
            raise NotOneMember(f"inflates to more than {most} bytes")
        pending = stream.unconsumed_tail
        if not pending and len(part) < room:
            return
