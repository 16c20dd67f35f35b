"""Indexes that do not tell the truth, or are none, rightly signed."""

import ustar
from corpus import ANSWERED, CONTENT, TRUST, UNTRUSTED, add, case
from forge import BAG_INFO, HEAD, INDEX, MANIFEST, SIGNATURE, forged, forged_members, swap

INDEX_SAYS = "data/day.json: "
OTHER_ENTRIES = INDEX_SAYS + "lists other entries than"
OTHER_WORKOUTS = INDEX_SAYS + "its workouts are not those of the payload"
OTHER_DEFINITIONS = INDEX_SAYS + "its exercise definitions are not those of the payload"
OTHER_ATHLETES = INDEX_SAYS + "its athletes or their coverage are not those of the payload"
NOT_CANONICAL = "its tar header is not canonical"
OTHER_DAY = "2020-02-29"


def lying(**changes):
    return lambda good: forged(good, **changes)


def lie(name, why, change, *says, **others):
    """A case whose index `change` has changed."""
    add(f"index-{name}", why, CONTENT, lying(index=change), *says, **others)


def move(items, source, target):
    items.insert(target, items.pop(source))


# Sizes.

def sized(place, size):
    def change(index):
        index["entries"][place]["size"] = size(index["entries"][place]["size"])
    return change


lie("size-smaller", "An entry is said to be a byte shorter.", sized(0, lambda n: n - 1),
    "{entry}: " + NOT_CANONICAL, coverage=ANSWERED)
lie("size-a-block-smaller", "An entry is said to be a block shorter.", sized(0, lambda n: n - 512),
    "{entry}: " + NOT_CANONICAL, "{next}: " + NOT_CANONICAL, "too long")
lie("size-larger", "An entry is said to be a megabyte longer.", sized(0, lambda n: n + (1 << 20)),
    "{entry}: the archive ends before or within it", "too short")
lie("size-zero", "An entry is said to be empty.", sized(0, lambda n: 0), NOT_CANONICAL, "too long")
lie("size-huge", "An entry is said to have all that a header can say.",
    sized(0, lambda n: (1 << 33) - 1), "{entry}: the archive ends before or within it",
    "too short")
lie("size-beyond-a-header", "An entry is said to be of 8 GiB.", sized(0, lambda n: 1 << 33),
    "$.entries[0].size: expected a number from 0 to 8589934591")
lie("size-of-64-bits", "An entry is said to have 2^63 bytes.", sized(0, lambda n: 1 << 63),
    "$.entries[0].size: expected a whole number")
lie("size-negative", "An entry is said to have less than nothing.", sized(0, lambda n: -n),
    "$.entries[0].size: expected a number from 0")


@case(CONTENT, "{entry}: " + NOT_CANONICAL, coverage=ANSWERED, entries=("{entry}", "{next}"))
def index_sizes_that_make_up_for_each_other(good):
    """A block is taken from one entry and given to the next; the length is right."""
    def change(index):
        index["entries"][0]["size"] -= 512
        index["entries"][1]["size"] += 512
    return forged(good, index=change)


@case(CONTENT, "too short", "the archive ends before or within it")
def index_of_twenty_thousand_huge_entries(good):
    """Sizes whose sum is 160 TiB."""
    def change(index):
        index["entries"] = [{"name": f"data/{n}", "size": (1 << 33) - 1} for n in range(20_000)]
    return forged(good, index=change)


# Entries.

def entries(change):
    return lambda index: change(index["entries"])


lie("entry-missing", "The last entry is not listed.", entries(lambda e: e.pop() and None),
    OTHER_ENTRIES, "too long")
lie("entry-extra", "An entry is listed that is not there.",
    entries(lambda e: e.append({"name": "data/more.json.gz", "size": 99})),
    OTHER_ENTRIES, "too short")
lie("entry-twice", "An entry is listed twice.", entries(lambda e: e.insert(0, e[0])),
    OTHER_ENTRIES, "too short")
