"""Extracts the large tables of a web page as Markdown or plain text. If the target is not Markdown or plain text,
simplifies the tables. Without the extraction and simplification, pandoc would need 30 KB of memory per cell."""
import hashlib
import html
import os
import re
from itertools import islice
from typing import Callable

from engines.shared.html.kept_out import Kept
from engines.shared.html.tables.table_cells import QUOTED, Grid, NotSimple, attributes_of, grid_of, stands_right

# Minimum number of cells of a large table. pandoc reads smaller tables itself.
FEWEST_CELLS = 1000

BOUND = re.compile(rf'<(/?)table\b{QUOTED}>', re.IGNORECASE)
CELL = re.compile(r'<t[dh][\s>]', re.IGNORECASE)
# Matches tags and attributes that style cells, because pandoc would keep them in memory.
LOOKS = re.compile(rf'</?font\b{QUOTED}>|<(td|th|tr)\s({QUOTED})>', re.IGNORECASE)


def settled(text: str, target: str, folder: str) -> str:
    """Simplifies the page for the format `target`, so that pandoc can read it. Large tables may be moved to
    `folder`."""
    if not is_large(text, 0, len(text)):
        return text
    if target not in WRITERS:
        return LOOKS.sub(without_looks, text)
    kept, done = [], 0
    for start, end in outermost(text):
        beside = taken_out(text[start:end], target, folder) if is_large(text, start, end) else None
        if beside is not None:
            kept += [text[done:start], beside]
            done = end
    return ''.join(kept) + text[done:]


def is_large(text: str, start: int, end: int) -> bool:
    return any(islice(CELL.finditer(text, start, end), FEWEST_CELLS - 1, None))


def without_looks(tag: re.Match) -> str:
    if tag[1] is None:
        return ''
    known = attributes_of(tag[2])
    kept = {name: known[name] for name in ('colspan', 'rowspan') if name in known}
    if stands_right(known):
        kept['align'] = 'right'
    written = ''.join(f' {name}="{html.escape(value)}"' for name, value in kept.items())
    return f'<{tag[1]}{written}>'


def taken_out(table: str, target: str, folder: str) -> str | None:
    """Writes the table to a file in `folder`. Returns the HTML that replaces the table: the caption, a placeholder, and
    the pictures. Returns None if the table is not simple."""
    try:
        grid = grid_of(table, target == 'md')
    except NotSimple:
        return None
    name = f'table{hashlib.sha256(table.encode("utf-8", "surrogatepass")).hexdigest()[:32]}'
    with open(os.path.join(folder, name), 'w', encoding='utf-8', errors='replace', newline='\n') as file:
        file.write('\n'.join(WRITERS[target](grid)))
    return ''.join(f'<p>{part}</p>' for part in (grid.caption, name, *grid.pictures) if part)


def markdown_lines(grid: Grid) -> list[str]:
    if not grid.lines:
        return []
    header = [joined(column) for column in zip(*grid.lines[:grid.above])]
    rule = ['---:' if at in grid.right else '---' for at in range(len(header))]
    return [f'| {" | ".join(line)} |' for line in (header, rule, *grid.lines[grid.above:])]


def joined(column: tuple[str, ...]) -> str:
    """Returns the header of a column. If the table has several header rows, joins them from top to bottom. Removes bold
    marks, because a header does not need them."""
    words = [word.replace('**', '') for word in column]
    return ' / '.join(word for at, word in enumerate(words) if word and word not in words[:at][-1:])


def text_lines(grid: Grid) -> list[str]:
    """Returns the table as lines of text. Each column is as wide as its widest field, and right-aligned columns stay
    right-aligned."""
    widths = [max(map(len, column)) for column in zip(*grid.lines)]
    places = [('>' if at in grid.right else '<', width) for at, width in enumerate(widths)]
    return ['  ' + '  '.join(f'{word:{side}{width}}' for word, (side, width) in zip(line, places)).rstrip() for line in grid.lines]


WRITERS: dict[str, Callable[[Grid], list[str]]] = {'md': markdown_lines, 'txt': text_lines}


def outermost(text: str):
    """Yields the start and end of each outermost table."""
    depth, start = 0, 0
    for bound in BOUND.finditer(text):
        if not bound[1]:
            start = start if depth else bound.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield start, bound.end()


def content(file: str) -> bytes:
    with open(file, 'rb') as table:
        return table.read()


KEPT: Kept = (re.compile(rb'table[0-9a-f]{32}'), content)
