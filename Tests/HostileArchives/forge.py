"""Makes archives that are wrong where a case wants it, and right in all that follows from that.

A case changes one part, at the stage where it is made; what is made later is made of the changed
part: manifest, bag-info.txt, tag manifest, trusted comment, signature, tar.
"""

import copy
import hashlib
import json
from urllib.parse import quote

import minisign
import ustar

BAGIT = "bagit.txt"
TAG_MANIFEST = "tagmanifest-sha256.txt"
SIGNATURE = "tagmanifest-sha256.txt.minisig"
BAG_INFO = "bag-info.txt"
README = "README.txt"
MANIFEST = "manifest-sha256.txt"
INDEX = "data/day.json"
HEAD = [BAGIT, TAG_MANIFEST, SIGNATURE, BAG_INFO, README, MANIFEST, INDEX]
# What the tag manifest lists, in its order.
TAGS = [BAGIT, BAG_INFO, README, MANIFEST]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def manifest_of(files):
    """A manifest; `files` are pairs of a path and a content."""
    return "".join(f"{digest(content)}  {path}\n" for path, content in files).encode()


def compact(value):
    """A JSON text as gymbag writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def unchanged(value):
    return value


class Good:
    """A good archive, the key that it was signed with, and two keys that nobody trusts."""

    def __init__(self, archive, key, strangers_key, twin_key):
        self.archive = archive
        self.key = key
        self.strangers_key = strangers_key
        self.twin_key = twin_key  # claims the id of the good key
        self.head = archive[:ustar.BLOCK]
        self.day = ustar.members(archive)[0].name.split("/")[0]
        self.modified = int(self.head[136:147], 8)
        self.files = {m.name.removeprefix(self.day + "/"): m.content
                      for m in ustar.members(archive)}
        self.index = json.loads(self.files[INDEX])
        self.payload = {name: content for name, content in self.files.items() if name not in HEAD}
        # The entries that cases are about: the first, the one behind it, and a catalogue.
        self.entry, self.next_entry = list(self.payload)[:2]
        self.athlete_entry = next(n for n in self.payload if n.startswith("data/athletes/"))
        self.catalogue = self.index["catalogues"][0]["entry"]

    def members(self):
        """The members of the archive, to be changed."""
        return ustar.members(self.archive)

    def place(self, name):
        """The number of a member."""
        return list(self.files).index(name)

    def member(self, name, content, **fields):
        """A member below the day's directory that could be there."""
        return ustar.Member.make(f"{self.day}/{name}", content, self.modified, **fields)

    def with_member(self, name, change):
        """The archive with a member that `change` has changed."""
        members = self.members()
        place = self.place(name)
        members[place] = change(members[place])
        return ustar.tar(members)

    def inserted(self, name, *others):
        """The archive with more members in front of one; behind the last for None."""
        members = self.members()
        place = len(members) if name is None else self.place(name)
        return ustar.tar(members[:place] + list(others) + members[place:])


def forged_members(
    good, *, payload=unchanged, index=unchanged, index_text=unchanged, bagit=unchanged,
    bag_info=unchanged, readme=unchanged, manifest=unchanged, tag_manifest=unchanged,
    comment=unchanged, signature=unchanged, key=None, top=None, modified=None, legacy=False
):
    """The members of an archive that is made and signed anew.

    `payload` and `index` may change the dictionary that they are given, or return another; each of
    the others gets the bytes (`comment`: the text) that would be right, and returns what shall
    stand there. The entries of the index are those of the payload before `index` changes them.
    """
    contents = dict(good.payload)
    contents = payload(contents) or contents
    facts = copy.deepcopy(good.index)
    facts["entries"] = [{"name": n, "size": len(c)} for n, c in contents.items()]
    facts = index(facts) or facts
    text = index_text(compact(facts))

    files = {
        BAGIT: bagit(good.files[BAGIT]), README: readme(good.files[README]), INDEX: text,
        MANIFEST: manifest(manifest_of([(INDEX, text)] + listed(facts, contents))),
    }
    size = len(text) + sum(entry["size"] for entry in facts["entries"])
    count = 1 + len(facts["entries"])
    files[BAG_INFO] = bag_info(bag_info_of(good, facts, size, count))
    files[TAG_MANIFEST] = tag_manifest(manifest_of((name, files[name]) for name in TAGS))
    files[SIGNATURE] = signature(minisign.sign(
        files[TAG_MANIFEST], comment(comment_of(facts, size, count)), key or good.key,
        *(["-l"] if legacy else [])))

    top = top or facts["day"]
    modified = good.modified if modified is None else modified
    ordered = [(name, files[name]) for name in HEAD] + list(contents.items())
    return [ustar.Member.make(f"{top}/{name}", content, modified) for name, content in ordered]


def forged(good, **changes):
    """An archive that is made and signed anew; see `forged_members`."""
    return ustar.tar(forged_members(good, **changes))


def listed(facts, contents):
    """What the manifest lists behind the index: the entries of the index with what lies there, or
    under their name when that many do not lie there."""
    names = [entry["name"] for entry in facts["entries"]]
    if len(names) == len(contents):
        return list(zip(names, contents.values()))
    return [(name, contents.get(name, b"")) for name in names]


def bag_info_of(good, facts, size, count):
    agent = next(line for line in good.files[BAG_INFO].decode().split("\n")
                 if line.startswith("Bag-Software-Agent: "))
    return (
        f"Bagging-Date: {facts['packedAt'][:10]}\nPayload-Oxum: {size}.{count}\n"
        f"External-Identifier: {facts['owner']} {facts['day']} {facts['serial']}\n"
        f"{agent}\nGymbag-Format: 1\n").encode()


def comment_of(facts, size, count):
    fields = [("day", facts["day"]), ("owner", facts["owner"]), ("serial", facts["serial"]),
              ("packed", facts["packedAt"]), ("entries", count), ("bytes", size)]
    return "\t".join(["gymbag-day 1"] + [f"{k}={quote(str(v), safe='')}" for k, v in fields])


def swap(old, new):
    """What replaces the first occurrence of some bytes, which must be there."""
    def change(text):
        if old not in text:
            raise ValueError(f"{old} is not in what a case wants to change")
        return text.replace(old, new, 1)
    return change