lie("entries-swapped", "Two entries are listed in another order than they stand in.",
    entries(lambda e: move(e, 0, 1)), OTHER_ENTRIES, "{entry}: " + NOT_CANONICAL,
    entries=("{entry}", "{next}"))
lie("entries-none", "No entries are listed.", entries(lambda e: e.clear()), OTHER_ENTRIES,
    "too long")

NAMES = {
    "parent": "data/../../gymbag-outside", "absolute": "/tmp/gymbag-outside",
    "backslash": "data\\..\\..\\gymbag-outside", "drive": "C:/gymbag-outside",
    "of-a-tag-file": "README.txt", "of-the-index": INDEX, "dot-slash": "./data/workouts/x.json.gz",
    "empty": "", "nul": "data/x\0y", "new-line": "data/x\ny",
    "control-characters": "data/\x1b]0;gymbag\x07\x1b[2J", "right-to-left": "data/\u202egz.nosj",
    "too-long-for-a-header": "data/" + "x" * 100, "not-ascii": "data/ë.json.gz",
}
for name, entry in NAMES.items():
    def everywhere(good, entry=entry):
        def change(index):
            index["entries"][0]["name"] = entry
            index["workouts"][0]["entry"] = entry
        return forged(good, index=change)
    add(f"index-name-{name}", f"An entry and its workout have the name {entry!a}.", CONTENT,
        everywhere, OTHER_ENTRIES, NOT_CANONICAL)


@case(CONTENT, OTHER_ENTRIES)
def entry_renamed_everywhere(good):
    """An entry has another name in the index, the manifest and the tar."""
    def renamed(contents):
        return {n.replace("workouts/", "workouts/x-"): c for n, c in contents.items()}
    return forged(good, payload=renamed)


@case(CONTENT, OTHER_ENTRIES, entries=())
def entry_that_leads_out_everywhere(good):
    """An entry leads out of the archive in the index, the manifest and the tar."""
    outside = "data/../../../gymbag-outside"

    def change(index):
        index["workouts"][0]["entry"] = outside
    return forged(good, index=change, payload=lambda contents: {
        outside if name == good.entry else name: c for name, c in contents.items()})


@case(CONTENT, OTHER_ENTRIES)
def entry_nobody_asks_for_everywhere(good):
    """One more entry in the index, the manifest and the tar."""
    return forged(good, payload=lambda contents: contents.update({"data/more.json.gz": b"more"}))


@case(CONTENT, OTHER_ENTRIES)
def catalogues_left_out_everywhere(good):
    """No catalogues in the index, the manifest and the tar."""
    def change(index):
        index["catalogues"] = []
    return forged(good, index=change, payload=lambda contents: {
        n: c for n, c in contents.items() if not n.startswith("data/reference/")})


@case(CONTENT, INDEX_SAYS + "lists an entry twice")
def workout_twice_everywhere(good):
    """A workout stands twice in the index, the manifest and the tar."""
    def change(index):
        index["entries"].insert(0, index["entries"][0])
        index["workouts"].insert(0, index["workouts"][0])
    members = forged_members(good, index=change)
    place = good.place(good.entry)
    members.insert(place, members[place])
    return ustar.tar(members)


@case(CONTENT, OTHER_ENTRIES, entries=())
def entries_in_another_order_everywhere(good):
    """Two entries have changed places in the index, the manifest and the tar."""
    return forged(good, payload=lambda contents: {
        n: contents[n] for n in [good.next_entry, good.entry, *list(contents)[2:]]})


# Workouts, exercise definitions, athletes, catalogues.

def athlete(index, held=True):
    return next(a for a in index["athletes"] if bool(a["entry"]) == held)


def first_workout(**members):
    return lambda index: index["workouts"][0].update(members)


lie("covers-everything", "An athlete is said to have everything.", lambda i: athlete(i).update(
    covered=list(range(len(i["exerciseDefinitions"])))), OTHER_ATHLETES, coverage=ANSWERED)
