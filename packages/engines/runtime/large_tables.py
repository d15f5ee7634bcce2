"""Writes the large tables of a web page as Markdown and puts them into the result: pandoc takes 30 KB for each of their cells."""
import glob
import hashlib
import html
import os
import re
from dataclasses import dataclass, field

# Smaller tables are left to pandoc, with all that their cells hold.
FEWEST_CELLS = 3000
# What is longer is no label, and is not repeated in all fields of its cell; as in pandoc/markdown_tables.lua.
LONGEST_REPEATED = 200
# Above so many fields nobody reads the table, and what is repeated would grow beyond what the source is.
MOST_REPEATING = 20_000
# Fields that merged cells may cover together.
MOST_FIELDS = 2_000_000
# Of so many rows the cells tell which columns are numbers.
LOOKED_AT = 50

BOUND = re.compile(r'<(/?)table\b(?:"[^"]*"|\'[^\']*\'|[^>"\'])*>', re.IGNORECASE)
CELL = re.compile(r'<t[dh][\s>]', re.IGNORECASE)
TOKEN = re.compile(r'<!--.*?-->|<(/?)([a-z][a-z0-9]*)((?:"[^"]*"|\'[^\']*\'|[^>"\'])*)>|([^<]+)|(<)', re.IGNORECASE | re.DOTALL)
ATTRIBUTE = re.compile(r'([\w-]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s"\'>]+))')
RIGHT = re.compile(r'text-align\s*:\s*right', re.IGNORECASE)
SPECIAL = re.compile(r'[\\`*_\[\]<>|~$^]|&(?=#?\w+;)')
SPACE = re.compile(r'\s+')
LINE = '<br>'

MARKS = {'b': '**', 'strong': '**', 'i': '*', 'em': '*', 's': '~~', 'strike': '~~', 'del': '~~'}
# Elements whose words stand in the line, and those that stand in lines of their own.
PLAIN = frozenset('code tt font span u small big sub sup comment center abbr cite q time bdi bdo ins mark label colgroup col tbody tfoot'.split())
BLOCKS = frozenset(('p', 'div'))
NAME = re.compile(rb'table[0-9a-f]{32}')


class NotSimple(Exception):
    """A cell holds more than words of one line after the other."""


@dataclass
class Cell:
    wide: int = 1
    high: int = 1
    right: bool = False
    header: bool = False
    # Words, and the marks around some of them.
    parts: list[str] = field(default_factory=list)
    # The marks that are open: where each begins in `parts`, and with what.
    opened: list[tuple[int, str, str]] = field(default_factory=list)
    has_picture: bool = False

    def text(self) -> str:
        while self.opened:
            self.close()
        words = SPACE.sub(' ', ''.join(self.parts)).strip()
        lines = [line.strip() for line in words.split(LINE)]
        return LINE.join(line for line in lines if line)

    def close(self) -> None:
        start, mark, target = self.opened.pop()
        words = ''.join(self.parts[start:])
        inner = words.strip()
        if inner and inner != LINE:
            before, after = (' ' if words[0].isspace() else ''), (' ' if words[-1].isspace() else '')
            if target:
                inner = f'[{inner}]({target})'
            elif not (inner.startswith(mark) and inner.endswith(mark)):
                inner = f'{mark}{inner}{mark}'
            self.parts[start:] = [before + inner + after]


def taken_out(text: str, folder: str) -> tuple[str, bool]:
    """The page with a word in place of each large table, whose Markdown is in the file of that name; and whether there are any."""
    if sum(1 for _ in CELL.finditer(text)) < FEWEST_CELLS:
        return text, False
    kept, done = [], 0
    for start, end in outermost(text):
        if sum(1 for _ in CELL.finditer(text, start, end)) < FEWEST_CELLS:
            continue
        try:
            lines, caption, pictures = markdown_of(text[start:end])
        except NotSimple:
            continue
        name = f'table{hashlib.sha256(text[start:end].encode()).hexdigest()[:32]}'
        with open(os.path.join(folder, name), 'w', encoding='utf-8', newline='\n') as file:
            file.write('\n'.join(lines))
        beside = ''.join(f'<p>{part}</p>' for part in (caption, name, *pictures) if part)
        kept += [text[done:start], beside]
        done = end
    return ''.join(kept) + text[done:], done > 0


def put_back(path: str, folder: str) -> None:
    """In the file at `path` the names of tables in `folder` become what they hold."""
    known = {os.path.basename(file).encode() for file in glob.glob(os.path.join(glob.escape(folder), 'table?*'))}
    if not known:
        return
    with open(path, 'rb') as file:
        text = file.read()
    with open(path, 'wb') as file:
        file.write(NAME.sub(lambda name: content(name[0], folder) if name[0] in known else name[0], text))


def content(name: bytes, folder: str) -> bytes:
    with open(os.path.join(folder, name.decode()), 'rb') as file:
        return file.read()


def outermost(text: str):
    """Where each table that is in no other begins and ends."""
    depth, start = 0, 0
    for bound in BOUND.finditer(text):
        if not bound[1]:
            start = start if depth else bound.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield start, bound.end()


