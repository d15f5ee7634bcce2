"""A cue: lines of text shown from one time to another, in whole milliseconds, with their emphasis.

All formats are read and written by hand: Debian 12 has no python3-pysubs2.
"""
import re
from dataclasses import dataclass
from itertools import groupby


class Unreadable(Exception):
    """The file is not of its format, or it is cut off."""


@dataclass(frozen=True)
class Run:
    """Text of one emphasis; `styles` are among b, i and u."""

    text: str
    styles: frozenset[str] = frozenset()


@dataclass
class Cue:
    start: int
    end: int
    lines: list[list[Run]]


# Control characters, which XML forbids and terminals interpret.
CONTROLS = re.compile('[\x00-\x08\x0b-\x1f\x7f\ufeff]')


def cue(start: int, end: int, runs: list[Run]) -> Cue | None:
    """A cue without blank lines, which end cues in several formats; None where it has no text."""
    letters = [(letter, run.styles) for run in runs for letter in CONTROLS.sub('', run.text)]
    rows = [list(row) for is_break, row in groupby(letters, lambda letter: letter[0] == '\n') if not is_break]
    lines = [merged(row) for row in map(trimmed, rows) if row]
    return Cue(start, max(start, end), lines) if lines else None


def trimmed(row: list[tuple[str, frozenset[str]]]) -> list[tuple[str, frozenset[str]]]:
    visible = [n for n, (letter, _) in enumerate(row) if not letter.isspace()]
    return row[visible[0] : visible[-1] + 1] if visible else []


def merged(row: list[tuple[str, frozenset[str]]]) -> list[Run]:
    runs = groupby(row, lambda letter: letter[1])
    return [Run(''.join(letter for letter, _ in letters), styles) for styles, letters in runs]


def in_order(cues: list[Cue | None]) -> list[Cue]:
    """Sorts cues by start: ASS allows any order, players of other formats expect this one."""
    return sorted((one for one in cues if one), key=lambda one: one.start)


def plain(line: list[Run]) -> str:
    return ''.join(run.text for run in line)
