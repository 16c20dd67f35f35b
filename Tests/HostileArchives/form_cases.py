"""Tars that other readers take, in whole or in part, and that are not canonical."""

import bz2
import gzip
import io
import lzma
import random
import zipfile

import ustar
from corpus import ANSWERED, FORM, add, case
from forge import BAGIT, INDEX, MANIFEST, README, TAG_MANIFEST

NOT_CANONICAL = "{entry}: its tar header is not canonical"
README_NOT_CANONICAL = "README.txt: its tar header is not canonical"
NO_ARCHIVE = ["not a day archive", "at its beginning is no bagit.txt"]
TOO_LONG, TOO_SHORT = "bytes too long", "bytes too short"
NO_END = "does not end in two blocks of zeros"
# Where a link or a path would lead out of any directory that the tests use.
OUTSIDE = b"../../../gymbag-outside"
ABSOLUTE_OUTSIDE = b"/tmp/gymbag-outside"


# Other types of members: in place of an entry, in place of a file of the head, and beside them.

TYPES = {
    "old-regular": (b"\0", b"", "a regular file as tars before POSIX mark it"),
    "hard-link": (b"1", OUTSIDE, "a hard link, through which a file outside could be written"),
    "symbolic-link": (b"2", OUTSIDE, "a link, through which what follows could be written outside"),
    "absolute-link": (b"2", ABSOLUTE_OUTSIDE, "a link to a place anywhere"),
    "character-device": (b"3", b"", "a device"),
    "block-device": (b"4", b"", "a device"),
    "directory": (b"5", b"", "a directory; a day archive has none"),
    "fifo": (b"6", b"", "a pipe, which would keep a reader waiting"),
    "contiguous": (b"7", b"", "a contiguous file, which readers take for a regular one"),
    "pax-header": (b"x", b"", "a pax header: what it holds would speak of the next member"),
    "pax-global": (b"g", b"", "a pax header that speaks of all that follows"),
    "gnu-long-name": (b"L", b"", "GNU tar's long name: what it holds would name the next member"),
    "gnu-long-link": (b"K", b"", "GNU tar's long target of a link"),
    "gnu-sparse": (b"S", b"", "a sparse file: its size is not how much lies in the archive"),
    "gnu-directory-list": (b"D", b"", "GNU tar's list of a directory"),
    "gnu-volume": (b"V", b"", "the name of a tape"),
    "gnu-continued": (b"M", b"", "the rest of a file from another tape"),
    "solaris-acl": (b"A", b"", "an access list of Solaris"),
    "unknown-type": (b"Z", b"", "a type that nobody knows"),
}


def retyped(name, **fields):
    return lambda good: good.with_member(name(good), lambda member: member.changed(**fields))


def beside(name, **fields):
    """An empty member with these fields in front of the one that `name` finds."""
    return lambda good: good.inserted(
        name(good), good.member("data/reference/more", b"", **fields))


def entry(good):
    return good.entry


def readme(_):
    return README


for name, (flag, target, what) in TYPES.items():
    fields = {"typeflag": flag, "linkname": target}
    add(f"{name}-for-entry", f"An entry is {what}.", FORM, retyped(entry, **fields),
        NOT_CANONICAL, coverage=ANSWERED)
    add(f"{name}-for-tag-file", f"README.txt is {what}.", FORM, retyped(readme, **fields),
        README_NOT_CANONICAL)
    add(f"{name}-extra", f"In front of an entry stands {what}.", FORM, beside(entry, **fields),
        NOT_CANONICAL, TOO_LONG)
    add(f"{name}-extra-in-head", f"Among the tag files stands {what}.", FORM,
        beside(readme, **fields), "not a day archive", "behind bag-info.txt", "is no README.txt")


@case(FORM, NOT_CANONICAL, TOO_SHORT)
def symbolic_link_without_content(good):
    """An entry is a link, and as links do it has no content."""
    return good.with_member(good.entry, lambda m: ustar.Member.make(
        m.name, b"", good.modified, typeflag=b"2", linkname=OUTSIDE))