def markdown_of(table: str) -> tuple[list[str], str, list[str]]:
    """The lines of the table, the words of its caption and its pictures as HTML; raises NotSimple."""
    rows, heads, caption, pictures = parsed(table)
    lines = grid_of(rows, heads)
    above = min(max(heads, 1), len(lines))
    header = [joined(column) for column in zip(*lines[:above])]
    body = [line for line in lines[above:] if any(line)]
    kept = [at for at, words in enumerate(header) if words or any(line[at] for line in body)]
    if not kept:
        return [], caption, pictures
    written = [f'| {" | ".join(line[at] for at in kept)} |' for line in [header, *body]]
    right = right_aligned(rows[above:above + LOOKED_AT])
    written.insert(1, f'| {" | ".join("---:" if at in right else "---" for at in kept)} |')
    return written, caption, pictures


def right_aligned(rows: list[list[Cell]]) -> set[int]:
    """The columns of which most cells stand on the right, where no cell is merged."""
    counts: dict[int, int] = {}
    for row in rows:
        for at, cell in enumerate(row):
            if cell.parts:
                counts[at] = counts.get(at, 0) + (1 if cell.right else -1)
    return {at for at, count in counts.items() if count > 0}


def joined(column: tuple[str, ...]) -> str:
    """Several header rows become one, with what stands above before what stands below; a header needs no bold letters."""
    words = [word.replace('**', '') for word in column]
    return ' / '.join(word for at, word in enumerate(words) if word and word not in words[:at][-1:])


def parsed(table: str) -> tuple[list[list[Cell]], int, str, list[str]]:
    """The cells of each row, how many rows are a header, the words of the caption, and the pictures as they stand."""
    rows: list[list[Cell]] = []
    heads, in_head = 0, False
    caption, pictures = Cell(), []
    cell = None
    for token in TOKEN.finditer(table):
        closing, name, attributes, words, bare = token.groups()
        if words is not None or bare:
            if cell is not None:
                cell.parts.append(SPECIAL.sub(r'\\\g<0>', html.unescape(words or bare)))
            continue
        if name is None:
            continue
        name = name.lower()
        if name in ('td', 'th'):
            cell = None
            if not closing:
                cell = cell_of(attributes)
                if not rows:
                    rows.append([])
                rows[-1].append(cell)
        elif name == 'tr':
            cell = None
            if not closing:
                rows.append([])
                heads += in_head
        elif name == 'thead':
            in_head = not closing
        elif name == 'caption':
            cell = None if closing else caption
        elif name == 'img':
            if cell is not None:
                cell.has_picture = True
            pictures.append(token[0])
        elif cell is not None:
            put(cell, name, bool(closing), attributes)
        elif name not in PLAIN and name not in BLOCKS and name != 'table':
            raise NotSimple
    rows = [row for row in rows if row]
    return rows, min(heads, len(rows)), html.escape(caption.text()), pictures


def cell_of(attributes: str) -> Cell:
    if not attributes:
        return Cell()
    known = attributes_of(attributes)
    right = known.get('align', '').lower() == 'right' or RIGHT.search(known.get('style', '')) is not None
    return Cell(wide=span(known.get('colspan')), high=span(known.get('rowspan')), right=right)


def attributes_of(attributes: str) -> dict[str, str]:
    return {name.lower(): html.unescape(a or b or c) for name, a, b, c in ATTRIBUTE.findall(attributes)}


def span(number: str | None) -> int:
    return min(int(number), 1000) if number and number.isdecimal() and int(number) > 0 else 1


def put(cell: Cell, name: str, closing: bool, attributes: str) -> None:
    if name == 'br':
        cell.parts.append(LINE)
    elif name in BLOCKS:
        cell.parts.append(LINE)
    elif name in MARKS and not closing:
        cell.opened.append((len(cell.parts), MARKS[name], ''))
    elif name == 'a' and not closing:
        target = attributes_of(attributes).get('href', '')
        safe = target if not target.lower().startswith('javascript:') else ''
        cell.opened.append((len(cell.parts), '', re.sub(r'[\s()<>|\\]', lambda letter: f'%{ord(letter[0]):02X}', safe)))
    elif name in MARKS or name == 'a':
        if cell.opened:
            cell.close()
    elif name not in PLAIN:
        raise NotSimple


def grid_of(rows: list[list[Cell]], heads: int) -> list[list[str]]:
    """Each field's words. A cell of several fields stands in all of them, save one across the table, or with a picture."""
    width = max((sum(cell.wide for cell in row) for row in rows), default=0)
    if all(cell.wide == 1 and cell.high == 1 for row in rows for cell in row):
        return [[cell.text() for cell in row] + [''] * (width - len(row)) for row in rows]
    grid: list[dict[int, str]] = [{} for _ in rows]
    fields = 0
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            while x in grid[y]:
                x += 1
            below = min(len(rows), y + cell.high)
            fields += (below - y) * cell.wide
            if fields > MOST_FIELDS:
                raise NotSimple
            text = cell.text()
            once = (cell.wide >= width and y >= heads or width * len(rows) > MOST_REPEATING
                    or len(text) > LONGEST_REPEATED or cell.has_picture)
            for down in range(y, below):
                for right in range(x, x + cell.wide):
                    grid[down][right] = '' if once and (right > x or down > y) else text
            x += cell.wide
    width = max(max(line, default=0) for line in grid) + 1
    return [[line.get(x, '') for x in range(width)] for line in grid]
