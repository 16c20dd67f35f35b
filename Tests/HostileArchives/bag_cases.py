"""Bags that hold what does not belong there, or whose tag files say something else."""

import ustar
from corpus import ANSWERED, CONTENT, FORM, add, case
from forge import (BAG_INFO, BAGIT, INDEX, MANIFEST, README, TAG_MANIFEST, TAGS, compact, digest,
                   forged, forged_members, manifest_of)

TOO_LONG = "bytes too long"
NOT_CANONICAL = "{entry}: its tar header is not canonical"

# Files that nobody lists, at three places where they may stand.

STRAYS = {
    "fetch": ("fetch.txt", b"file:///etc/passwd - data/passwd\n",
              "what would be fetched from elsewhere"),
    "fetch-of-nothing": ("fetch.txt", b"", "an empty list of what would be fetched"),
    "md5-manifest": ("manifest-md5.txt", b"0" * 32 + b"  data/day.json\n", "a weaker manifest"),
    "sha512-manifest": ("manifest-sha512.txt", b"0" * 128 + b"  data/day.json\n",
                        "a second manifest"),
    "md5-tag-manifest": ("tagmanifest-md5.txt", b"0" * 32 + b"  bagit.txt\n",
                         "a second tag manifest"),
    "second-signature": ("manifest-sha256.txt.minisig", b"", "a second signature"),
    "desktop-store": ("data/.DS_Store", b"\0\0\0\1Bud1", "what Finder leaves"),
    "resource-fork": ("data/._day.json", b"\0\5\x16\7", "what tar of a Mac leaves"),
    "resource-fork-of-the-day": ("._bagit.txt", b"\0\5\x16\7", "what tar of a Mac leaves"),
    "thumbnails": ("data/Thumbs.db", b"\xd0\xcf\x11\xe0", "what Windows leaves"),
    "payload": ("data/athletes/zz.jsonl.gz", b"", "an athlete of nobody's"),
    "tag-file": ("LICENSE.txt", b"", "a tag file"),
}
for name, (path, content, what) in STRAYS.items():
    for place, behind, says in (
        ("among-the-tag-files", README, ["behind bag-info.txt", "is no README.txt"]),
        ("among-the-entries", None, [NOT_CANONICAL, TOO_LONG]),
        ("at-the-end", "", [TOO_LONG]),
    ):
        def make(good, path=path, content=content, behind=behind):
            before = {None: good.entry, "": None}.get(behind, behind)
            return good.inserted(before, good.member(path, content))
        add(f"stray-{name}-{place}", f"{path}, {what}, stands {place.replace('-', ' ')}.", FORM,
            make, *says)

    def tagged(good, path=path, content=content):
        """The same, listed in the tag manifest and signed."""
        line = f"{digest(content)}  {path}\n".encode()
        members = forged_members(good, tag_manifest=lambda text: text + line)
        return ustar.tar(members[:5] + [good.member(path, content)] + members[5:])
    if not path.startswith("data/"):
        add(f"listed-{name}", f"{path}, {what}, is listed in the tag manifest, and signed.", FORM,
            tagged, "behind README.txt", "is no manifest-sha256.txt")
    else:
        add(f"listed-{name}", f"{path}, {what}, is listed everywhere, and signed.", CONTENT,
            lambda good, path=path, content=content: forged(
                good, payload=lambda contents: contents.update({path: content})),
            "data/day.json: lists other entries")


@case(CONTENT, "tagmanifest-sha256.txt: lists more than the 4 files that belong there")
def tag_manifest_lists_what_is_not_there(good):
    """The tag manifest lists a fetch.txt that is not there."""
    return forged(good, tag_manifest=lambda text: text + b"0" * 64 + b"  fetch.txt\n")


@case(CONTENT, "manifest-sha256.txt: lists more than the")
def manifest_lists_what_could_be_fetched(good):
    """The manifest lists an entry that is not there, as bags do that are not complete yet."""
    return forged(good, manifest=lambda text: text + b"0" * 64 + b"  data/later\n")


# Manifests that are spelled otherwise. Each is signed.

def lines(change):
    """What changes the list of lines of a manifest."""
    return lambda text: b"".join(change(text.splitlines(keepends=True)))


