"""Archives that are valid. The first show that what makes the others is sound; the rest are odd,
and nevertheless as the format wants them."""

import gzips
from corpus import ANSWERED, CONTROL, VALID, add
from forge import forged


def control(name, why, make, **others):
    add(f"control-{name}", why, CONTROL, make, "valid", verify=VALID, coverage=ANSWERED, **others)


control("unchanged", "The good archive.", lambda good: good.archive)
control("resigned", "Everything made anew, and nothing else.", forged)
control("by-any-name", "The name of the file promises no day.", lambda good: good.archive,
        file="from-marta")
control("newer", "A newer serial, as packing again gives.",
        lambda good: forged(good, index=lambda i: i.update(serial=i["serial"] + 1)))
control("greatest-serial", "The greatest serial that there is.",
        lambda good: forged(good, index=lambda i: i.update(serial=1 << 53)))
control("unknown-member", "The index has a member that readers pass over.",
        lambda good: forged(good, index_text=lambda t: t[:-1] + b',"more":[1e3,"\\u0000"]}'))
control("nested-510-deep", "The index has a member nested as deep as may be.",
        lambda good: forged(good, index_text=lambda t: t[:-1] + b',"more":' + b"[" * 511
                            + b"]" * 511 + b"}"))
control("other-readme", "The words of README.txt are others.",
        lambda good: forged(good, readme=lambda text: text + b"\nMore words.\n"))
control("other-agent", "Another software has packed it.",
        lambda good: forged(good, bag_info=lambda text: text.replace(b": gymbag ", b": bag ")))
control("cached-catalogues", "The catalogues were loaded earlier.",
        lambda good: forged(good, index=lambda i: [
            c.update(source="cache", etag=None, loadedAt="2020-02-29T00:00:00Z")
            for c in i["catalogues"]] and None))
control("listed-athlete", "The server listed one more athlete.",
        lambda good: forged(good, index=lambda i: i["athletes"].append(
            {"id": "\U0010ffff", "name": "", "entry": None, "covered": []})))
control("roster", "The day was packed for a roster, with someone whom the server does not know.",
        lambda good: forged(good, index=lambda i: i.update(roster=[
            {"id": i["athletes"][1]["id"], "name": None, "workouts": [i["workouts"][1]["id"]]},
            {"id": "stranger", "name": "", "workouts": []},
            {"id": i["athletes"][0]["id"], "name": "\u00eb", "workouts": []}])))
control("roster-missing", "Nothing is said of a roster.",
        lambda good: forged(good, index=lambda i: i.pop("roster") and None))
control("roster-athlete-without-name", "Someone in the roster has no name, not even null.",
        lambda good: forged(good, index=lambda i: i.update(
            roster=[{"id": "stranger", "workouts": [], "more": 1}])))
control("level-1-in-disguise", "Deflated at another level, which the head does not show.",
        lambda good: forged(good, payload=lambda contents: contents.update({
            good.entry: gzips.member(gzips.inflated(contents[good.entry]), level=1)})))
control("large-catalogue", "A catalogue of 6 MiB, of numbers of one digit.",
        lambda good: forged(good, payload=lambda contents: contents.update({
            good.catalogue: gzips.repeated(b"[0", b",0" * (1 << 19), 6, b"]")})))
