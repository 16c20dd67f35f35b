"""The tag files of the bag (RFC 8493), built again from what the index and the digests say."""

DECLARATION = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"


def manifest(digests):
    """A manifest of these (path, hexadecimal digest), in this order."""
    return "".join(f"{digest}  {path}\n" for path, digest in digests).encode()


def check_info(data, index, payload_bytes, payload_files, problems):
    """Compares bag-info.txt line by line. Only the name of the software may be any text."""
    entry = "bag-info.txt"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        problems.add(entry, "is not UTF-8")
        return
    lines = text.split("\n")
    due = [
        f"Bagging-Date: {index.packed_at[:10]}",
        f"Payload-Oxum: {payload_bytes}.{payload_files}",
        f"External-Identifier: {index.owner} {index.day} {index.serial}",
        None,
        "Gymbag-Format: 1",
        "",
    ]
    if len(lines) != len(due):
        problems.add(entry, "has not exactly five lines, each ended by a newline")
        return
    for line, expected in zip(lines, due):
        if expected is not None and line != expected:
            problems.add(entry, f"{expected!r} was due, found {line!r}")
    if not lines[3].startswith("Bag-Software-Agent: "):
        problems.add(entry, f"Bag-Software-Agent was due, found {lines[3]!r}")
