"""Finds the words that differ between two PDFs."""
import html
import os
import re
import subprocess
from dataclasses import dataclass

PAGE = re.compile(r'<page ')
WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', re.DOTALL)
CHANGE = re.compile(r'^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$', re.MULTILINE)

# Left, top, right and bottom in points from the upper left corner of the shown page.
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Word:
    # Page number, counted from 0.
    page: int
    box: Box
    text: str


@dataclass(frozen=True)
class Change:
    """Words of the first file, and the words that replace them in the second file. Either list of words may be
    empty."""

    before: list[Word]
    after: list[Word]

    @property
    def kind(self) -> str:
        return 'replaced' if self.before and self.after else 'removed' if self.before else 'added'


def words_of(file: str) -> list[Word]:
    run = subprocess.run(
        ['pdftotext', '-cropbox', '-bbox', file, '-'], stdin=subprocess.DEVNULL, capture_output=True, check=True,
    )
    found = []
    for number, page in enumerate(PAGE.split(run.stdout.decode('utf-8', 'replace'))[1:]):
        for *edges, text in WORD.findall(page):
            left, top, right, bottom = map(float, edges)
            found.append(Word(number, (left, top, right, bottom), html.unescape(text)))
    return found


def changes(before: list[Word], after: list[Word], work: str) -> list[Change]:
    """Returns the shortest list of changes, as found by the program `diff`. Python's difflib would need quadratic
    time."""
    files = [os.path.join(work, name) for name in ('before.txt', 'after.txt')]
    for file, words in zip(files, (before, after)):
        with open(file, 'w', encoding='utf-8') as lines:
            # Removes line feeds, because a word with a line feed would shift the line numbers.
            lines.writelines(f'{" ".join(word.text.split())}\n' for word in words)
    run = subprocess.run(['diff', '--text', *files], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if run.returncode > 1:
        raise SystemExit(f'diff failed: {run.stderr.decode(errors="replace")[:200]}')
    return [change(found, before, after) for found in CHANGE.findall(run.stdout.decode('utf-8', 'replace'))]


def change(found: tuple[str, ...], before: list[Word], after: list[Word]) -> Change:
    first, last, kind, first_after, last_after = found
    old = [] if kind == 'a' else before[int(first) - 1:int(last or first)]
    new = [] if kind == 'd' else after[int(first_after) - 1:int(last_after or first_after)]
    return Change(old, new)