def second(change):
    """What changes the second line."""
    return lines(lambda all: [all[0], change(all[1]), *all[2:]])


def path(change):
    return second(lambda line: line[:66] + change(line[66:-1]) + b"\n")


MANIFESTS = {
    "path-that-leads-out": ("a path that leads out", path(lambda p: b"data/../../x"), 2),
    "path-absolute": ("an absolute path", path(lambda p: b"/etc/passwd"), 2),
    "path-of-a-home": ("a path of a home", path(lambda p: b"~/.bashrc"), 2),
    "path-with-dot": ("a path with ./", path(lambda p: b"./" + p), 2),
    "path-with-two-slashes": ("a path with two slashes", path(lambda p: p.replace(b"/", b"//")), 2),
    "path-with-backslash": ("a path with backslashes", path(lambda p: p.replace(b"/", b"\\")), 2),
    "path-percent-encoded": ("a percent-encoded path", path(lambda p: p.replace(b"/", b"%2F")), 2),
    "path-percent-encoded-cr": ("a path with a line break", path(lambda p: p + b"%0D"), 2),
    "path-in-capitals": ("a path in capitals", path(bytes.upper), 2),
    "path-with-space-behind": ("a space behind a path", path(lambda p: p + b" "), 2),
    "path-with-nul-behind": ("a NUL behind a path", path(lambda p: p + b"\0x"), 2),
    "digest-in-capitals": ("a digest in capitals", second(lambda x: x[:64].upper() + x[64:]), 2),
    "digest-short": ("a digest that is too short", second(lambda x: x[1:]), 2),
    "digest-of-md5": ("a digest of another kind", second(lambda x: x[32:]), 2),
    "digest-of-sha512": ("a digest of another kind", second(lambda x: x[:64] + x), 2),
    "digest-not-hexadecimal": ("a digest that is none", second(lambda x: b"g" + x[1:]), 2),
    "carriage-returns": ("the line ends of Windows", lambda t: t.replace(b"\n", b"\r\n"), 1),
    "one-carriage-return": ("one line end of Windows", second(lambda x: x[:-1] + b"\r\n"), 2),
    "old-mac-line-ends": ("the line ends of old Macs", lambda t: t.replace(b"\n", b"\r"), 1),
    "binary-mark": ("the mark for binary files", second(lambda x: x.replace(b"  ", b" *")), 2),
    "one-space": ("one space before a path", second(lambda x: x.replace(b"  ", b" ")), 2),
    "three-spaces": ("three spaces before a path", second(lambda x: x.replace(b"  ", b"   ")), 2),
    "tab": ("a tab before a path", second(lambda x: x.replace(b"  ", b"\t")), 2),
    "bsd-form": ("a line as BSD tools write it", second(
        lambda x: b"SHA256 (" + x[66:-1] + b") = " + x[:64] + b"\n"), 2),
    "escaped-form": ("a line with GNU's escape", second(lambda x: b"\\" + x), 2),
    "byte-order-mark": ("a byte order mark", lambda t: b"\xef\xbb\xbf" + t, 1),
    "empty-line-first": ("an empty line in front", lambda t: b"\n" + t, 1),
    "empty-line": ("an empty line", lines(lambda all: [all[0], b"\n", *all[1:]]), 2),
    "comment": ("a comment", lines(lambda all: [b"# comment\n", *all]), 1),
    "line-missing": ("a line less", lines(lambda all: [all[0], *all[2:]]), 2),
    "first-line-missing": ("no line for the first", lines(lambda all: all[1:]), 1),
    "line-twice": ("a line twice", lines(lambda all: [all[0], *all]), 2),
    "lines-swapped": ("two lines in another order",
                      lines(lambda all: [all[1], all[0], *all[2:]]), 1),
    "empty": ("no line", lambda t: b"", 1),
    "in-utf-16": ("UTF-16", lambda t: t.decode().encode("utf-16"), 1),
}
# The tag manifest has no path with a slash.
NEEDS_A_SLASH = ("path-with-two-slashes", "path-with-backslash", "path-percent-encoded")
LAST = {
    "empty-line-last": ("an empty line at the end", lambda t: t + b"\n", "lists more than"),
    "nul-last": ("a NUL at the end", lambda t: t + b"\0", "lists more than"),
    "first-line-again": ("its first line once more at the end",
                         lines(lambda all: [*all, all[0]]), "lists more than"),
    "line-extra": ("a line that belongs to nothing",
                   lambda t: t + b"0" * 64 + b"  data/more\n", "lists more than"),
    "last-newline-missing": ("no end of its last line", lambda t: t[:-1], "is not a digest and"),
    "last-line-missing": ("no last line", lines(lambda all: all[:-1]), "is not a digest and"),
}
for file, stage in ((MANIFEST, "manifest"), (TAG_MANIFEST, "tag_manifest")):
    for name, (what, change, place) in [*MANIFESTS.items(), *LAST.items()]:
        if stage == "tag_manifest" and name in NEEDS_A_SLASH:
            continue
        words = f"line {place} is not a digest and" if isinstance(place, int) else place
        add(f"{stage.replace('_', '-')}-{name}", f"{file} has {what}, and is signed.", CONTENT,
            lambda good, stage=stage, change=change: forged(good, **{stage: change}),
            file, words)

