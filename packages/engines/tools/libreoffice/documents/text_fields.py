"""Prepares a text document for targets in which LibreOffice would show hidden content or drop displayed content."""
from engines.shared.runner.families import formats_of_family

TEXT = 'com.sun.star.text.TextDocument'
FIELD = 'com.sun.star.text.textfield.'
# Targets that need no preparation: PDF, and OpenDocument formats, which support the same sections and fields as
# LibreOffice.
OWN = (*formats_of_family('opendocument-text'), 'pdf')


def write_file_name(document, name: str) -> None:
    """Makes file name fields show `name` instead of the path that LibreOffice reads."""
    for field in _fields(document, 'FileName') if document.supportsService(TEXT) else ():
        field.CurrentPresentation = name
        field.IsFixed = True


def settle(document, target: str) -> bool:
    """Removes hidden text. Returns whether the document had hidden text."""
    if target in OWN or not document.supportsService(TEXT):
        return False
    _write_results(document)
    return _drop_sections(document) + _drop_paragraphs(document) > 0


def _drop_sections(document) -> int:
    """Removes hidden sections, because formats without hidden sections would show their text. Returns the number of
    sections that had text."""
    sections = document.TextSections
    hidden = [one for one in map(sections.getByIndex, range(sections.Count)) if not one.IsVisible and not one.IsCurrentlyVisible]
    count = sum(bool(_empty(one.Anchor)) for one in hidden)
    for one in hidden:
        one.dispose()
    return count


def _drop_paragraphs(document) -> int:
    """Removes hidden paragraphs, because other formats have no field that hides a paragraph. Returns the number of
    removed paragraphs that had text."""
    fields = [field for field in _fields(document, 'HiddenParagraph') if field.IsHidden]
    count = 0
    for field in fields:
        paragraph = field.Anchor.Text.createTextCursorByRange(field.Anchor)
        paragraph.gotoStartOfParagraph(False)
        paragraph.gotoEndOfParagraph(True)
        count += bool(_empty(paragraph))
    return count


def _empty(found) -> str:
    """Removes the text of a range and returns it."""
    text = found.String.strip()
    cursor = found.Text.createTextCursorByRange(found)
    cursor.String = ''
    return text


def _write_results(document) -> None:
    """Replaces a field with its displayed text if Word's formats do not support the field."""
    for field in [*_fields(document, 'Bibliography'), *_fields(document, 'ConditionalText')]:
        shown, anchor = field.getPresentation(False), field.Anchor
        anchor.Text.insertString(anchor, shown, True)


def _fields(document, kind: str) -> list:
    found, fields = document.TextFields.createEnumeration(), []
    while found.hasMoreElements():
        field = found.nextElement()
        if field.supportsService(FIELD + kind):
            fields.append(field)
    return fields
