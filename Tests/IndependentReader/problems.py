"""What can be wrong, and how it is collected.

Two things must not be mixed up: an archive that is invalid, and a look that could not be taken.
"""

MOST_REASONS = 200


class CannotLook(Exception):
    """Says nothing about the archive: a file or a tool that is needed is missing or failed."""


class Invalid(Exception):
    """The archive breaks a rule of the format, and nothing behind this place can be judged."""

    def __init__(self, entry, what):
        super().__init__(f"{entry}: {what}")
        self.entry = entry
        self.what = what


class Problems:
    """The reasons why an archive is invalid, in the order in which they were found.

    An archive could hold millions of breaches; the number of reasons that are kept is limited.
    """

    def __init__(self):
        self.reasons = []
        self.left_out = 0

    def add(self, entry, what):
        if len(self.reasons) < MOST_REASONS:
            self.reasons.append(f"{one_line(entry)}: {one_line(what)}")
        else:
            self.left_out += 1

    def __bool__(self):
        return bool(self.reasons)

    def lines(self):
        yield from self.reasons
        if self.left_out:
            yield f"archive: {self.left_out} more reasons were left out"


def one_line(text, most=200):
    """The text with everything escaped that could act on a terminal or break the line."""
    shown = text if len(text) <= most else text[:most] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)
