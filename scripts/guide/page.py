"""The code blocks of a page, in order."""

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Block:
    """A fenced block: its heading, its language, its text, and the words right before it."""

    heading: str
    language: str
    text: str
    before: str

    def __str__(self):
        return f"the block under “{self.heading}” that begins: {self.text.splitlines()[0]}"

    @property
    def file(self):
        """The file that the words before the block name."""
        named = re.findall(r"`(/[^`\s]+)`", self.before)
        if not named:
            raise SystemExit(f"{self}: the words before it name no file")
        return named[-1]


def blocks(page: Path) -> list[Block]:
    """All blocks of a page. A block without a language is refused: it may be a command or an example."""
    found, heading, words, inside = [], "", [], None
    for line in page.read_text().splitlines():
        if inside is not None:
            language, lines = inside
            if line.startswith("```"):
                found.append(Block(heading, language, "\n".join(lines), " ".join(words)))
                inside, words = None, []
            else:
                lines.append(line)
        elif line.startswith("```"):
            if line == "```":
                raise SystemExit(f"{page}: a block under “{heading}” says no language")
            inside = (line.removeprefix("```"), [])
        elif line.startswith("#"):
            heading, words = line.lstrip("# "), []
        elif line.strip():
            words.append(line.strip())
        else:
            # The paragraph right before a block belongs to it, across the empty line between.
            words = words[-3:]
    return found