@case(FORM, NOT_CANONICAL, TOO_LONG)
def link_that_the_next_member_goes_through(good):
    """A link named as the directory of the entries, so that these would be unpacked elsewhere."""
    return good.inserted(good.entry, good.member(
        "data/workouts", b"", typeflag=b"2", linkname=ABSOLUTE_OUTSIDE))


@case(FORM, NOT_CANONICAL, coverage=ANSWERED)
def content_that_is_members(good):
    """An entry whose header says that it is empty, so that another reader takes its content for
    more members; the length of the archive is right."""
    def change(member):
        hidden = good.member("data/hidden", b"hidden")
        room = len(member.content) + len(member.padding)
        filled = hidden.bytes.ljust(room, b"\0")
        assert room >= len(hidden.bytes)
        return ustar.Member(
            ustar.changed(member.header, size=b"%011o " % 0), filled[:len(member.content)],
            filled[len(member.content):])
    return good.with_member(good.entry, change)


# Extended headers that change what follows.

PAX = {
    "path": (b"path", OUTSIDE), "size": (b"size", b"1"), "mtime": (b"mtime", b"0.5"),
    "linkpath": (b"linkpath", OUTSIDE), "sparse": (b"GNU.sparse.realsize", b"1099511627776"),
    "charset": (b"hdrcharset", b"BINARY"), "comment": (b"comment", b"hello"),
    "acl": (b"SCHILY.acl.access", b"user::rwx"), "xattr": (b"SCHILY.xattr.user.a", b"b"),
}


def pax_member(good, flag, key, value):
    return good.member("PaxHeaders/x", ustar.pax((key.decode(), value.decode())), typeflag=flag)


for name, (key, value) in PAX.items():
    add(f"pax-{name}-before-entry", f"A pax header gives the next entry another {name}.", FORM,
        lambda good, key=key, value=value: good.inserted(
            good.entry, pax_member(good, b"x", key, value)),
        NOT_CANONICAL, TOO_LONG)
    add(f"pax-{name}-before-index", f"A pax header gives the index another {name}.", FORM,
        lambda good, key=key, value=value: good.inserted(
            INDEX, pax_member(good, b"x", key, value)),
        "behind manifest-sha256.txt", "is no data/day.json")
    add(f"pax-global-{name}", f"A pax header gives all members another {name}.", FORM,
        lambda good, key=key, value=value: good.inserted(
            BAGIT, pax_member(good, b"g", key, value)),
        *NO_ARCHIVE)

for flag, name in ((b"L", "name"), (b"K", "link")):
    add(f"gnu-long-{name}-before-entry", f"GNU tar's long {name} for the next entry.", FORM,
        lambda good, flag=flag: good.inserted(good.entry, ustar.Member.make(
            "././@LongLink", OUTSIDE * 8 + b"\0", 0, typeflag=flag)),
        NOT_CANONICAL, TOO_LONG)
    add(f"gnu-long-{name}-first", f"GNU tar's long {name} for the first file.", FORM,
        lambda good, flag=flag: good.inserted(BAGIT, ustar.Member.make(
            "././@LongLink", OUTSIDE * 8 + b"\0", 0, typeflag=flag)),
        *NO_ARCHIVE)


@case(FORM, NOT_CANONICAL, coverage=ANSWERED)
def gnu_sparse_map(good):
    """An entry with GNU tar's map of a sparse file, which unpacks to 1 TiB."""
    hole = bytes(41) + b"%011o \0" % 0 + b"%011o\0" % 1 + bytes(72 + 1) + ustar.base256(1 << 40, 12)
    return good.with_member(good.entry, lambda m: m.changed(
        typeflag=b"S", magic=b"ustar ", version=b" \0", prefix=hole[:155]))


# Members that stand where they do not belong.

@case(FORM, NOT_CANONICAL.replace("entry", "next"), TOO_LONG)
def duplicate_entry(good):
    """An entry stands twice; some readers take the first, some the last."""
    return good.inserted(good.next_entry, good.members()[good.place(good.entry)])