lie("covers-nothing", "An athlete is said to have nothing.",
    lambda i: athlete(i).update(covered=[]), OTHER_ATHLETES, coverage=ANSWERED)
lie("covers-without-entry", "Someone is said to have something who has no entry.",
    lambda i: athlete(i, held=False).update(covered=[0]), OTHER_ATHLETES, coverage=ANSWERED)
for name, positions in {
    "out-of-range": [1 << 20], "huge": [1 << 62], "of-64-bits": [1 << 63], "negative": [-1],
    "descending": [1, 0], "twice": [0, 0], "fraction": [0.5], "text": ["0"], "null": None,
    "object": {},
}.items():
    lie(f"covered-{name}", f"An athlete is said to have {positions}.",
        lambda i, positions=positions: athlete(i).update(covered=positions), "].covered",
        "expected")
lie("athlete-missing", "Someone who takes part is not listed.",
    lambda i: i["athletes"].remove(athlete(i, held=False)), OTHER_ATHLETES, coverage=ANSWERED)
lie("athlete-without-entry", "An athlete is said to have no entry, though it is there.",
    lambda i: athlete(i).update(entry=None), OTHER_ENTRIES)
lie("athlete-with-the-entry-of-another", "Two athletes have the same entry.",
    lambda i: athlete(i, held=False).update(entry=athlete(i)["entry"], covered=[]), OTHER_ENTRIES)
lie("athletes-reversed", "The athletes stand in another order.",
    lambda i: i["athletes"].reverse(), OTHER_ENTRIES)
lie("athlete-twice", "Someone is listed twice.",
    lambda i: i["athletes"].append(athlete(i, held=False)), OTHER_ATHLETES, coverage=ANSWERED)
lie("athlete-with-a-number-for-an-id", "An id is a number.",
    lambda i: athlete(i).update(id=7), "].id: expected an id")
lie("athlete-with-an-empty-id", "An id is empty.",
    lambda i: athlete(i).update(id=""), "].id: expected an id")
lie("workout-without-items", "A workout is said to ask for nothing.", first_workout(items=[]),
    OTHER_WORKOUTS, coverage=ANSWERED)
lie("workout-without-participants", "A workout is said to be nobody's.",
    first_workout(participants=[]), OTHER_WORKOUTS, coverage=ANSWERED)
lie("workout-of-a-stranger", "Someone unknown is said to take part.",
    first_workout(participants=["stranger"]), OTHER_WORKOUTS, coverage=ANSWERED)
lie("workout-with-another-title", "A workout has another title.", first_workout(title="another"),
    OTHER_WORKOUTS, coverage=ANSWERED)
lie("workout-with-another-revision", "A workout has another revision.",
    first_workout(revision=999), OTHER_WORKOUTS, coverage=ANSWERED)
lie("workout-with-a-revision-that-is-a-text", "A revision is spelled otherwise.",
    lambda i: i["workouts"][0].update(revision=str(i["workouts"][0]["revision"])),
    OTHER_WORKOUTS, coverage=ANSWERED)
lie("workout-with-another-id", "A workout has another id than its entry.",
    first_workout(id="another"), OTHER_ENTRIES)
lie("workout-with-the-entry-of-another", "Two workouts have the same entry.",
    lambda i: i["workouts"][0].update(entry=i["workouts"][1]["entry"]), OTHER_ENTRIES)
lie("workout-missing", "A workout is not listed.", lambda i: i["workouts"].pop() and None,
    OTHER_ENTRIES)
lie("workouts-reversed", "The workouts stand in another order.",
    lambda i: i["workouts"].reverse(), OTHER_ENTRIES)
lie("item-of-another-definition", "An item asks for something else.",
    lambda i: i["workouts"][0]["items"][0].update(definition=1), OTHER_WORKOUTS,
    coverage=ANSWERED)
lie("item-out-of-range", "An item asks for a definition that is not there.",
    lambda i: i["workouts"][0]["items"][0].update(definition=1 << 20),
    "$.workouts[0].items[0].definition: expected the position of one of")
