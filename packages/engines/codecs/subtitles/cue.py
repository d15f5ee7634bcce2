"""The model that all subtitle formats share: cues with their times, text formatting and position on the screen.

The readers and writers do not use pysubs2, because the package python3-pysubs2 is missing in Debian 12."""
import re
from dataclasses import dataclass, field, replace
from itertools import groupby


class Unreadable(Exception):
    """Raised for a file that is invalid or truncated."""


@dataclass(frozen=True)
class Look:
    """Formatting of text. Colours are `rrggbb`, and `size` is in percent of the usual size."""

    # Any of the tags b, i, u and s.
    marks: frozenset[str] = frozenset()
    colour: str = ''
    background: str = ''
    face: str = ''
    size: int = 0
    # Annotation (ruby) above the text, which shows how the text is pronounced, for example in Japanese.
    ruby: str = ''

    def marked(self, name: str, on: bool) -> 'Look':
        return replace(self, marks=self.marks | {name} if on else self.marks - {name})


PLAIN = Look()


@dataclass(frozen=True)
class Run:
    """Text with uniform formatting."""

    text: str
    look: Look = PLAIN


@dataclass(frozen=True)
class Place:
    """Position of a cue. `anchor` is the digit at the same position on a numeric keypad: 2 is the bottom centre."""

    anchor: int = 2
    # Coordinates of the anchor as fractions of the screen size. None if `anchor` alone defines the position.
    point: tuple[float, float] | None = None
    # The coordinates X1, X2, Y1 and Y2 of SubRip.
    box: tuple[int, int, int, int] | None = None

    @property
    def row(self) -> int:
        """Returns 0 at the bottom, 1 in the middle, 2 at the top."""
        return (self.anchor - 1) // 3

    @property
    def column(self) -> int:
        """Returns 0 at the left, 1 in the middle, 2 at the right."""
        return (self.anchor - 1) % 3


BOTTOM = Place()


def anchored(column: int, row: int) -> int:
    return row * 3 + column + 1


@dataclass
class Cue:
    start: int
    end: int
    lines: list[list[Run]]
    place: Place = BOTTOM
    # Name of the speaker.
    voice: str = ''


@dataclass
class Track:
    """All cues of a file in order, its comments, and the names of features that the model does not support."""

    cues: list[Cue]
    notes: list[str] = field(default_factory=list)
    unheld: set[str] = field(default_factory=set)


# Control characters, which XML forbids and terminals interpret.
CONTROLS = re.compile('[\x00-\x08\x0b-\x1f\x7f\ufeff]')


def cue(start: int, end: int, runs: list[Run], place: Place = BOTTOM, voice: str = '') -> Cue | None:
    """Returns a cue without blank lines, because a blank line ends a cue in several formats. Returns None for a cue
    without text."""
    letters = [(letter, run.look) for run in runs for letter in CONTROLS.sub('', run.text)]
    rows = [list(row) for is_break, row in groupby(letters, lambda letter: letter[0] == '\n') if not is_break]
    lines = [merged(row) for row in map(trimmed, rows) if row]
    return Cue(start, end, lines, place, ' '.join(voice.split())) if lines else None


def trimmed(row: list[tuple[str, Look]]) -> list[tuple[str, Look]]:
    visible = [n for n, (letter, _) in enumerate(row) if not letter.isspace()]
    return row[visible[0] : visible[-1] + 1] if visible else []


def merged(row: list[tuple[str, Look]]) -> list[Run]:
    runs = groupby(row, lambda letter: letter[1])
    return [Run(''.join(letter for letter, _ in letters), look) for look, letters in runs]


def in_order(cues: list[Cue | None]) -> list[Cue]:
    """Returns the cues sorted by start, without the entries that are None. ASS allows any order, but players of other
    formats expect cues sorted by start."""
    return sorted((one for one in cues if one), key=lambda one: one.start)


def plain(line: list[Run]) -> str:
    """Returns the text of one line of a cue. An annotation follows its text in brackets."""
    return ''.join(spoken(run) for run in line)


def spoken(run: Run) -> str:
    return f'{run.text}({run.look.ruby})' if run.look.ruby else run.text