@case(FORM, NO_END, TOO_LONG)
def duplicate_entry_at_the_end(good):
    """An entry stands once more at the end, with another content: what unpacks keeps that one."""
    return good.inserted(None, good.member(good.entry, b"another"))


@case(FORM, NO_END, TOO_LONG)
def duplicate_index_at_the_end(good):
    """A second index at the end, which what unpacks would keep."""
    return good.inserted(None, good.member(INDEX, b"{}"))


@case(FORM, "behind bagit.txt", "is no tagmanifest-sha256.txt")
def duplicate_tag_file(good):
    """The first file stands twice."""
    return good.inserted(TAG_MANIFEST, good.members()[0])


@case(FORM, NO_END, TOO_LONG)
def duplicate_entry_in_capitals(good):
    """A file at the end that on a stick has the name of an entry."""
    return good.inserted(None, good.member(good.entry.upper(), b"another"))


@case(FORM, NOT_CANONICAL, coverage=ANSWERED, entries=("{entry}", "{next}"))
def entries_out_of_order(good):
    """Two entries have changed places."""
    members = good.members()
    first, second = good.place(good.entry), good.place(good.next_entry)
    members[first], members[second] = members[second], members[first]
    return ustar.tar(members)


@case(FORM, "behind bagit.txt", "is no tagmanifest-sha256.txt")
def tag_files_out_of_order(good):
    """Two tag files have changed places."""
    members = good.members()
    first, second = good.place(TAG_MANIFEST), good.place(README)
    members[first], members[second] = members[second], members[first]
    return ustar.tar(members)


@case(FORM, *NO_ARCHIVE)
def entries_sorted_by_name(good):
    """What tar makes of the unpacked directory: the same files in another order."""
    return ustar.tar(sorted(good.members(), key=lambda member: member.name))


@case(FORM, "{entry}: does not have the digest", coverage=ANSWERED, entries=("{entry}", "{next}"))
def contents_exchanged(good):
    """The right headers in the right order over the contents of one another."""
    members = good.members()
    first, second = good.place(good.entry), good.place(good.next_entry)
    length = min(len(members[first].content), len(members[second].content))
    one, two = members[first].content, members[second].content
    members[first] = members[first].holding(two[:length] + one[length:])
    members[second] = members[second].holding(one[:length] + two[length:])
    return ustar.tar(members)


@case(FORM, "{catalogue}: does not have the digest", coverage=ANSWERED,
      entries=("{catalogue}",))
def one_bit_changed(good):
    """One bit of one content is another."""
    return good.with_member(good.catalogue, lambda m: m.holding(
        m.content[:1000] + bytes([m.content[1000] ^ 1]) + m.content[1001:]))


# Names. The first of each pair is about an entry, the second about every member.

def renamed(change):
    return lambda good: good.with_member(
        good.entry, lambda member: member.changed(name=change(good, member.name)))


def all_renamed(change):
    return lambda good: ustar.tar(
        [member.changed(name=change(good, member.name)) for member in good.members()])


NAMES = {
    "dot-slash": ("a name that begins with ./", lambda _, n: b"./" + n.encode()),
    "absolute": ("an absolute name", lambda _, n: b"/" + n.encode()),
    "absolute-outside": ("a name anywhere", lambda _, n: ABSOLUTE_OUTSIDE),
    "parent": ("a name that leads out", lambda _, n: OUTSIDE),
    "parent-within": ("a name that leads out and back in", lambda _, n: b"x/../" + n.encode()),
    "backslash": ("a name with backslashes", lambda _, n: n.replace("/", "\\").encode()),
    "backslash-outside": ("a name that leads out on Windows",
                          lambda _, n: b"..\\..\\gymbag-outside"),
    "drive": ("a name with the letter of a drive", lambda _, n: b"C:/" + n.encode()),
    "double-slash": ("a name with two slashes", lambda _, n: n.replace("/", "//", 1).encode()),
    "slash-at-the-end": ("a name that ends as a directory does", lambda _, n: n.encode() + b"/"),
    "other-day": ("a name below a second top directory",
                  lambda g, n: n.replace(g.day, "2020-02-29").encode()),
    "no-top": ("a name without a top directory", lambda g, n: n.split("/", 1)[1].encode()),
    "capitals": ("a name in capitals", lambda _, n: n.upper().encode()),
    "control-characters": ("a name that would steer a terminal",
                           lambda _, n: b"\x1b]0;x\x07" + n.encode()),
    "new-line": ("a name with a line break", lambda _, n: n.encode() + b"\nx"),
    "not-ascii": ("a name beyond ASCII", lambda _, n: n.encode() + "ë".encode()),
    "space-at-the-end": ("a name with a space at its end", lambda _, n: n.encode() + b" "),
    "behind-nul": ("a name with something behind its end", lambda _, n: n.encode() + b"\0evil"),
    "full": ("a name that fills the whole field", lambda _, n: n.encode().ljust(100, b"x")),
    "empty": ("no name", lambda _, n: b""),
}
# What only another header says, and not another name, is found as such a header.
SAME_NAME = ("behind-nul",)

