"""Removes the name of the file from headers and footers of sheets: the file that LibreOffice reads has another name."""
from engines.runtime.warn import warn

FILE_NAME = 'com.sun.star.text.TextField.FileName'
CONTENTS = [f'{side}Page{part}Content' for side in ('Right', 'Left', 'First') for part in ('Header', 'Footer')]


def settle(document, sheets: list, request: dict) -> None:
    styles = document.StyleFamilies.getByName('PageStyles')
    removed = sum(_remove_from(styles.getByName(name)) for name in {sheet.PageStyle for sheet in sheets})
    if removed:
        warn(request, 'content_left_out', 'name of the file in headers and footers')


def _remove_from(style) -> int:
    count = 0
    for name in CONTENTS:
        content = getattr(style, name, None)
        if content is None:
            continue
        removed = sum(map(_remove, (content.LeftText, content.CenterText, content.RightText)))
        if removed:
            setattr(style, name, content)
        count += removed
    return count


def _remove(text) -> int:
    fields = [
        portion.TextField
        for paragraph in text
        for portion in paragraph
        if portion.TextPortionType == 'TextField' and portion.TextField.supportsService(FILE_NAME)
    ]
    for field in fields:
        field.Anchor.String = ''
    return len(fields)
