"""Signatures that do not vouch for what they stand beside."""

import base64

import minisign
import ustar
from corpus import TRUST, UNTRUSTED, add, case
from forge import MANIFEST, SIGNATURE, TAG_MANIFEST, forged, forged_members, swap
from minisign import changed, flipped
from payload_cases import bomb

NAME = "tagmanifest-sha256.txt.minisig: "
NOT_TRUSTED = NAME + "signed by a key"
NOT_THE_SIGNATURE = NAME + "is not the signature of tagmanifest-sha256.txt"
OTHER_COMMENT = NAME + "the trusted comment does not say what the index says"
FOUR_LINES = NAME + "not four lines, each ended by a newline"


def with_signature(change):
    """The good archive with another signature file."""
    return lambda good: good.with_member(
        SIGNATURE, lambda member: good.member(SIGNATURE, change(member.content)))


def line(number, change):
    """What changes one line, its end included; the first is 1."""
    def apply(file):
        lines = file.splitlines(keepends=True)
        lines[number - 1] = change(lines[number - 1])
        return b"".join(lines)
    return apply


# Keys.

@case(TRUST, NOT_TRUSTED, "that is not trusted for", verify=UNTRUSTED)
def key_of_a_stranger(good):
    """All is right, and the key is one that nobody trusts."""
    return forged(good, key=good.strangers_key)


@case(TRUST, NOT_THE_SIGNATURE)
def key_that_claims_to_be_the_right_one(good):
    """Signed by a stranger's key that has the id of the trusted one."""
    return forged(good, key=good.twin_key)


@case(TRUST, NOT_TRUSTED, verify=UNTRUSTED)
def bombs_of_a_stranger(good):
    """Nobody trusts the key, so what the entries inflate to is not looked at."""
    data = bomb()
    return forged(good, key=good.strangers_key, payload=lambda c: {name: data for name in c})


@case(TRUST, NOT_TRUSTED, "{entry}: does not have the digest")
def damage_by_a_stranger(good):
    """Nobody trusts the key, and it is damaged, too: damage counts more."""
    members = forged_members(good, key=good.strangers_key)
    place = good.place(good.entry)
    members[place] = members[place].holding(flipped(members[place].content))
    return ustar.tar(members)


add("key-id-of-another", "The signature claims to be by another key.", TRUST,
    with_signature(changed(key_id=flipped)), NOT_TRUSTED, verify=UNTRUSTED)
add("key-id-of-zeros", "The signature claims to be by a key without an id.", TRUST,
    with_signature(changed(key_id=bytes(8))), NOT_TRUSTED, "minisign id 0000000000000000",
    verify=UNTRUSTED)

# Signatures of something else.

for name, (why, parts) in {
    "bit-of-the-signature": ("A bit of the signature is another.", {"signature": flipped}),
    "bit-of-the-global-signature": ("A bit of the signature of the comment is another.",
                                    {"global_signature": flipped}),
    "signature-of-zeros": ("The signature is all zeros.", {"signature": bytes(64)}),
    "both-signatures-of-zeros": ("Both signatures are all zeros.",
                                 {"signature": bytes(64), "global_signature": bytes(64)}),
    "signature-spelled-otherwise": ("The number of the signature is greater than it may be.",
                                    {"signature": minisign.malleable}),
    "global-signature-spelled-otherwise": (
        "The number of the comment's signature is greater than it may be.",
        {"global_signature": minisign.malleable}),
}.items():
    add(name, why, TRUST, with_signature(changed(**parts)), NOT_THE_SIGNATURE)


@case(TRUST, NOT_THE_SIGNATURE)
def both_signatures_exchanged(good):
    """The signature of the comment stands where that of the tag manifest should."""
    old = minisign.Parts.of(good.files[SIGNATURE])
    return with_signature(changed(
        signature=old.global_signature, global_signature=old.signature))(good)


def other_signature(good):
    """The signature of another archive of the same day, with a newer serial."""
    return forged_members(good, index=lambda index: index.update(serial=index["serial"] + 1))[
        good.place(SIGNATURE)].content


@case(TRUST, OTHER_COMMENT, NOT_THE_SIGNATURE)
def signature_of_another_archive(good):
    """The whole signature file is that of a newer pack."""
    return with_signature(lambda _: other_signature(good))(good)


@case(TRUST, OTHER_COMMENT, NOT_THE_SIGNATURE)
def comment_of_another_archive(good):
    """The trusted comment is that of a newer pack, the signatures are not."""
    other = minisign.Parts.of(other_signature(good))
    return with_signature(changed(comment=other.comment))(good)


@case(TRUST, OTHER_COMMENT, NOT_THE_SIGNATURE)
def comment_of_another_archive_with_its_signature(good):
    """The trusted comment and the signature of it are those of a newer pack."""
    other = minisign.Parts.of(other_signature(good))
    return with_signature(changed(
        comment=other.comment, global_signature=other.global_signature))(good)