for name, (what, change) in NAMES.items():
    add(f"name-{name}", f"An entry has {what}.", FORM, renamed(change), NOT_CANONICAL,
        coverage=ANSWERED)
    says = ["bagit.txt: its tar header is not canonical"] if name in SAME_NAME else NO_ARCHIVE
    if name == "other-day":
        says = ["is of {day}, but the directory is 2020-02-29"]
    add(f"all-names-{name}", f"Every member has {what}.", FORM, all_renamed(change), *says)


@case(FORM, NOT_CANONICAL, TOO_LONG)
def same_file_with_and_without_dot_slash(good):
    """An entry as x and as ./x, which are one file when they are unpacked."""
    member = good.members()[good.place(good.entry)]
    return good.inserted(good.entry, member.changed(name=b"./" + member.name.encode()))


@case(FORM, NO_END, TOO_LONG)
def second_top_directory(good):
    """A file beside the day's directory."""
    return good.inserted(None, ustar.Member.make("2020-02-29/data/day.json", b"{}", good.modified))


@case(FORM, README_NOT_CANONICAL)
def tag_file_of_another_day(good):
    """A tag file stands below the directory of another day."""
    return good.with_member(README, lambda m: m.changed(name=b"2020-02-29/README.txt"))


@case(FORM, NOT_CANONICAL, coverage=ANSWERED)
def prefix_used(good):
    """The first part of a name stands in the field for prefixes."""
    return good.with_member(good.entry, lambda m: m.changed(
        name=good.entry.encode(), prefix=good.day.encode()))


@case(FORM, *NO_ARCHIVE)
def prefixes_used_everywhere(good):
    """The day's directory stands in the field for prefixes in every header."""
    return ustar.tar([
        m.changed(name=m.name.split("/", 1)[1].encode(), prefix=good.day.encode())
        for m in good.members()])


@case(FORM, NOT_CANONICAL, coverage=ANSWERED)
def prefix_that_leads_out(good):
    """The right name, and a prefix that a reader would put before it."""
    return good.with_member(good.entry, lambda m: m.changed(prefix=b"../../gymbag-outside"))


# Fields: other values, other spellings, and junk.

def octal(number, length):
    return b"%0*o" % (length, number)


