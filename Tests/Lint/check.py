#!/usr/bin/env python3
"""Rules of ours that no formatter knows. Prints every breach; ends with 1 if there is one.

- Every `package` and `public` declaration has a documentation comment. (The formatter's rule sees
  `public` alone.) What merely meets a protocol of the standard library needs none.
- A C module is imported by exactly one target, and Foundation by none in Sources.
- Files speak of the project alone: no home directories and no registry hosts.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DECLARATION = re.compile(
    r"\s*(?:package|public)(?:\(set\))? (?!import\b)(?:\w+(?:\(set\))? )*?"
    r"(?:func|var|let|init|subscript|struct|enum|class|protocol|typealias|case)\b")
WITNESS = re.compile(
    r"\b(?:static func (?:==|<)|func (?:hash\(into|next\(|provideScope\()|"
    r"var (?:description|isRecursive)\b)")
PRIVATE_PATH = re.compile(r"/(?:home|root|Users|work)/\w")
REGISTRY_HOST = re.compile(r"\b(?:deb\.debian\.org|pypi\.org|files\.pythonhosted\.org)\b")


def undocumented(path, lines):
    for number, line in enumerate(lines):
        if not DECLARATION.match(line) or WITNESS.search(line):
            continue
        before = number - 1
        while before >= 0 and lines[before].lstrip().startswith("@"):
            before -= 1
        if before < 0 or not lines[before].lstrip().startswith("///"):
            yield f"{path}:{number + 1}: no documentation comment: {line.strip()}"


def imports():
    """The targets that import each module, by module."""
    found = {}
    for source in (ROOT / "Sources").rglob("*.swift"):
        target = source.relative_to(ROOT / "Sources").parts[0]
        for name in re.findall(r"^\s*(?:\w+ )?import (\w+)", source.read_text(), re.M):
            found.setdefault(name, set()).add(target)
    return found


def breaches():
    for folder in ("Sources", "Tests/GymbagTestSupport"):
        for source in sorted((ROOT / folder).rglob("*.swift")):
            yield from undocumented(source.relative_to(ROOT), source.read_text().splitlines())
    for name, targets in sorted(imports().items()):
        if name.startswith("Foundation"):
            yield f"Sources import {name}: {', '.join(sorted(targets))}"
        if re.match("C[A-Z]", name) and len(targets) > 1:
            yield f"{name} is imported by several targets: {', '.join(sorted(targets))}"
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if not path.is_file() or parts[0] in (".git", ".build") or path == pathlib.Path(__file__):
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines()):
            if PRIVATE_PATH.search(line) or REGISTRY_HOST.search(line):
                yield f"{path.relative_to(ROOT)}:{number + 1}: a path or host of one machine"


found = list(breaches())
print("\n".join(found) if found else "lint: every rule is kept")
sys.exit(1 if found else 0)