WRONG_DIGEST = "does not have the digest that it was packed with"


add("manifest-of-another-index", "The manifest has another digest of the index.", CONTENT,
    lambda good: forged(good, manifest=lines(lambda a: [b"0" * 64 + a[0][64:], *a[1:]])),
    "data/day.json: " + WRONG_DIGEST)
add("manifest-of-another-entry", "The manifest has another digest of an entry.", CONTENT,
    lambda good: forged(good, manifest=second(lambda line: b"0" * 64 + line[64:])),
    "{entry}: " + WRONG_DIGEST, coverage=ANSWERED)
add("manifest-with-digests-swapped", "Two digests of the manifest have changed places.", CONTENT,
    lambda good: forged(good, manifest=lines(lambda a: [
        a[0], a[2][:64] + a[1][64:], a[1][:64] + a[2][64:], *a[3:]])),
    "{entry}: " + WRONG_DIGEST, "{next}: " + WRONG_DIGEST, coverage=ANSWERED,
    entries=("{entry}", "{next}"))
for number, name in enumerate(TAGS):
    add(f"tag-manifest-of-another-{name.split('.')[0].lower()}",
        f"The tag manifest has another digest of {name}.", CONTENT,
        lambda good, number=number: forged(good, tag_manifest=lines(lambda a: [
            b"0" * 64 + line[64:] if place == number else line for place, line in enumerate(a)])),
        f"{name}: {WRONG_DIGEST}")
add("tag-manifest-that-lists-itself", "The tag manifest has a line for itself.", CONTENT,
    lambda good: forged(good, tag_manifest=lambda text: text + manifest_of(
        [(TAG_MANIFEST, text)])), "tagmanifest-sha256.txt: lists more than the 4 files")
add("readme-changed", "README.txt was changed after signing.", CONTENT,
    lambda good: good.with_member(README, lambda m: m.holding(b"X" + m.content[1:])),
    "README.txt: " + WRONG_DIGEST)

# bagit.txt and bag-info.txt. Each is listed and signed.

BAGITS = {
    "older": ("version 0.97", lambda t: t.replace(b"1.0", b"0.97")),
    "newer": ("version 2.0", lambda t: t.replace(b"1.0", b"2.0")),
    "byte-order-mark": ("a byte order mark", lambda t: b"\xef\xbb\xbf" + t),
    "carriage-returns": ("the line ends of Windows", lambda t: t.replace(b"\n", b"\r\n")),
    "utf-16": ("UTF-16 for its tag files", lambda t: t.replace(b"UTF-8", b"UTF-16")),
    "in-utf-16": ("UTF-16", lambda t: t.decode().encode("utf-16")),
    "lower-case": ("its encoding in small letters", lambda t: t.replace(b"UTF-8", b"utf-8")),
    "more": ("one line more", lambda t: t + b"More: yes\n"),
    "no-last-newline": ("no last line end", lambda t: t[:-1]),
    "lines-swapped": ("its lines swapped", lines(lambda a: a[::-1])),
    "no-encoding": ("no encoding", lines(lambda a: a[:1])),
    "empty": ("nothing", lambda t: b""),
}
for name, (what, change) in BAGITS.items():
    add(f"bagit-{name}", f"{BAGIT} has {what}, and is signed.", CONTENT,
        lambda good, change=change: forged(good, bagit=change),
        "bagit.txt: does not declare BagIt 1.0 in UTF-8")