FIELDS = {
    "mode-setuid": ("a mode with the bit of another user", lambda m: {"mode": b"004755 "}),
    "mode-executable": ("a mode that lets it run", lambda m: {"mode": b"000755 "}),
    "mode-spelled-as-gnu": ("a mode as GNU tar spells it", lambda m: {"mode": b"0000644"}),
    "mode-of-regular-file": ("a mode with the type in it", lambda m: {"mode": b"100644 "}),
    "mode-junk": ("junk behind its mode", lambda m: {"mode": b"000644 x"}),
    "uid": ("another user", lambda m: {"uid": b"001750 "}),
    "uid-junk": ("junk behind its user", lambda m: {"uid": b"000000 x"}),
    "uid-empty": ("no user", lambda m: {"uid": b""}),
    "gid": ("another group", lambda m: {"gid": b"001750 "}),
    "gid-junk": ("junk behind its group", lambda m: {"gid": b"000000 x"}),
    "size-ended-by-nul": ("a size ended by NUL", lambda m: {"size": octal(len(m.content), 11)}),
    "size-junk": ("junk behind its size", lambda m: {"size": octal(len(m.content), 11) + b"7"}),
    "mtime": ("another time", lambda m: {"mtime": octal(int(m.header[136:147], 8) + 1, 11) + b" "}),
    "mtime-zero": ("no time", lambda m: {"mtime": octal(0, 11) + b" "}),
    "mtime-ended-by-nul": ("a time ended by NUL", lambda m: {"mtime": m.header[136:147]}),
    "mtime-junk": ("junk behind its time", lambda m: {"mtime": m.header[136:147] + b"x"}),
    "checksum-of-seven-digits": (
        "a checksum spelled otherwise",
        lambda m: {"checksum": octal(ustar.checksum(m.header), 7)}),
    "checksum-with-spaces": (
        "a checksum with spaces",
        lambda m: {"checksum": b"%6o\0 " % ustar.checksum(m.header)}),
    "checksum-junk": (
        "junk behind its checksum",
        lambda m: {"checksum": b"%06o\0x" % ustar.checksum(m.header)}),
    "checksum-of-signed-bytes": (
        "a wrong checksum", lambda m: {"checksum": b"%06o\0 " % (ustar.checksum(m.header) - 256)}),
    "checksum-empty": ("no checksum", lambda m: {"checksum": b""}),
    "linkname": ("the target of a link", lambda m: {"linkname": OUTSIDE}),
    "linkname-behind-nul": ("junk in the field for links", lambda m: {"linkname": b"\0evil"}),
    "magic-of-gnu": ("GNU tar's magic", lambda m: {"magic": b"ustar ", "version": b" \0"}),
    "magic-of-v7": ("no magic, as before POSIX", lambda m: {"magic": b"", "version": b""}),
    "magic-unknown": ("a magic that nobody knows", lambda m: {"magic": b"USTAR\0"}),
    "version": ("another version", lambda m: {"version": b"01"}),
    "uname": ("the name of a user", lambda m: {"uname": b"root"}),
    "uname-behind-nul": ("junk in the field for users", lambda m: {"uname": b"\0evil"}),
    "gname": ("the name of a group", lambda m: {"gname": b"root"}),
    "gname-behind-nul": ("junk in the field for groups", lambda m: {"gname": b"\0evil"}),
    "devmajor": ("the number of a device", lambda m: {"devmajor": b"000001 "}),
    "devmajor-junk": ("junk behind the number of a device", lambda m: {"devmajor": b"000000 x"}),
    "devminor": ("the number of a device", lambda m: {"devminor": b"000001 "}),
    "devminor-empty": ("no number of a device", lambda m: {"devminor": b""}),
    "prefix": ("a prefix", lambda m: {"prefix": b"x"}),
    "prefix-behind-nul": ("junk in the field for prefixes", lambda m: {"prefix": b"\0evil"}),
    "rest": ("junk behind its last field", lambda m: {"rest": b"\0\0\0evil"}),
    "star-magic": ("the mark of Schilling's tar", lambda m: {"rest": b"\0" * 8 + b"tar\0"}),
}
for name, (what, fields) in FIELDS.items():
    def change(member, fields=fields):
        return member.changed(**fields(member))
    add(f"field-{name}", f"An entry has {what}.", FORM,
        lambda good, change=change: good.with_member(good.entry, change),
        NOT_CANONICAL, coverage=ANSWERED)
    add(f"tag-field-{name}", f"README.txt has {what}.", FORM,
        lambda good, change=change: good.with_member(README, change), README_NOT_CANONICAL)

