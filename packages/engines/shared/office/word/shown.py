"""Rewrites a Word document so that its markup contains exactly the content of the printed page."""
import re
import zipfile

from engines.shared.office.charts.word import insert_charts
from engines.shared.runner.warn import warn
from engines.shared.office.word import chunks, diagrams, formulas, labels, remarks, story, tables
from engines.shared.office.word.document import Document
from engines.shared.office.word.numbering import Numbering
from engines.shared.office.word.styles import Styles

# Matches markup that needs rewriting, except numbers.
TRAITS = re.compile(
    rb'txbxContent|AlternateContent|altChunk|drawingml/2006/diagram|<w:(?:vanish|sym|fldChar|fldSimple|sdt|ruby|smartTag|customXml|ins|del|moveFrom|moveTo|bdo|dir)\b|'
    rb'Change\b|textpath|drawingml/2006/chart|drawing/2014/chartex|"noBar"|purl\.oclc\.org/ooxml|Wingdings|Webdings|Dingbats|"Symbol"')
STYLE_TRAITS = re.compile(rb'<w:vanish\b|Wingdings|Webdings|Dingbats|"Symbol"|purl\.oclc\.org/ooxml')
NUMBER = re.compile(rb'<w:numPr\b')
# Matches a number format of a list. Readers may number lists differently.
COUNTS = re.compile(rb'<w:numFmt w:val="(?!bullet")')
STORIES = ('footnotes', 'endnotes')


def rewrite(step: dict, file: str, marks_items: bool) -> bool:
    """Writes a rewritten copy to `file` if readers cannot use the document unchanged, and warns about omitted content.
    Returns whether `file` was written. With `marks_items`, list items are kept as list items. The pandoc filter
    numbers.lua later writes the numbers of list items as text if the target would show other numbers.

    @throws KeyError, zipfile.BadZipFile and ElementTree.ParseError for damaged documents"""
    with zipfile.ZipFile(step['input']) as archive:
        document = Document(archive)
        warn_of_remarks(document, step)
        if has_traits(document):
            Rewriting(document, step, marks_items).run()
        elif has_numbers(document):
            Rewriting(document, step, marks_items).number()
        if document.has_changed:
            document.write(file)
        return document.has_changed


def texts_of(document: Document) -> list[bytes]:
    return [document.data(name) for name in (document.main, *map(document.part, STORIES)) if name]


def has_traits(document: Document) -> bool:
    in_text = any(TRAITS.search(data) for data in texts_of(document))
    return in_text or bool(STYLE_TRAITS.search(document.data(document.part('styles')))) or has_unfit_tables(document)


def has_unfit_tables(document: Document) -> bool:
    names = [name for name in (document.main, *map(document.part, STORIES)) if b'<w:tbl' in document.data(name)]
    return any(tables.is_unfit(document.tree(name)) for name in names)


def has_numbers(document: Document) -> bool:
    data = (*texts_of(document), document.data(document.part('styles')))
    return any(map(NUMBER.search, data)) and bool(COUNTS.search(document.data(document.part('numbering'))))


def warn_of_remarks(document: Document, step: dict) -> None:
    """Converts comments to footnotes on request, and warns about content that readers leave out."""
    text = document.data(document.main)
    if b'<w:commentReference' in text:
        if step.get('options', {}).get('comments'):
            remarks.as_footnotes(document)
        elif found := remarks.count(document):
            warn(step, 'comments_left_out', str(found))
    if re.search(rb'<w:(?:header|footer)Reference', text) and remarks.has_headers(document):
        warn(step, 'headers_left_out')


class Rewriting:
    def __init__(self, document: Document, step: dict, marks_items: bool):
        self.document = document
        self.step = step
        self.options = step.get('options', {})
        self.styles = Styles(document)
        self.numbers = labels.Writer(Numbering(document, self.styles), marks_items)

    def run(self) -> None:
        main = self.document.changing(self.document.main)
        chunks.insert(self.document, self.step)
        insert_charts(main, self.document.archive, self.document.main)
        if main is not None:
            diagrams.insert_texts(self.document, main)
        roots = [root for name in (self.document.main, *map(self.document.part, STORIES)) if (root := self.document.changing(name)) is not None]
        for root in roots:
            formulas.stack(root)
        tracked_changes = self.options.get('tracked_changes', 'final')
        if any([story.settle(root, self.styles, self.numbers, tracked_changes) for root in roots]):
            warn(self.step, 'hidden_text')

    def number(self) -> None:
        """Rewrites only the list numbers of the document. Most documents with lists need no other change."""
        for name in (self.document.main, *map(self.document.part, STORIES)):
            if name == self.document.main or NUMBER.search(self.document.data(name)):
                self.numbers.write(self.document.changing(name))