lie("item-of-minus-one", "An item asks for a definition before the first.",
    lambda i: i["workouts"][0]["items"][0].update(definition=-1),
    "$.workouts[0].items[0].definition: expected the position of one of")
lie("definition-with-another-name", "An exercise definition is shown as another.",
    lambda i: i["exerciseDefinitions"][0].update(name="another"), OTHER_DEFINITIONS,
    coverage=ANSWERED)
lie("definition-twice", "Two exercise definitions have the same id.",
    lambda i: i["exerciseDefinitions"][0].update(id=i["exerciseDefinitions"][1]["id"]),
    OTHER_DEFINITIONS, coverage=ANSWERED)
lie("definition-extra", "An exercise definition is listed that nothing is for.",
    lambda i: i["exerciseDefinitions"].append({"id": "zz", "name": "zz"}), OTHER_DEFINITIONS,
    coverage=ANSWERED)
lie("definitions-none", "No exercise definitions are listed.",
    lambda i: i.update(exerciseDefinitions=[]), "$.workouts[0].items[0].definition")
for name, (why, roster, says) in {
    "empty": ("The roster has nobody.", lambda i: [], "$.roster: expected an athlete, or null"),
    "object": ("The roster is no list.", lambda i: {}, "$.roster: expected an array"),
    "of-texts": ("The roster is a list of ids.", lambda i: ["007"],
                 "$.roster[0]: expected an object"),
    "without-id": ("Someone in the roster has no id.", lambda i: [{"workouts": []}],
                   '$.roster[0]: "id" is missing'),
    "with-an-empty-id": ("Someone in the roster has an empty id.",
                         lambda i: [{"id": "", "workouts": []}],
                         "$.roster[0].id: expected an id"),
    "with-a-number-for-a-name": ("Someone in the roster is called 7.",
                                 lambda i: [{"id": "a", "name": 7, "workouts": []}],
                                 "$.roster[0].name: expected a string"),
    "athlete-twice": ("Someone stands in the roster twice.",
                      lambda i: [{"id": "a", "workouts": []}, {"id": "b", "workouts": []},
                                 {"id": "a", "workouts": []}],
                      "$.roster[2].id: expected another athlete than a, who stands twice"),
    "without-workouts": ("Nothing is said of the workouts of someone in the roster.",
                         lambda i: [{"id": "a", "name": None}],
                         '$.roster[0]: "workouts" is missing'),
    "with-null-for-workouts": ("The workouts of someone in the roster are null.",
                               lambda i: [{"id": "a", "workouts": None}],
                               "$.roster[0].workouts: expected an array"),
    "of-a-workout-that-is-not-there": ("The roster names a workout that the day does not have.",
                                       lambda i: [{"id": "a", "workouts": ["nowhere"]}],
                                       "$.roster[0].workouts: expected workouts that the day has"),
    "of-a-workout-twice": ("The roster names a workout twice for someone.",
                           lambda i: [{"id": "a", "workouts": [i["workouts"][0]["id"]] * 2}],
                           "$.roster[0].workouts: expected each workout once"),
}.items():
    lie(f"roster-{name}", why, lambda i, roster=roster: i.update(roster=roster(i)), says)
lie("catalogue-unknown", "There is a catalogue that nobody knows.",
    lambda i: i["catalogues"][0].update(name="secrets"), "expected the name of a catalogue")
lie("catalogue-missing", "A catalogue is not listed.", lambda i: i["catalogues"].pop() and None,
    OTHER_ENTRIES)
lie("catalogues-swapped", "Two catalogues have changed places.",
    lambda i: move(i["catalogues"], 0, 1), OTHER_ENTRIES)
lie("catalogue-with-the-entry-of-another", "Two catalogues have the same entry.",
    lambda i: i["catalogues"][0].update(entry=i["catalogues"][1]["entry"]), OTHER_ENTRIES)