# Sizes and times that are no octal digits: in the head they leave nothing to go on with.
SPELLED = {
    "size-base-256": ("its size as GNU tar spells large ones",
                      lambda m: {"size": ustar.base256(len(m.content), 12)}),
    "size-with-spaces": ("its size with spaces", lambda m: {"size": b"%11o " % len(m.content)}),
    "size-negative": ("a negative size", lambda m: {"size": b"\xff" * 12}),
    "size-with-sign": ("a size with a sign", lambda m: {"size": b"-0000000001 "}),
    "size-empty": ("no size", lambda m: {"size": b""}),
    "mtime-base-256": ("its time as GNU tar spells late ones",
                       lambda m: {"mtime": ustar.base256(int(m.header[136:147], 8), 12)}),
    "mtime-negative": ("a time before 1970", lambda m: {"mtime": b"\xff" * 12}),
    "mtime-empty": ("an empty time", lambda m: {"mtime": b""}),
}
for name, (what, fields) in SPELLED.items():
    def change(member, fields=fields):
        return member.changed(**fields(member))
    add(f"field-{name}", f"An entry has {what}.", FORM,
        lambda good, change=change: good.with_member(good.entry, change),
        NOT_CANONICAL, coverage=ANSWERED)
    add(f"tag-field-{name}", f"README.txt has {what}.", FORM,
        lambda good, change=change: good.with_member(README, change),
        "behind bag-info.txt", "is no README.txt")


@case(FORM, "README.txt is over 65536 bytes")
def tag_file_of_eight_gibibytes(good):
    """The header of a tag file claims all that eleven digits can."""
    return good.with_member(README, lambda m: m.changed(size=b"77777777777 "))


@case(FORM, "the archive ends within manifest-sha256.txt")
def tag_file_longer_than_the_archive(good):
    """The header of a tag file claims more than there is, though not too much."""
    return good.with_member(MANIFEST, lambda m: m.changed(size=octal(15 << 20, 11) + b" "))


# Paddings and ends.

@case(FORM, "{entry}: the padding behind it is not zeros", coverage=ANSWERED)
def padding_of_an_entry(good):
    """Behind the content of an entry stands something in what fills the block up."""
    return good.with_member(good.entry, lambda m: m.padded(m.padding[:-1] + b"x"))


@case(FORM, "README.txt: the padding behind it is not zeros")
def padding_of_a_tag_file(good):
    """Behind the content of a tag file stands something in what fills the block up."""
    return good.with_member(README, lambda m: m.padded(b"\0x" + m.padding[2:]))


@case(FORM, "manifest-sha256.txt: the padding behind it is not zeros")
def manifest_that_goes_on_in_the_padding(good):
    """Behind the manifest stands another line of it, in what fills the block up."""
    return good.with_member(MANIFEST, lambda m: m.padded(
        (b"0" * 64 + b"  data/evil\n")[:len(m.padding)].ljust(len(m.padding), b"\0")))


def ended(change):
    return lambda good: change(good.archive)


BEHIND = {
    "one-nul": ("one NUL", lambda a: a + b"\0"),
    "one-byte": ("one byte", lambda a: a + b"x"),
    "zero-block": ("a third block of zeros", lambda a: a + bytes(512)),
    "junk-block": ("a block of something", lambda a: a + b"x" * 512),
    "record-padding": ("zeros up to 10 KiB, as GNU tar writes them",
                       lambda a: a + bytes(-len(a) % 10240 or 10240)),
    "second-archive": ("the same archive again", lambda a: a + a),
    "new-line": ("a line break, as an upload as text may add", lambda a: a + b"\r\n"),
}
for name, (what, change) in BEHIND.items():
    add(f"behind-the-end-{name}", f"Behind the end stands {what}.", FORM, ended(change), TOO_LONG)


@case(FORM, TOO_LONG, NO_END)
def two_archives_as_one(good):
    """A second archive begins where the first should end."""
    return good.archive[:-len(ustar.END)] + good.archive


@case(FORM, NOT_CANONICAL, TOO_LONG)
def end_in_the_middle(good):
    """Two blocks of zeros before an entry: many readers stop there."""
    return good.inserted(good.entry, ustar.Member(bytes(512), b"", bytes(512)))


@case(FORM, *NO_ARCHIVE)
def end_at_the_beginning(good):
    """Two blocks of zeros in front: to many readers it is empty, and fine."""
    return ustar.END + good.archive


