"""Writes fields of headers and footers as Excel does: file names, page numbers with an offset, escaped characters."""
import os
import re

from engines.tools.libreoffice.sheet_pages.sheet_layout import WorkbookLayout, layout_of_sheet
from engines.tools.libreoffice.sheets.workbook_formats import EXCEL
from engines.shared.runner.warn import warn

FILE_NAME = 'com.sun.star.text.TextField.FileName'
PAGE_NUMBER = 'com.sun.star.text.TextField.PageNumber'
# Formats of a file name field (com.sun.star.text.FilenameDisplayFormat).
FULL, FOLDER, WITHOUT_EXTENSION = 0, 1, 2
CONTENTS = [f'{side}Page{part}Content' for side in ('Right', 'Left', 'First') for part in ('Header', 'Footer')]
# Matches escaped characters (ECMA-376 part 1, 22.9.2.19). For example, `_x000a_` is a line feed.
ESCAPED = re.compile('_x([0-9a-fA-F]{4})_')
OFFSET = re.compile(r'[+-]\d{1,4}')
# LibreOffice's values for automatic superscript and subscript positions, and the distance in percent that Excel uses.
RAISED, LOWERED, DISTANCE = 101, -101, 33


def settle(document, sheets: list, book: WorkbookLayout | None, request: dict) -> None:
    styles = document.StyleFamilies.getByName('PageStyles')
    of_sheets = [styles.getByName(sheet.PageStyle) for sheet in sheets]
    file_name = request.get('name', '')
    has_name = False
    for sheet, style in zip(sheets, of_sheets):
        layout = layout_of_sheet(sheet, book)
        if layout and layout.lacks_headers:
            warn(request, 'content_left_out', 'headers and footers of the first page or of even pages')
        has_name |= _write_names(style, _name_texts(file_name, layout.header_codes if layout else ''), file_name)
    if has_name and not file_name:
        warn(request, 'content_left_out', 'file name in headers and footers')
    if request['from'] in EXCEL:
        for style in of_sheets:
            _decode(style)
        _add_offsets(of_sheets)


def _name_texts(file_name: str, codes: str) -> dict[int, str]:
    """Returns texts that replace file name fields, by the format of the field. A field that may show the whole file
    name has no replacement text.

    LibreOffice gives the format FULL to Excel's codes `&Z` (the folder) and `&Z&F` (the folder and the name). If
    `codes` contains only `&Z`, the text for FULL is empty."""
    texts = {FOLDER: '', WITHOUT_EXTENSION: os.path.splitext(file_name)[0]}
    return texts | {FULL: ''} if '&Z' in codes and '&Z&F' not in codes else texts


def texts_of(content) -> tuple:
    return content.LeftText, content.CenterText, content.RightText


def portions_of(content) -> list:
    return [portion for text in texts_of(content) for paragraph in text for portion in paragraph]


def _write(portions: list, text_of) -> None:
    """Writes the new texts, beginning with the last portion, because a changed portion moves the following portions of
    its paragraph."""
    for portion in reversed(portions):
        portion.String = text_of(portion)


def contents_of(style):
    """Yields the name, the content and the portions of each header and footer."""
    for name in CONTENTS:
        content = getattr(style, name, None)
        if content is not None:
            yield name, content, portions_of(content)


def _is_field(portion, service: str) -> bool:
    return portion.TextPortionType == 'TextField' and portion.TextField.supportsService(service)


def _write_names(style, texts: dict[int, str], file_name: str) -> bool:
    """Replaces each file name field with the text for its format in `texts`, or with the file name if `texts` has no
    text for the format. A file name field that is not replaced would show the name of the file that LibreOffice reads.
    Returns whether the style has file name fields."""
    found = False
    for name, content, portions in contents_of(style):
        fields = [portion for portion in portions if _is_field(portion, FILE_NAME)]
        found = found or bool(fields)
        _write(fields, lambda field: texts.get(field.TextField.FileFormat, file_name))
        if fields:
            setattr(style, name, content)
    return found


def _decode(style) -> None:
    for name, content, portions in contents_of(style):
        for portion in portions:
            if portion.CharEscapement in (RAISED, LOWERED):
                portion.CharEscapement = DISTANCE if portion.CharEscapement > 0 else -DISTANCE
        escaped = [portion for portion in portions if ESCAPED.search(portion.String)]
        _write(escaped, lambda portion: ESCAPED.sub(lambda found: chr(int(found[1], 16)), portion.String))
        setattr(style, name, content)


def _add_offsets(styles: list) -> None:
    """Applies offsets of page numbers: `&P+1` shows the next number. LibreOffice can only offset all page numbers
    together. If the fields have different offsets, no offset is applied."""
    offsets = {offset for style in styles for offset in _offsets(style)}
    if len(offsets) != 1 or offsets == {0}:
        return
    offset = offsets.pop()
    for style in styles:
        for name, content, portions in contents_of(style):
            texts = _offset_texts(portions)
            _write(texts, lambda portion: OFFSET.sub('', portion.String, count=1))
            setattr(style, name, content)
    for number, style in enumerate(styles):
        if number == 0 or style.FirstPageNumber:
            style.FirstPageNumber = max(1, (style.FirstPageNumber or 1) + offset)


def _offsets(style):
    for _, _, portions in contents_of(style):
        numbers = sum(_is_field(portion, PAGE_NUMBER) for portion in portions)
        texts = _offset_texts(portions)
        yield from (int(OFFSET.match(text.String)[0]) for text in texts)
        yield from [0] * (numbers - len(texts))


def _offset_texts(portions: list) -> list:
    """Returns the text portions that follow a page number and begin with its offset, such as `+1`."""
    return [
        text
        for field, text in zip(portions, portions[1:])
        if _is_field(field, PAGE_NUMBER) and text.TextPortionType == 'Text' and OFFSET.match(text.String)
    ]