lie("catalogue-of-unknown-source", "A catalogue comes from nowhere.",
    lambda i: i["catalogues"][0].update(source="rumour"), "expected network or cache")
lie("catalogue-without-time", "A catalogue was loaded at no time.",
    lambda i: i["catalogues"][0].update(loadedAt="yesterday"), "expected a time like")


# Whose and of when it is.

@case(CONTENT, "the archive is of 2020-02-29, not of {day}", entries=())
def another_day_under_the_name_of_this_one(good):
    """A rightly signed archive of another day, called as this day's."""
    return forged(good, index=lambda index: index.update(day=OTHER_DAY))


@case(CONTENT, INDEX_SAYS + "is of 2020-02-29, but the directory is {day}")
def another_day_in_the_index(good):
    """The directory is this day's, the index of another; both are signed."""
    return forged(good, index=lambda index: index.update(day=OTHER_DAY), top=good.day)


@case(CONTENT, INDEX_SAYS + "is of {day}, but the directory is 2020-02-29")
def another_day_in_the_tar(good):
    """The index is of this day, the directory of another."""
    return forged(good, top=OTHER_DAY)


add("renamed-to-another-day", "A good archive, called as another day's.", CONTENT,
    lambda good: good.archive, "the archive is of {day}, not of 2020-02-29",
    "call it {day}.tar again", file=OTHER_DAY)


@case(CONTENT, INDEX_SAYS + "was packed at 2026-01-01T00:00:00Z, but the tar headers say")
def packed_at_another_time(good):
    """The index says another time than the headers."""
    return forged(good, index=lambda index: index.update(packedAt="2026-01-01T00:00:00Z"))


@case(CONTENT, "but the tar headers say")
def headers_of_another_time(good):
    """The headers say another time than the index."""
    return forged(good, modified=good.modified + 1)


for name, text in {
    "zone": "2026-01-01T00:00:00+00:00", "no-zone": "2026-01-01T00:00:00", "fraction":
    "2026-01-01T00:00:00.5Z", "no-such-day": "2026-02-30T00:00:00Z", "leap-second":
    "2026-12-31T23:59:60Z", "hour-24": "2026-01-01T24:00:00Z", "lower-case":
    "2026-01-01t00:00:00z", "year-0": "0000-01-01T00:00:00Z", "empty": "", "sign":
    "+026-01-01T00:00:00Z", "fullwidth-digits": "２０２６-01-01T00:00:00Z",
}.items():
    lie(f"packed-at-{name}", f"The time of packing is {text!a}.",
        lambda i, text=text: i.update(packedAt=text), "$.packedAt: expected a time like")
for name, text in {
    "no-such-day": "2026-02-30", "short": "2026-1-1", "time": "2026-01-01T00:00:00Z",
    "parent": "../2026-01", "empty": "", "space": "2026-01-01 ", "year-0": "0000-01-01",
}.items():
    add(f"index-day-{name}", f"The day is {text!a}.", CONTENT,
        lambda good, text=text: forged(good, index=lambda i: i.update(day=text), top=good.day),
        "$.day: expected a day, YYYY-MM-DD")
for name, number in {
    "of-64-bits": 1 << 63, "greatest-of-64-bits": (1 << 63) - 1, "beyond-53-bits": (1 << 53) + 1,
    "negative": -1, "fraction": 1.0, "text": "1", "null": None, "true": True,
}.items():
    lie(f"serial-{name}", f"The serial is {number!r}.",
        lambda i, number=number: i.update(serial=number), "$.serial: ", "expected")
for name, number in {"two": 2, "zero": 0, "negative": -1, "2-to-the-62": 1 << 62}.items():
    lie(f"schema-version-{name}", f"The format is {number}.",
        lambda i, number=number: i.update(schemaVersion=number),
        f"the archive is of format {number}, not 1", "a newer gymbag may read it")
for name, value in {"text": "1", "fraction": 1.0, "null": None, "array": [1]}.items():
    lie(f"schema-version-{name}", f"The format is {value!r}.",
        lambda i, value=value: i.update(schemaVersion=value),
        "$.schemaVersion: expected a whole number")