@case(TRUST, NOT_THE_SIGNATURE)
def signature_of_another_file_with_the_same_comment(good):
    """Rightly signed with the right comment, but over another tag manifest."""
    return forged(good, signature=lambda file: minisign.sign(
        b"another file\n", minisign.Parts.of(file).comment, good.key))


@case(TRUST, NOT_THE_SIGNATURE)
def signature_of_the_manifest(good):
    """Rightly signed with the right comment, but over the other manifest."""
    return forged(good, signature=lambda file: minisign.sign(
        good.files[MANIFEST], minisign.Parts.of(file).comment, good.key))


@case(TRUST, NOT_THE_SIGNATURE)
def manifests_changed_after_signing(good):
    """An entry, and both manifests for it, were changed after signing."""
    def payload(contents):
        contents[good.entry] = flipped(contents[good.entry])
    members = forged_members(good, payload=payload)
    place = good.place(SIGNATURE)
    members[place] = good.members()[place]
    return ustar.tar(members)


@case(TRUST, NOT_THE_SIGNATURE, "tagmanifest-sha256.txt: line 1 is not")
def tag_manifest_changed_after_signing(good):
    """A digit of the tag manifest was changed after signing."""
    return good.with_member(TAG_MANIFEST, lambda m: m.holding(b"g" + m.content[1:]))


# Comments, each rightly signed.

COMMENTS = {
    "for-another-purpose": ("the first words of another purpose",
                            lambda t: t.replace("gymbag-day 1", "gymbag-key 1")),
    "of-another-version": ("another version",
                           lambda t: t.replace("gymbag-day 1", "gymbag-day 2")),
    "of-minisign": ("what minisign writes when it is told nothing",
                    lambda t: "timestamp:1796065890\tfile:tagmanifest-sha256.txt\thashed"),
    "with-a-field-more": ("one field more", lambda t: t + "\tmore=1"),
    "with-a-field-less": ("one field less", lambda t: t.rsplit("\t", 1)[0]),
    "with-a-field-twice": ("a field twice", lambda t: t + "\t" + t.rsplit("\t", 1)[1]),
    "with-fields-swapped": ("its fields in another order", lambda t: "\t".join(
        [t.split("\t")[0], *t.split("\t")[:0:-1]])),
    "with-spaces": ("spaces for tabs", lambda t: t.replace("\t", " ")),
    "with-a-space-behind": ("a space at its end", lambda t: t + " "),
    "with-a-space-before": ("a space in front", lambda t: " " + t),
    "not-encoded": ("an owner that is not encoded", lambda t: t.replace("%3A", ":")),
    "in-lower-case-hex": ("small letters in its escapes",
                          lambda t: t.replace("%3A", "%3a").replace("%2F", "%2f")),
    "of-another-day": ("another day", lambda t: t.replace("\tday=2", "\tday=1")),
    "of-another-count": ("another number of entries", lambda t: t.replace(
        "\tentries=", "\tentries=1")),
    "of-other-bytes": ("another number of bytes", lambda t: t.replace("\tbytes=", "\tbytes=1")),
    "of-another-time": ("another time", lambda t: t.replace("\tpacked=2", "\tpacked=1")),
}
for name, (what, change) in COMMENTS.items():
    add(f"comment-{name}", f"The trusted comment has {what}, and is signed.", TRUST,
        lambda good, change=change: forged(good, comment=change), OTHER_COMMENT)


@case(TRUST, NAME + "line 3 is not a trusted comment")
def comment_that_is_not_utf_8(good):
    """The trusted comment has a byte that UTF-8 does not have, and is signed."""
    return forged(good, comment=lambda text: text.encode() + b"\xff")


# The form of the file.

@case(TRUST, NAME + "line 2 is not a prehashed Ed25519 signature")
def legacy_signature(good):
    """A signature of the older kind, over the file itself and not over its digest."""
    return forged(good, legacy=True)