def label(name, change):
    """What changes the value behind a label; nil takes the line out."""
    def change_line(line):
        if not line.startswith(name + b": "):
            return line
        value = change(line[len(name) + 2:-1])
        return b"" if value is None else name + b": " + value + b"\n"
    return lines(lambda all: [change_line(line) for line in all])


def plus_one(value):
    return b"%d" % (int(value) + 1)


OXUM, IDENTIFIER = b"Payload-Oxum", b"External-Identifier"
BAG_INFOS = {
    "more-bytes": ("a byte more", label(
        OXUM, lambda v: plus_one(v.split(b".")[0]) + b"." + v.split(b".")[1])),
    "more-files": ("a file more", label(
        OXUM, lambda v: v.split(b".")[0] + b"." + plus_one(v.split(b".")[1]))),
    "no-oxum": ("no Payload-Oxum", label(OXUM, lambda v: None)),
    "oxum-with-zeros": ("zeros before a number", label(OXUM, lambda v: b"00" + v)),
    "other-owner": ("another owner", label(IDENTIFIER, lambda v: b"x" + v)),
    "other-day": ("another day", label(
        IDENTIFIER, lambda v: v.split()[0] + b" 2020-02-29 " + v.split()[2])),
    "other-serial": ("another serial", label(
        IDENTIFIER, lambda v: v.rsplit(b" ", 1)[0] + b" " + plus_one(v.rsplit(b" ", 1)[1]))),
    "no-identifier": ("no identifier", label(IDENTIFIER, lambda v: None)),
    "other-date": ("another date", label(b"Bagging-Date", lambda v: b"2020-02-29")),
    "no-date": ("no date", label(b"Bagging-Date", lambda v: None)),
    "other-format": ("another format", label(b"Gymbag-Format", lambda v: b"2")),
    "no-format": ("no format", label(b"Gymbag-Format", lambda v: None)),
    "no-agent": ("no software", label(b"Bag-Software-Agent", lambda v: None)),
    "agent-twice": ("two softwares", lambda t: t + b"Bag-Software-Agent: another\n"),
    "agent-not-utf-8": ("a software that is not UTF-8",
                        label(b"Bag-Software-Agent", lambda v: v + b"\xff")),
    "more": ("one line more", lambda t: t + b"Contact-Name: x\n"),
    "oxum-twice": ("two Payload-Oxums", lambda t: t + b"Payload-Oxum: 1.1\n"),
    "folded": ("a line that goes on", lambda t: t.replace(b"\nGymbag", b"\n  x\nGymbag")),
    "small-letters": ("labels in small letters", bytes.lower),
    "carriage-returns": ("the line ends of Windows", lambda t: t.replace(b"\n", b"\r\n")),
    "lines-reversed": ("its lines in another order", lines(lambda a: a[::-1])),
    "no-last-newline": ("no last line end", lambda t: t[:-1]),
    "byte-order-mark": ("a byte order mark", lambda t: b"\xef\xbb\xbf" + t),
    "empty": ("nothing", lambda t: b""),
}
for name, (what, change) in BAG_INFOS.items():
    add(f"bag-info-{name}", f"{BAG_INFO} has {what}, and is signed.", CONTENT,
        lambda good, change=change: forged(good, bag_info=change),
        "bag-info.txt: does not say what the index says")


# Names that differ only in how an accent is composed.

@case(CONTENT, "data/day.json: lists other entries")
def entries_in_two_unicode_forms(good):
    """Two entries whose names are one to people and to a Mac."""
    return forged(good, payload=lambda contents: contents.update(
        {"data/athletes/zo_c3_ab.jsonl.gz": b"", "data/athletes/zoe_cc_88.jsonl.gz": b""}))


@case(CONTENT, "data/day.json: does not have the digest", "bag-info.txt: does not say")
def index_changed_after_signing(good):
    """The serial of the index was raised after signing."""
    index = {**good.index, "serial": good.index["serial"] + 1}
    return good.with_member(INDEX, lambda member: member.holding(compact(index)))