for name, text in {
    "no-account": "https://api.example/v1", "empty-account": "https://api.example/v1::", "no-url":
    "coach", "file": "file:///etc::coach", "not-encoded": "https://api.example/v1::coach/1",
    "lower-case-hex": "https://api.example/v1::coach%2f1", "nul": "https://api.example/v1::a%00b",
    "not-utf-8": "https://api.example/v1::%FF", "empty": "",
}.items():
    lie(f"owner-{name}", f"The owner is {text!a}.",
        lambda i, text=text: i.update(owner=text), "$.owner: expected an owner")


def stranger(name, owner, *says):
    """A case in which the owner is one that the key is not trusted for; all else is right."""
    add(f"owner-{name}", f"The owner is {owner[:60]!a}, whom the key is not trusted for.", TRUST,
        lying(index=lambda i: i.update(owner=owner)), "that is not trusted for", *says,
        verify=UNTRUSTED)


stranger("another-account", "https://api.example/v1::coach", "https://api.example/v1::coach")
stranger("with-a-double-colon", "https://api.example/v1::x::coach")
lie("owner-with-line-break", "The owner is two lines.",
    lambda i: i.update(owner="http://x\nhttps://api.example/v1::coach"), "expected an owner")
lie("owner-with-control-characters", "The owner steers a terminal.",
    lambda i: i.update(owner="http://\x1b[2J\x1b]0;x\x07::coach"), "expected an owner")


@case(TRUST, "that is not trusted for", "trusted comment does not say")
def owner_that_is_long(good):
    """The owner has 30 kB, more than a comment can hold; what is said must be shorter."""
    return forged(good, index=lambda index: index.update(
        owner="http://" + "x" * 30_000 + "::coach"), comment=lambda text: text[:100])


@case(CONTENT, "trusted comment does not say what the index says")
def serial_not_in_the_comment(good):
    """The signature's comment says an older serial, all else the newer one."""
    return forged(good, comment=lambda text: text.replace(
        f"serial={good.index['serial']}", f"serial={good.index['serial'] - 1}"))


# What is no index at all.

def text_case(name, why, change, *says, **others):
    add(f"index-text-{name}", why, CONTENT, lying(index_text=change), *says, **others)


KEYS = ["schemaVersion", "day", "timeZone", "owner", "packedAt", "serial", "entries", "workouts",
        "exerciseDefinitions", "athletes", "catalogues"]
text_case("roster-twice", "The roster stands twice.", lambda t: t[:-1] + b',"roster":null}',
          'the key "roster" stands twice')
for key in KEYS:
    text_case(f"without-{key}", f"There is no {key}.", swap(f'"{key}":'.encode(), b'"other":'),
              f'$: "{key}" is missing')
    text_case(f"{key}-twice", f"{key} stands twice; some readers take the first, some the last.",
              lambda t, key=key: t[:-1] + f',"{key}":null}}'.encode(),
              f'the key "{key}" stands twice')
text_case("key-twice-with-escape", "A key stands twice, once with an escape.",
          lambda t: t[:-1] + b',"\\u0064ay":"2020-02-29"}', 'the key "day" stands twice')
text_case("inner-key-twice", "A key stands twice in an entry.",
          swap(b'{"name":', b'{"name":"x","name":'), 'the key "name" stands twice')