UNTRUSTED_LINE = NAME + 'line 1 is not "untrusted comment: gymbag day archive"'
LINE_2, LINE_3, LINE_4 = (NAME + f"line {number} is not a" for number in (2, 3, 4))
FORMS = {
    "empty": ("nothing", lambda f: b"", FOUR_LINES),
    "carriage-returns": ("the line ends of Windows", lambda f: f.replace(b"\n", b"\r\n"),
                         UNTRUSTED_LINE),
    "carriage-return-in-line-2": ("one line end of Windows",
                                  line(2, lambda x: x[:-1] + b"\r\n"), LINE_2),
    "carriage-return-in-line-3": ("one line end of Windows",
                                  line(3, lambda x: x[:-1] + b"\r\n"), NOT_THE_SIGNATURE),
    "carriage-return-in-line-4": ("one line end of Windows",
                                  line(4, lambda x: x[:-1] + b"\r\n"), LINE_4),
    "blank-line-last": ("an empty line at its end", lambda f: f + b"\n", FOUR_LINES),
    "blank-line-first": ("an empty line in front", lambda f: b"\n" + f, FOUR_LINES),
    "no-last-newline": ("no last line end", lambda f: f[:-1], FOUR_LINES),
    "line-extra": ("a fifth line", lambda f: f + b"more\n", FOUR_LINES),
    "words-behind": ("words at its end", lambda f: f + b"more", FOUR_LINES),
    "nul-behind": ("a NUL at its end", lambda f: f + b"\0", FOUR_LINES),
    "twice": ("two signatures", lambda f: f + f, FOUR_LINES),
    "no-global-signature": ("three lines", lambda f: b"".join(f.splitlines(True)[:3]), FOUR_LINES),
    "no-comment": ("two lines", lambda f: b"".join(f.splitlines(True)[:2]), FOUR_LINES),
    "byte-order-mark": ("a byte order mark", lambda f: b"\xef\xbb\xbf" + f, UNTRUSTED_LINE),
    "other-untrusted-comment": ("another first line", changed(untrusted=b"another"),
                                UNTRUSTED_LINE),
    "empty-untrusted-comment": ("nothing in its first line", changed(untrusted=b""),
                                UNTRUSTED_LINE),
    "space-behind-the-untrusted-comment": (
        "a space behind its first line", line(1, lambda x: x[:-1] + b" \n"), UNTRUSTED_LINE),
    "no-label-of-the-untrusted-comment": (
        "no label in its first line", lambda f: f.removeprefix(b"untrusted comment: "),
        UNTRUSTED_LINE),
    "no-label-of-the-comment": (
        "no label in its third line", swap(b"\ntrusted comment: ", b"\n"), LINE_3),
    "two-spaces-before-the-comment": (
        "two spaces in its third line", swap(b"\ntrusted comment: ", b"\ntrusted comment:  "),
        OTHER_COMMENT),
    "lines-swapped": ("its lines in another order",
                      lambda f: b"".join(f.splitlines(True)[i] for i in (0, 3, 2, 1)), LINE_2),
    "space-behind-the-signature": ("a space behind its second line",
                                   line(2, lambda x: x[:-1] + b" \n"), LINE_2),
    "space-behind-the-global-signature": ("a space behind its fourth line",
                                          line(4, lambda x: x[:-1] + b" \n"), LINE_4),
    "space-in-the-signature": ("a space within base64",
                               line(2, lambda x: x[:9] + b" " + x[9:]), LINE_2),
    "last-bits-of-the-signature": (
        "bits in its base64 that are not read",
        line(2, lambda x: other_last_bits(x)), LINE_2),
    "last-bits-of-the-global-signature": (
        "bits in its base64 that are not read",
        line(4, lambda x: other_last_bits(x)), LINE_4),
    "no-equals-sign": ("base64 without its padding", line(2, lambda x: x.replace(b"=", b"")),
                       LINE_2),
    "url-safe": ("the other alphabet of base64", line(4, lambda x: b"-" + x[1:]), LINE_4),
    "byte-like-a-slash": ("a byte beyond ASCII in base64",
                          line(4, lambda x: b"\xaf" + x[1:]), LINE_4),
    "short-signature": ("a signature that is too short",
                        changed(signature=lambda s: s[:-1]), LINE_2),
    "long-signature": ("a signature that is too long", changed(signature=lambda s: s + b"\0"),
                       LINE_2),
    "long-global-signature": ("a signature of its comment that is too long",
                              changed(global_signature=lambda s: s + b"\0"), LINE_4),
    "short-global-signature": ("a signature of its comment that is too short",
                               changed(global_signature=lambda s: s[:-1]), LINE_4),
    "legacy-mark": ("the mark of the older kind", changed(algorithm=b"Ed"), LINE_2),
    "unknown-mark": ("a mark that nobody knows", changed(algorithm=b"XX"), LINE_2),
    "armoured": ("the form of OpenSSH", lambda f: b"-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n\n"
                 b"-----END SSH SIGNATURE-----\n", UNTRUSTED_LINE),
}
ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def other_last_bits(text):
    """A line of base64 whose last letter has other bits where none are used; it means the same."""
    place = len(text.rstrip(b"=\n")) - 1
    letter = ALPHABET[ALPHABET.index(text[place]) ^ 1]
    spelled = text[:place] + bytes([letter]) + text[place + 1:]
    assert base64.b64decode(spelled) == base64.b64decode(text)
    return spelled


for name, (what, change, says) in FORMS.items():
    add(f"signature-{name}", f"The signature file has {what}.", TRUST, with_signature(change), says)