@case(FORM, NO_END, coverage=ANSWERED)
def end_of_something_else(good):
    """What ends the archive has the right length and is not zeros."""
    return good.archive[:-1] + b"x"


@case(FORM, NO_END, coverage=ANSWERED)
def end_that_is_a_member(good):
    """One more member stands where the end should."""
    return good.archive[:-len(ustar.END)] + good.member("data/more", b"more").bytes


@case(FORM, NO_END, TOO_SHORT)
def no_end(good):
    """The blocks of zeros at the end are missing."""
    return good.archive[:-len(ustar.END)]


@case(FORM, NO_END, "512 bytes too short")
def half_an_end(good):
    """One of the two blocks of zeros at the end is missing."""
    return good.archive[:-512]


@case(FORM, NO_END, "1 bytes too short")
def last_byte_missing(good):
    """The last byte, which is a zero, is missing."""
    return good.archive[:-1]


# Cut, and what is no such archive at all.

@case(FORM, "the archive ends within tagmanifest-sha256.txt")
def cut_in_the_second_member(good):
    """Cut one and a half blocks into the second member."""
    return good.archive[:ustar.BLOCK * 2 + ustar.BLOCK * 3 // 2]


@case(FORM, "{next}: the archive ends before or within it", TOO_SHORT,
      entries=("{entry}", "{next}"))
def cut_in_the_second_entry(good):
    """Cut one and a half blocks into the second entry behind the index."""
    start = sum(len(m.bytes) for m in good.members()[:good.place(good.next_entry)])
    return good.archive[:start + ustar.BLOCK * 3 // 2]


@case(FORM, "{entry}: the archive ends before or within it", TOO_SHORT)
def cut_behind_the_index(good):
    """Cut exactly where the index ends."""
    return good.archive[:sum(len(m.bytes) for m in good.members()[:good.place(good.entry)])]


@case(FORM, "the archive ends within data/day.json")
def cut_in_the_index(good):
    """Cut in the middle of the index."""
    start = sum(len(m.bytes) for m in good.members()[:good.place(INDEX)])
    return good.archive[:start + ustar.BLOCK * 2]


@case(FORM, "does not have the digest", coverage=ANSWERED, entries=("{catalogue}",))
def second_half_zeros(good):
    """The right length with zeros from the middle on, as a loss of power leaves files."""
    half = len(good.archive) // 2
    return good.archive[:half] + bytes(len(good.archive) - half)


@case(FORM, TOO_LONG, grown=16 << 30)
def hole_behind_the_end(good):
    """A good archive that a hole makes 16 GiB long."""
    return good.archive


def zipped(archive):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(zipfile.ZipInfo("day.tar"), archive)
    return out.getvalue()


OTHERS = {
    "nothing": ("An empty file.", lambda a: b""),
    "one-byte": ("A file of one byte.", lambda a: b"x"),
    "two-zero-blocks": ("What tar makes of no files.", lambda a: ustar.END),
    "zeros": ("A megabyte of zeros, as a loss of power leaves files.", lambda a: bytes(1 << 20)),
    "ones": ("A megabyte of ones, as an erased chip reads.", lambda a: b"\xff" * (1 << 20)),
    "noise": ("A megabyte of noise.", lambda a: random.Random(1).randbytes(1 << 20)),
    "gzip": ("The archive, compressed.", lambda a: gzip.compress(a, mtime=0)),
    "bzip2": ("The archive, compressed.", bz2.compress),
    "xz": ("The archive, compressed.", lzma.compress),
    "zip": ("The archive within another.", zipped),
    "sign-in-page": ("The page of a network that wants a sign-in.",
                     lambda a: b"<!DOCTYPE html><title>Free Wi-Fi</title>" + b" " * 4096),
    "first-byte-missing": ("The archive without its first byte.", lambda a: a[1:]),
    "archive-in-archive": ("The archive as the only member of another.", lambda a: ustar.tar(
        [ustar.Member.make("2026-12-01.tar", a, 0)])),
}
for name, (why, change) in OTHERS.items():
    add(f"no-archive-{name}", why, FORM, ended(change), *NO_ARCHIVE)
