"""Removes the comments of cells, and lists them below the sheet if requested."""
import html
import re
from dataclasses import dataclass

from com.sun.star.table import CellAddress

from engines.tools.libreoffice.documents import comment_authors
from engines.shared.runner.warn import warn

# Excel also stores each comment thread as an ordinary comment, for older versions of Excel. `THREAD_NOTE` matches the
# text that Excel puts at the beginning of such an ordinary comment.
THREAD_NOTE = re.compile(r'\A\[Threaded comment\].*?\nComment:\s*', re.DOTALL)


@dataclass(frozen=True)
class Comment:
    row: int
    column: int
    # Name of the cell, such as B2.
    cell: str
    text: str


def take(sheets: list, request: dict, printed: set[str], drawn: int) -> dict[str, list[Comment]]:
    """Removes the comments from the sheets, because LibreOffice would write comments into the cell text of a web page.
    Returns the comments that the result must show, by sheet name. If the option `comments` is true, the result must
    show the comments of all sheets. If the option `comments` is missing, the result must show the comments of the
    sheets in `printed`. Warns about comments that the result does not show. `drawn` is the number of comments that the
    sheets already show, which need no warning."""
    authors = comment_authors.read(request['input'], request['from'])
    found = {sheet.Name: comments_of(sheet, authors.get(sheet.Name, {})) for sheet in sheets}
    for sheet in sheets:
        while sheet.Annotations.Count:
            sheet.Annotations.removeByIndex(0)
    wanted = request['options'].get('comments')
    kept = {name: comments for name, comments in found.items() if wanted or (wanted is None and name in printed)}
    count = sum(map(len, found.values())) - sum(map(len, kept.values())) - drawn
    if count:
        warn(request, 'comments_left_out', str(count))
    return kept


def print_behind(document, sheet, comments: list[Comment]) -> None:
    """Prints `comments` on a page after the sheet."""
    for comment in comments:
        sheet.Annotations.insertNew(CellAddress(sheet.RangeAddress.Sheet, comment.column, comment.row), comment.text)
    if comments:
        document.StyleFamilies.getByName('PageStyles').getByName(sheet.PageStyle).PrintAnnotations = True


def draw(sheets: list) -> None:
    """Toggles the visibility of every comment, so that LibreOffice creates the window of the comment. When LibreOffice
    writes a flat XML file, it omits all comments that have no window."""
    for sheet in sheets:
        for note in sheet.Annotations:
            is_visible = note.IsVisible
            note.IsVisible = not is_visible
            note.IsVisible = is_visible


def comments_of(sheet, authors: dict[str, str]) -> list[Comment]:
    """Returns the comments of the sheet, sorted by row and column. `authors` maps cell names to the authors of
    comments, which LibreOffice does not read."""
    found = []
    for note in sheet.Annotations:
        text, at = THREAD_NOTE.sub('', text_of(note)).strip(), note.Position
        if text:
            cell = f'{sheet.Columns.getByIndex(at.Column).Name}{at.Row + 1}'
            author = note.Author.strip() or authors.get(cell, '')
            named = text if not author or text.startswith(f'{author}:') else f'{author}: {text}'
            found.append(Comment(at.Row, at.Column, cell, named))
    return sorted(found, key=lambda comment: (comment.row, comment.column))


def text_of(note) -> str:
    """Returns the text of a comment. For a hidden xlsx comment, LibreOffice 25.2 loads the text only after it has
    created the comment's window."""
    return note.String or note.AnnotationShape.String


def html_of(comments: list[Comment]) -> str:
    items = (html.escape(f'{comment.cell}: {comment.text}', quote=False).replace('\n', '<br>') for comment in comments)
    return '<ul>' + ''.join(f'<li>{item}</li>' for item in items) + '</ul>'
