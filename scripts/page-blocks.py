#!/usr/bin/env python3
"""Writes the code blocks of a page into a tree: page-blocks.py PAGE TREE.

The first line of a block is a comment that says where it goes: a file's path, or `in FILE, before TEXT`.
"""

import re
import sys
import textwrap
from pathlib import Path

page, tree = Path(sys.argv[1]), Path(sys.argv[2])
blocks = re.findall(r"^ *```rust\n(.*?)^ *```$", page.read_text(), re.MULTILINE | re.DOTALL)
if not blocks:
    sys.exit(f"{page} has no blocks")
for block in blocks:
    where, _, code = textwrap.dedent(block).partition("\n")
    where = where.removeprefix("// ")
    if enrolment := re.fullmatch(r"in (\S+), before (.*)", where):
        file = tree / enrolment[1]
        lines = file.read_text().splitlines(keepends=True)
        at = next((at for at, line in enumerate(lines) if enrolment[2] in line), None)
        if at is None:
            sys.exit(f"{page}: {enrolment[1]} has no line with {enrolment[2]!r}")
        lines.insert(at, code)
        file.write_text("".join(lines))
    else:
        file = tree / where
        if file.exists():
            sys.exit(f"{page}: {where} is there already")
        file.write_text(code)
