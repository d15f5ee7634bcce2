"""Prepares a text for targets in which LibreOffice would show what its pages hide, or drop what they show."""
import re
import zipfile

TEXT = 'com.sun.star.text.TextDocument'
FIELD = 'com.sun.star.text.textfield.'
HIDING = re.compile(rb'display="none"|<text:hidden-text')
# Formats with the same sections and fields as LibreOffice's documents, and its pages.
OWN = ('odt', 'ott', 'fodt', 'pdf')


def settle(document, target: str, source: str) -> bool:
    """Whether hidden text was left out; `source` is the file of the document."""
    if target in OWN or not document.supportsService(TEXT):
        return False
    if target == 'txt':
        runs = sum(map(_drop_runs, _texts(document))) if _may_hide(source) else 0
        return _drop_sections(document) + _drop_paragraphs(document) + runs > 0
    _write_results(document)
    return _drop_sections(document) + _drop_paragraphs(document) > 0


def _drop_sections(document) -> int:
    """Other formats have no hidden sections, and would show their text."""
    sections = document.TextSections
    hidden = [one for one in map(sections.getByIndex, range(sections.Count)) if not one.IsVisible and not one.IsCurrentlyVisible]
    count = sum(bool(_empty(one.Anchor)) for one in hidden)
    for one in hidden:
        one.dispose()
    return count


def _drop_paragraphs(document) -> int:
    """The field that hides a paragraph has no counterpart in other formats."""
    fields = [field for field in _fields(document, 'HiddenParagraph') if field.IsHidden]
    count = 0
    for field in fields:
        paragraph = field.Anchor.Text.createTextCursorByRange(field.Anchor)
        paragraph.gotoStartOfParagraph(False)
        paragraph.gotoEndOfParagraph(True)
        count += bool(_empty(paragraph))
    return count


def _may_hide(source: str) -> bool:
    """A walk through all characters takes seconds for a long text, and most have nothing hidden."""
    parts = []
    if zipfile.is_zipfile(source):
        with zipfile.ZipFile(source) as archive:
            parts = [archive.read(name) for name in ('content.xml', 'styles.xml') if name in archive.namelist()]
    else:
        with open(source, 'rb') as file:
            parts = [file.read()]
    return any(HIDING.search(part) for part in parts)


def _texts(document) -> list:
    """The body, and the texts of notes and frames."""
    frames = document.TextFrames
    notes = [one.getByIndex(n) for one in (document.Footnotes, document.Endnotes) for n in range(one.Count)]
    return [document.Text, *notes, *map(frames.getByIndex, range(frames.Count))]


def _drop_runs(text) -> int:
    """Plain text cannot hide characters."""
    count, blocks = 0, text.createEnumeration()
    while blocks.hasMoreElements():
        block = blocks.nextElement()
        if block.supportsService('com.sun.star.text.TextTable'):
            count += sum(_drop_runs(block.getCellByName(name)) for name in block.CellNames)
            continue
        portions, hidden = block.createEnumeration(), []
        while portions.hasMoreElements():
            portion = portions.nextElement()
            is_field = portion.TextPortionType == 'TextField' and portion.TextField.supportsService(FIELD + 'HiddenText')
            if portion.CharHidden or is_field and portion.TextField.IsHidden:
                hidden.append(portion)
        count += sum(bool(_empty(portion)) for portion in hidden)
    return count


def _empty(found) -> str:
    """Removes the text of a range; returns it."""
    text = found.String.strip()
    cursor = found.Text.createTextCursorByRange(found)
    cursor.String = ''
    return text


def _write_results(document) -> None:
    """Replaces fields that Word's formats lack by what they show."""
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
