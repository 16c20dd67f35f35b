"""Contents that are rightly listed and signed, and that gymbag would not have written."""

import json

import gzips
import ustar
from corpus import ANSWERED, CONTENT, add, case
from forge import INDEX, SIGNATURE, compact, forged, forged_members

NO_ENTRIES = ()


def with_content(name, change):
    """The archive in which an entry has another content, listed and signed."""
    def make(good):
        def payload(contents):
            contents[name(good)] = change(contents[name(good)])
        return forged(good, payload=payload)
    return make


def with_text(name, change):
    """The same with another text, compressed as gymbag does."""
    return with_content(name, lambda data: gzips.member(change(gzips.inflated(data))))


def entry(good):
    return good.entry


def athlete(good):
    return good.athlete_entry


def catalogue(good):
    return good.catalogue


def exercises(_):
    return "data/exercises.jsonl.gz"


def bases(_):
    return "data/exercise-bases.jsonl.gz"


# Bombs. What an entry may inflate to is 64 MiB.

MIB = 1 << 20
BEYOND_LIMIT = "inflates to more than 67108864 bytes"


def bomb():
    """1 GiB in about 1 MiB: a string that never ends before that."""
    return gzips.repeated(b'["', b" " * MIB, 1024, b'"]')


for where, name in (("catalogue", catalogue), ("entry", entry), ("athlete", athlete)):
    add(f"bomb-in-{where}", f"An {where} of 1 MiB that inflates to 1 GiB.", CONTENT,
        with_content(name, lambda _: bomb()), f"{{{where}}}: {BEYOND_LIMIT}", coverage=ANSWERED,
        entries=(f"{{{where}}}",))


@case(CONTENT, "{catalogue}: " + BEYOND_LIMIT, coverage=ANSWERED, entries=("{catalogue}",))
def bomb_that_promises_little(good):
    """A bomb whose last bytes say that it is short."""
    return with_content(catalogue, lambda _: bomb()[:-4] + b"\1\0\0\0")(good)


@case(CONTENT, "{catalogue}: the gzip data is damaged", coverage=ANSWERED,
      entries=("{catalogue}",))
def small_content_that_promises_much(good):
    """A short content whose last bytes say that it is 4 GiB long."""
    return with_content(catalogue, lambda data: data[:-4] + b"\xff\xff\xff\xff")(good)


@case(CONTENT, BEYOND_LIMIT, coverage=ANSWERED, entries=("{catalogue}",))
def bombs_in_every_entry(good):
    """All entries are bombs; several may be inflated at once."""
    data = bomb()
    return forged(good, payload=lambda contents: {name: data for name in contents})


@case(CONTENT, "nested more than 512 deep", coverage=ANSWERED,
      entries=NO_ENTRIES)
def brackets_within_the_limit(good):
    """60 MiB of brackets, each within the one before."""
    return with_content(catalogue, lambda _: gzips.repeated(b"", b"[" * MIB, 60, b""))(good)


@case(CONTENT, "{athlete}: ", coverage=ANSWERED, entries=NO_ENTRIES)
def empty_lines_within_the_limit(good):
    """60 MiB of line breaks where a JSON text a line should be."""
    return with_content(athlete, lambda _: gzips.repeated(b"", b"\n" * MIB, 60, b""))(good)


@case(CONTENT, "{athlete}: ", coverage=ANSWERED, entries=NO_ENTRIES)
def members_within_the_limit(good):
    """An instance with two million members, each with a key of its own."""
    def text(_):
        keys = b",".join(b'"%x":0' % number for number in range(2_000_000))
        return gzips.member(b"{" + keys + b"}\n", level=1)
    return with_content(athlete, text)(good)


# gzip that is not as gymbag writes it.

def headed(**bytes_at):
    """The member with other bytes in its head: `at3=8` sets the flags."""
    def change(data):
        out = bytearray(data)
        for place, value in bytes_at.items():
            out[int(place.removeprefix("at"))] = value
        return bytes(out)
    return change


def flagged(flag, field):
    """The member with a flag and the field that it announces."""
    return lambda data: data[:3] + bytes([flag]) + data[4:10] + field + data[10:]