NOT_COMPACT = INDEX_SAYS + "has white space between its tokens"
text_case("with-a-space", "White space between tokens.", swap(b'"day":', b'"day": '), NOT_COMPACT)
text_case("with-a-space-before", "White space in front.", lambda t: b" " + t, NOT_COMPACT)
text_case("with-a-newline-behind", "A newline at the end.", lambda t: t + b"\n", NOT_COMPACT)
NOT_JSON = "not JSON"
for name, (why, change) in {
    "empty": ("No text.", lambda t: b""),
    "cut": ("The last byte is missing.", lambda t: t[:-1]),
    "with-nul-behind": ("A NUL at the end.", lambda t: t + b"\0"),
    "with-byte-order-mark": ("A byte order mark.", lambda t: b"\xef\xbb\xbf" + t),
    "in-utf-16": ("UTF-16.", lambda t: t.decode().encode("utf-16-le")),
    "twice": ("Two texts.", lambda t: t + t),
    "with-comma": ("A comma behind the last member.", lambda t: t[:-1] + b",}"),
    "with-comment": ("A comment.", lambda t: t + b"//"),
    "in-single-quotes": ("Single quotes.", lambda t: t.replace(b'"', b"'")),
    "with-nan": ("A number that is none.", swap(b'"schemaVersion":1', b'"schemaVersion":NaN')),
    "with-octal": ("A number with a zero in front.",
                   swap(b'"schemaVersion":1', b'"schemaVersion":01')),
    "with-hex": ("A number in hexadecimal.", swap(b'"schemaVersion":1', b'"schemaVersion":0x1')),
    "with-plus": ("A number with a plus.", swap(b'"schemaVersion":1', b'"schemaVersion":+1')),
    "with-line-break": ("A line break in a string.", swap(b'"title":"', b'"title":"\n')),
    "with-bad-escape": ("An escape that there is not.", swap(b'"title":"', b'"title":"\\x41')),
    "with-stray-byte": ("A byte that UTF-8 does not have.",
                        swap(b'"title":"', b'"title":"\xff')),
    "with-overlong-slash": ("A slash in an overlong form.",
                            swap(b'"title":"', b'"title":"\xc0\xaf')),
    "with-surrogate": ("Half a surrogate pair in UTF-8.",
                       swap(b'"title":"', b'"title":"\xed\xa0\x80')),
    "beyond-unicode": ("A number beyond Unicode's last.",
                       swap(b'"title":"', b'"title":"\xf4\x90\x80\x80')),
    "cut-in-a-character": ("The text ends within a character.", lambda t: b'"\xe2\x82'),
}.items():
    text_case(name, why, change, NOT_JSON)
text_case("with-half-a-pair-in-an-id", "Half a surrogate pair, escaped, in an id.",
          swap(b'"athletes":[{"id":"', b'"athletes":[{"id":"\\ud800'), "expected an id")
text_case("with-nul-in-an-id", "An escaped NUL in an id.",
          swap(b'"athletes":[{"id":"', b'"athletes":[{"id":"\\u0000'), "expected an id")
for name, text in {"array": b"[]", "null": b"null", "number": b"1", "text": b'"index"'}.items():
    text_case(f"that-is-{name}", f"The index is {text.decode()}.", lambda _, text=text: text,
              "$: expected an object")
text_case("of-nothing", "The index is an empty object.", lambda _: b"{}", "is missing")


# Indexes that cost much: what nobody has signed must be read to know whose it is.

MIB = 1 << 20
DEEP = "nested more than 512 deep"


def more(value):
    """The index with one more member, which readers pass over."""
    return lambda text: text[:-1] + b',"more":' + value() + b"}"


text_case("nested-100000-deep", "A member nested 100,000 deep.",
          more(lambda: b"[" * 100_000 + b"]" * 100_000), DEEP)
text_case("nested-513-deep", "A member nested one deeper than may be.",
          more(lambda: b"[" * 512 + b"]" * 512), DEEP)
text_case("of-brackets", "16 MiB of brackets that open.", lambda _: b"[" * (16 * MIB), DEEP)
text_case("of-objects", "16 MiB of objects within each other.", lambda _: b'{"":' * (4 * MIB), DEEP)


def unsigned(name, why, size, value, *says, **others):
    """A case with a large index that nobody has signed; the rest is the good archive."""
    def make(good):
        members = good.members()
        place = good.place(INDEX)
        text = more(lambda: value(size))(members[place].content)
        members[place] = good.member(INDEX, text)
        return ustar.tar(members)
    add(f"unsigned-index-of-{name}", why, CONTENT, make, *says, **others)


