"""Formats emoji with the emoji font before pages are drawn.

LibreOffice uses the emoji font only for characters that no text font has. LibreOffice would draw U+2764 (a heart) in
black, even if the emoji selector follows the heart (UTS 51, section 2.1). `chart_emoji.py` changes the text of charts,
because LibreOffice draws each chart text in a single font."""
import re
from collections.abc import Iterable, Iterator

from com.sun.star.beans import PropertyValue
from com.sun.star.sheet.FormulaResult import VALUE as NUMBER
from com.sun.star.table.CellContentType import FORMULA, VALUE

from engines.tools.libreoffice.documents.shapes import pages_of, shapes_in
from engines.tools.libreoffice.sheet_pages.header_fields import contents_of, texts_of
from engines.tools.libreoffice.sheet_pages.header_layout import SCRIPTS
from engines.tools.libreoffice.sheets.sheet_formats import write_text

EMOJI_STYLE, TEXT_STYLE, KEYCAP, JOINER = '\ufe0f', '\ufe0e', '\u20e3', '\u200d'
SKIN, TAG = '[\U0001f3fb-\U0001f3ff]', '[\U000e0020-\U000e007f]'
# Characters that are emoji without a selector (Unicode's Emoji_Presentation). The range from U+1F000 also contains
# characters that are not emoji, but most of these characters are missing in the emoji font.
PRESENTED = (
    '[⌚⌛⏩-⏬⏰⏳◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓-❕❗➕-➗➰➿⬛⬜⭐⭕\U0001f000-\U0001faff]'
)
# A pattern in syntax that both ICU and Python support. The pattern matches a whole run of emoji, because the font must
# not change within an emoji sequence.
ONE = rf'\S{EMOJI_STYLE}{KEYCAP}?|{PRESENTED}(?!{TEXT_STYLE})|\S{SKIN}|\S(?={JOINER}\S)|{TAG}'
RUN = f'(?:(?:{ONE}){JOINER}?)+'
EMOJI = re.compile(RUN)
FONTS = [f'CharFontName{script}' for script in SCRIPTS]
TEXT = 'com.sun.star.text.TextDocument'
SPREADSHEET = 'com.sun.star.sheet.SpreadsheetDocument'
TABLE = 'com.sun.star.drawing.TableShape'
# Flag that makes a search match the results of formulas.
RESULTS = 1
# Flags of cells with numbers, dates and formulas (com.sun.star.sheet.CellFlags).
NUMBERS = 1 | 2 | 16


def settle(document, family: str) -> None:
    """Formats the emoji of a document with `family`, the font that draws emoji in colour."""
    if document.supportsService(TEXT):
        _set_text(document, family)
    elif document.supportsService(SPREADSHEET):
        _set_sheets(document, family)
    else:
        for page in pages_of(document):
            _set_shapes(page, family)


def _set_text(document, family: str) -> None:
    # A document that records changes would record the new font as a change.
    document.RecordChanges = False
    # Sets the font in a single call. Separate calls would take 20 ms for each run of emoji.
    replacement = _regular(document.createReplaceDescriptor())
    replacement.ReplaceString = '$0'
    replacement.setReplaceAttributes(tuple(PropertyValue(name, 0, family, 0) for name in FONTS))
    document.replaceAll(replacement)
    _set_shapes(document.DrawPage, family)


def _regular(search):
    search.SearchRegularExpression, search.SearchString = True, RUN
    return search


def _set_sheets(document, family: str) -> None:
    styles = document.StyleFamilies.getByName('PageStyles')
    for sheet in document.Sheets:
        for cell in list(_cells(document, sheet)) if sheet.IsVisible else ():
            _fix_text(cell)
            _set_portions(cell, family)
        _set_shapes(sheet.DrawPage, family)
        style = styles.getByName(sheet.PageStyle)
        for name, content, _ in contents_of(style):
            if any([_set_portions(text, family) for text in texts_of(content)]):
                setattr(style, name, content)


def _fix_text(cell) -> None:
    """Replaces a formula or a number with its displayed text, because only text can have several fonts."""
    if cell.Type == VALUE or (cell.Type == FORMULA and cell.FormulaResultType2 == NUMBER):
        write_text(cell, cell.String)
    elif cell.Type == FORMULA:
        cell.setString(cell.String)


def _cells(document, sheet) -> Iterator:
    """Yields the cells whose displayed text contains emoji."""
    search = _regular(sheet.createSearchDescriptor())
    search.SearchType = RESULTS
    yield from _cells_of(sheet, sheet.findAll(search))
    # Searches the number formats separately, because `findAll` ignores number formats before LibreOffice 7.5.
    for formatted in sheet.UniqueCellFormatRanges:
        code = document.NumberFormats.getByKey(formatted.getByIndex(0).NumberFormat).FormatString
        if EMOJI.search(code):
            yield from _cells_of(sheet, formatted.queryContentCells(NUMBERS))


def _cells_of(sheet, ranges) -> Iterator:
    for number in range(ranges.Count if ranges else 0):
        area = ranges.getByIndex(number).RangeAddress
        for row in range(area.StartRow, area.EndRow + 1):
            for column in range(area.StartColumn, area.EndColumn + 1):
                yield sheet.getCellByPosition(column, row)


def _set_shapes(page, family: str) -> None:
    for shape in shapes_in(page):
        for text in _texts(shape):
            _set_portions(text, family)


def _texts(shape) -> Iterable:
    if shape.supportsService(TABLE):
        table = shape.Model
        rows, columns = table.RowCount, table.ColumnCount
        return (table.getCellByPosition(column, row) for row in range(rows) for column in range(columns))
    return (shape,) if hasattr(shape, 'createTextCursorByRange') else ()


def _set_portions(text, family: str) -> bool:
    """Formats the emoji in the text of a shape, cell or header. Returns whether the text contains any emoji."""
    if not EMOJI.search(text.String):
        return False
    # Skips tables, which may be between the paragraphs of a text document, because `replaceAll` in `_set_text` has
    # already formatted the emoji in tables.
    paragraphs = [paragraph for paragraph in text if hasattr(paragraph, 'createEnumeration')]
    portions = [portion for paragraph in paragraphs for portion in paragraph if portion.TextPortionType == 'Text']
    # Starts at the end of the text, because changing a portion moves all later portions of its paragraph.
    for portion in reversed(portions):
        for found in reversed(list(EMOJI.finditer(portion.String))):
            cursor = text.createTextCursorByRange(portion.Start)
            cursor.goRight(_units(portion.String[: found.start()]), False)
            cursor.goRight(_units(found[0]), True)
            _set_font(cursor, family)
    return True


def _units(text: str) -> int:
    """Returns the length of `text` in UTF-16 code units, the unit in which LibreOffice counts characters."""
    return len(text.encode('utf-16-le')) // 2


def _set_font(text, family: str) -> None:
    for name in FONTS:
        setattr(text, name, family)