SAYS_MORE = "the gzip data says more than it holds"
BEHIND = "something stands behind the gzip data"
BROKEN = "the gzip data is damaged"
GZIPS = {
    "two-members": ("the text in two members",
                    lambda d: gzips.member(gzips.inflated(d)[:99])
                    + gzips.member(gzips.inflated(d)[99:]), BEHIND),
    "empty-member-behind": ("an empty member behind it", lambda d: d + gzips.member(b""), BEHIND),
    "second-text-behind": ("another text behind it", lambda d: d + gzips.member(b"{}"), BEHIND),
    "junk-behind": ("junk behind it", lambda d: d + b"junk", BEHIND),
    "zeros-behind": ("zeros behind it, as tapes leave them", lambda d: d + bytes(512), BEHIND),
    "name": ("a file name", flagged(8, b"../../gymbag-outside\0"), SAYS_MORE),
    "comment": ("a comment", flagged(16, b"comment\0"), SAYS_MORE),
    "extra-field": ("an extra field", flagged(4, b"\4\0ab\0\0"), SAYS_MORE),
    "header-checksum": ("a checksum of its head", flagged(2, b"\0\0"), SAYS_MORE),
    "text-flag": ("the flag for text", headed(at3=1), SAYS_MORE),
    "reserved-flag": ("a flag that is reserved", headed(at3=0x80), SAYS_MORE),
    "time": ("a time", headed(at4=1), SAYS_MORE),
    "best-effort": ("level 9",
                    lambda d: headed(at8=2)(gzips.member(gzips.inflated(d), level=9)), SAYS_MORE),
    "least-effort": ("level 1",
                     lambda d: headed(at8=4)(gzips.member(gzips.inflated(d), level=1)), SAYS_MORE),
    "system": ("Unix as its system", headed(at9=3), SAYS_MORE),
    "other-method": ("another method than deflate", headed(at2=7), SAYS_MORE),
    "no-gzip": ("no compression", gzips.inflated, SAYS_MORE),
    "zlib": ("zlib's header", lambda d: b"\x78\x9c" + d[10:], SAYS_MORE),
    "nothing": ("no bytes", lambda d: b"", "{entry}: "),
    "head-alone": ("nothing but a head", lambda d: d[:10], "ends in the middle"),
    "cut": ("the last byte missing", lambda d: d[:-1], "ends in the middle"),
    "cut-in-half": ("the second half missing", lambda d: d[:len(d) // 2], "ends in the middle"),
    "wrong-checksum": ("another checksum",
                       lambda d: d[:-8] + bytes([d[-8] ^ 1]) + d[-7:], BROKEN),
    "wrong-length": ("another length", lambda d: d[:-1] + b"\1", BROKEN),
    "reserved-block": ("a block of a type that there is not", lambda d: d[:10] + b"\7" + d[11:],
                       BROKEN),
    "distance-too-far": ("a reference to before its beginning",
                         lambda d: gzips.HEAD + b"\x4b\x04\x62\0\0" + d[-8:], BROKEN),
}
for name, (what, change, says) in GZIPS.items():
    add(f"gzip-{name}", f"An entry has {what}, and is listed and signed like that.", CONTENT,
        with_content(entry, change), says, "{entry}: ", coverage=ANSWERED)


# Texts that are not what the name of their entry promises.

def line_changed(change):
    """What changes the lines of a text."""
    return lambda text: b"".join(change(text.splitlines(keepends=True)))


def changed_json(change):
    """What changes the JSON value that a text is, and writes it anew."""
    def changed(text):
        value = json.loads(text)
        return compact(change(value) or value)
    return changed


NOT_JSON = "not JSON"
TEXTS = {
    "empty": (entry, "no text", lambda t: b"", NOT_JSON),
    "not-json": (entry, "a text that is no JSON", lambda t: b"<html>", NOT_JSON),
    "two-values": (entry, "two texts", lambda t: t + t, NOT_JSON),
    "nul-behind": (entry, "a NUL behind the text", lambda t: t + b"\0", NOT_JSON),
    "byte-order-mark": (entry, "a byte order mark", lambda t: b"\xef\xbb\xbf" + t, NOT_JSON),
    "utf-16": (entry, "UTF-16", lambda t: t.decode().encode("utf-16"), NOT_JSON),
    "not-utf-8": (entry, "bytes that are not UTF-8",
                  lambda t: t.replace(b'"', b'"\xc0\xaf', 1), "not UTF-8"),
    "nested": (entry, "a text nested 100,000 deep",
               lambda t: b"[" * 100_000 + b"]" * 100_000, "nested more than 512 deep"),
    "other-type": (entry, "a number where a workout should be", lambda t: b"7", "an object"),
    "repeated-key": (entry, "a key twice",
                     lambda t: t.replace(b"{", b'{"id":"another",', 1), "stands twice"),
    "no-items": (entry, "no items", changed_json(lambda v: {"id": v["id"]}), "is missing"),
    "other-id": (entry, "another id",
                 changed_json(lambda v: {**v, "id": "another"}),
                 "its workouts are not those of the payload"),
    "other-title": (entry, "another title", changed_json(lambda v: {**v, "title": "another"}),
                    "its workouts are not those of the payload"),
    "unknown-exercise": (entry, "a mention of an exercise that is not there",
                         changed_json(lambda v: {**v, "exerciseID": "nowhere"}),
                         "nowhere is mentioned and is not there"),
    "mention-of-a-number": (entry, "a mention that is no id",
                            changed_json(lambda v: {**v, "baseIDs": [7]}), "an id"),
    "other-athlete": (athlete, "an instance of someone else",
                      lambda t: t.replace(b'"userID":"', b'"userID":"x', 1),
                      "an exercise instance of athlete"),
    "lines-reversed": (athlete, "its lines in another order",
                       line_changed(lambda lines: lines[::-1]), "stands behind"),
    "line-twice": (athlete, "a line twice", line_changed(lambda lines: [lines[0], *lines]),
                   "stands behind"),
    "line-missing": (athlete, "a line less", line_changed(lambda lines: lines[1:]),
                     "not those of the payload"),
    "no-lines": (athlete, "no line", lambda t: b"", "not those of the payload"),
    "empty-line": (athlete, "an empty line", line_changed(lambda lines: [*lines, b"\n"]),
                   NOT_JSON),
    "no-last-newline": (athlete, "no end of its last line", lambda t: t[:-1], "has no end"),
    "array-of-lines": (athlete, "one array instead of lines",
                       lambda t: b"[" + t.replace(b"\n", b",")[:-1] + b"]\n", "an object"),
    "definition-of-a-number": (
        athlete, "a number for an id",
        line_changed(lambda lines: [changed_json(
            lambda v: {**v, "exerciseDefinitionID": 7})(lines[0]) + b"\n", *lines[1:]]), "an id"),
    "exercise-missing": (exercises, "a line less", line_changed(lambda lines: lines[1:]),
                         "is mentioned and is not there"),
    "exercise-nobody-asked-for": (exercises, "a line that nothing mentions",
                                  lambda t: t + b'{"id":"\xf4\x8f\xbf\xbf"}\n',
                                  "is there and is not mentioned"),
    "exercises-reversed": (exercises, "its lines in another order",
                           line_changed(lambda lines: lines[::-1]), "stands behind"),
    "base-missing": (bases, "a line less", line_changed(lambda lines: lines[1:]),
                     "is mentioned and is not there"),
    "catalogue-no-array": (catalogue, "an object where a list should be", lambda t: b"{}",
                           "an array"),
    "catalogue-cut": (catalogue, "the end missing", lambda t: t[:-1], NOT_JSON),
    "catalogue-with-comma": (catalogue, "a comma behind the last", lambda t: t[:-1] + b",]",
                             NOT_JSON),
}
for name, (where, what, change, says) in TEXTS.items():
    add(f"text-{name}", f"An entry has {what}, and is listed and signed like that.", CONTENT,
        with_text(where, change), says, coverage=ANSWERED, entries=NO_ENTRIES)


@case(CONTENT, "{entry}: does not have the digest", coverage=ANSWERED)
def text_compressed_again(good):
    """An entry that inflates to the right text, and is not the bytes that were signed."""
    return good.with_member(good.entry, lambda m: m.holding(headed(at9=3)(m.content)))


@case(CONTENT, "{entry}: does not have the digest", coverage=ANSWERED)
def entry_of_another_pack(good):
    """The head of one archive and an entry of another, both rightly signed."""
    other = forged_members(good, payload=lambda contents: contents.update(
        {good.entry: headed(at9=3)(contents[good.entry])}))
    place = good.place(good.entry)
    return good.with_member(good.entry, lambda _: other[place])


@case(CONTENT, "data/day.json: does not have the digest", "is not the signature of")
def heads_of_two_packs(good):
    """The signature and the tag manifest of one pack before the index of another."""
    other = forged_members(good, index=lambda index: index.update(serial=index["serial"] + 1))
    members = good.members()
    members[good.place(INDEX)] = other[good.place(INDEX)]
    members[good.place(SIGNATURE)] = other[good.place(SIGNATURE)]
    return ustar.tar(members)