WRONG = INDEX_SAYS + "does not have the digest"
unsigned("numbers", "15 MiB of numbers of one digit.", 15 * MIB,
         lambda n: b"[" + b"0," * (n // 2) + b"0]", WRONG)


@case(CONTENT, WRONG)
def unsigned_index_of_keys(good):
    """An object with a million keys, none twice, that nobody has signed."""
    keys = b",".join(b'"%x":0' % number for number in range(1_000_000))
    return good.with_member(INDEX, lambda member: good.member(
        INDEX, member.content[:-1] + b"," + keys + b"}"))


@case(CONTENT, OTHER_ENTRIES)
def unsigned_index_of_entries(good):
    """15 MiB of entries that have no name, and that nobody has signed."""
    one = b'{"name":"","size":0},'
    return good.with_member(INDEX, lambda member: good.member(INDEX, swap(
        b'"entries":[', b'"entries":[' + one * (15 * MIB // len(one)))(member.content)))


@case(CONTENT, 'the key "', "stands twice")
def unsigned_index_with_a_long_key_twice(good):
    """A key of 4 MiB stands twice; what is said about it must be shorter."""
    key = b',"' + b"k" * (4 * MIB) + b'":0'
    return good.with_member(INDEX, lambda member: good.member(
        INDEX, member.content[:-1] + key + key + b"}"))


@case(CONTENT, "is not a digest and")
def unsigned_index_with_a_long_name(good):
    """The name of an entry has 4 MiB; what is said about it must be shorter."""
    return good.with_member(INDEX, lambda member: good.member(INDEX, swap(
        b'"entries":[{"name":"', b'"entries":[{"name":"' + b"n" * (4 * MIB))(member.content)))


@case(CONTENT, INDEX_SAYS)
def unsigned_index_of_many_athletes(good):
    """Three hundred thousand athletes who have nothing, and whom nobody has signed."""
    people = b",".join(b'{"id":"z%06d","name":"","entry":null,"covered":[]}' % number
                       for number in range(300_000))
    return good.with_member(INDEX, lambda member: good.member(INDEX, swap(
        b'"athletes":[', b'"athletes":[' + people + b",")(member.content)))


@case(CONTENT, "data/day.json is over 16777216 bytes")
def index_beyond_the_limit(good):
    """An index of a byte more than 16 MiB."""
    return good.with_member(INDEX, lambda _: good.member(INDEX, bytes((16 << 20) + 1)))


# Other files of the head that cost much.

LARGE = 60 << 10
LARGE_HEADS = {
    "signature-of-newlines": (SIGNATURE, lambda: b"\n" * LARGE, "not four lines"),
    "bag-info-of-lines": (BAG_INFO, lambda: b"x\n" * (LARGE // 2), "does not say"),
    "agent-of-60-kib": (BAG_INFO, lambda: b"Bag-Software-Agent: " + b"\xff" * LARGE,
                        "does not say"),
}
for name, (file, content, says) in LARGE_HEADS.items():
    def make(good, file=file, content=content):
        return good.with_member(file, lambda _: good.member(file, content()))
    add(f"unsigned-{name}", f"{file} has 60 KiB, and nobody has signed it.", CONTENT, make,
        f"{file}: ", says)


@case(CONTENT, "not four lines", "bagit.txt: does not declare BagIt")
def unsigned_head_of_large_files(good):
    """All files of the head but the index are large and of zeros, and nobody has signed them."""
    members = good.members()
    for place, name in enumerate(HEAD[:-1]):
        members[place] = good.member(name, bytes(15 * MIB if name == MANIFEST else LARGE))
    return ustar.tar(members)


for file in HEAD[:-2]:
    add(f"beyond-the-limit-{file}", f"{file} has a byte more than 64 KiB.", CONTENT,
        lambda good, file=file: good.with_member(
            file, lambda _: good.member(file, bytes((64 << 10) + 1))),
        f"{file} is over 65536 bytes")
