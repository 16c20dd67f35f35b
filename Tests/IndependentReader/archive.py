"""Verifies one archive from its first to its last byte."""

import hashlib

import bag
import derive
import index as day_index
import names
import signature
from calendar_day import is_day
from gzip_member import NotOneMember, inflate
from json_text import NotJSON
from payload import Payload, check_catalogue
from problems import Invalid
from reading import Unexpected

FRONT = ("bagit.txt", "tagmanifest-sha256.txt", "tagmanifest-sha256.txt.minisig", "bag-info.txt",
         "README.txt", "manifest-sha256.txt", "data/day.json")
TAGGED = ("bagit.txt", "bag-info.txt", "README.txt", "manifest-sha256.txt")
# The most bytes of the two files of the front that grow with the day, and of the others.
MOST_BYTES = 16 << 20
MOST_TAG_BYTES = 1 << 16
GROWING = ("manifest-sha256.txt", "data/day.json")


class Archive:
    """One look at one archive. `verify` returns what it holds, or None when it is invalid."""

    def __init__(self, tar, key, problems):
        self.tar = tar
        self.key = key
        self.problems = problems
        self.top = ""
        self.front = {}
        self.digests = {}

    def verify(self, owner, day):
        self._read_front()
        self._check_tags()
        comment = self._check_signature()
        if comment is None:
            return None
        index = day_index.read(self._content("data/day.json"))
        self._check_identity(index, owner, day)
        payload = Payload()
        payload_files, payload_bytes = self._read_payload(index, payload)
        self._check_manifest(index)
        self._check_sums(index, comment, payload_files, payload_bytes)
        if self.problems:
            return None
        derive.check(index, payload, self.problems)
        if self.problems:
            return None
        return {"day": index.day, "owner": index.owner, "serial": index.serial,
                "entries": payload_files, "pairs": derive.pairs(payload)}

    def _read_front(self):
        for name in FRONT:
            entry = self.tar.next()
            if entry is None:
                raise Invalid("archive", f"ends before {name}")
            if not self.top:
                self.top = entry.name.partition("/")[0]
                if not is_day(self.top):
                    raise Invalid(entry.name, "the top directory is no day")
            if entry.name != f"{self.top}/{name}":
                raise Invalid(entry.name, f"{self.top}/{name} was due")
            most = MOST_BYTES if name in GROWING else MOST_TAG_BYTES
            if entry.size > most:
                raise Invalid(name, f"is larger than {most} bytes")
            self.front[name] = entry
            self.digests[name] = self._digest(entry)

    def _digest(self, entry):
        digest = hashlib.sha256()
        for chunk in self.tar.chunks(entry):
            digest.update(chunk)
        return digest.hexdigest()

    def _content(self, name):
        entry = self.front[name]
        return self.tar.content(entry, entry.size)

    def _check_tags(self):
        if self._content("bagit.txt") != bag.DECLARATION:
            self.problems.add("bagit.txt", "is not the declaration of BagIt 1.0 in UTF-8")
        due = bag.manifest((name, self.digests[name]) for name in TAGGED)
        if self._content("tagmanifest-sha256.txt") != due:
            self.problems.add("tagmanifest-sha256.txt", "is not the digests of the tag files")

    def _check_signature(self):
        """The trusted comment. Without a good signature nothing else is opened."""
        manifest = self._content("tagmanifest-sha256.txt")
        data = self._content(signature.ENTRY)
        comment = signature.check_form(data, self.problems)
        if comment is None:
            return None
        if not signature.verifies(manifest, data, self.key):
            self.problems.add(signature.ENTRY, "is no signature of the manifest by this key")
            return None
        return comment

    def _check_identity(self, index, owner, day):
        if index.day != self.top:
            self.problems.add(day_index.ENTRY, f"its day is not {self.top}, the top directory")
        if day is not None and index.day != day:
            self.problems.add(day_index.ENTRY, f"its day is not {day}, which was asked for")
        if owner is not None and index.owner != owner:
            self.problems.add(day_index.ENTRY, "its owner is not the one that was asked for")
        for entry in self.front.values():
            self._check_time(entry, index)
        if [name for name, _ in index.entries] != list(day_index.due_entries(index)):
            raise Invalid(day_index.ENTRY, "its entries are not those that the rest asks for")

    def _check_time(self, entry, index):
        if entry.time != index.packed_seconds:
            self.problems.add(entry.name, "its time is not packedAt of the index")

    def _read_payload(self, index, payload):
        """Reads every entry behind the index; how many files there are below data/, and bytes."""
        files, size = 1, self.front["data/day.json"].size
        athletes = iter([a.id for a in index.athletes if a.entry is not None])
        for name, due in index.entries:
            entry = self.tar.next()
            if entry is None:
                raise Invalid("archive", f"ends before {name}")
            if entry.name != f"{self.top}/{name}":
                raise Invalid(entry.name, f"{self.top}/{name} was due")
            if entry.size != due:
                raise Invalid(entry.name, "its size is not that of the index")
            self._check_time(entry, index)
            self.digests[name] = self._digest(entry)
            self._read_entry(entry, name, athletes, payload)
            files, size = files + 1, size + entry.size
        if self.tar.next() is not None:
            raise Invalid("archive", "has entries that the index does not list")
        return files, size

    def _read_entry(self, entry, name, athletes, payload):
        try:
            data = inflate(self.tar.chunks(entry))
            if name.startswith(names.WORKOUTS):
                payload.read_workout(data)
            elif name.startswith(names.ATHLETES):
                payload.read_athlete(data, next(athletes))
            elif name == names.EXERCISES:
                payload.read_exercises(data)
            elif name == names.BASES:
                payload.read_bases(data)
            else:
                check_catalogue(data)
        except (NotOneMember, NotJSON, Unexpected) as error:
            self.problems.add(name, str(error))

    def _check_manifest(self, index):
        """The manifest is compared with the one that belongs to these digests."""
        listed = [day_index.ENTRY] + [name for name, _ in index.entries]
        due = bag.manifest((name, self.digests[name]) for name in listed)
        entry = self.front["manifest-sha256.txt"]
        if entry.size != len(due) or self.tar.content(entry, len(due)) != due:
            self.problems.add("manifest-sha256.txt", "is not the digests of the payload")

    def _check_sums(self, index, comment, files, size):
        bag.check_info(self._content("bag-info.txt"), index, size, files, self.problems)
        if comment != signature.trusted_comment(index, size, files):
            self.problems.add(signature.ENTRY, "its trusted comment is not what the index says")
