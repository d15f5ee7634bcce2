"""Replaces fields of a Word document with the text that Word shows, if LibreOffice would evaluate the fields
incorrectly or drop them."""
import re

from engines.shared.office.word import unstored_fields
from engines.shared.office.word.document import Element, W, text_element, text_run, unwrap

# LibreOffice drops the stored results of the fields in this set, or replaces the results with new values, such as the
# name of the opened file.
STORED = frozenset(('IF', 'COMPARE', 'SYMBOL', 'FILENAME', 'TEMPLATE', 'REVNUM', 'EDITTIME', 'NUMCHARS', 'NUMWORDS', 'SAVEDATE',
                    'PRINTDATE', 'NEXT', 'NEXTIF', 'SKIPIF', 'MERGEREC', 'MERGESEQ', 'AUTONUM', 'AUTONUMLGL', 'AUTONUMOUT'))
# Fields that are updated during editing. On a printed page, fields that are updated during editing show their stored
# results.
STORED_ON_PAGES = frozenset(('DATE', 'TIME', 'TITLE', 'SUBJECT', 'KEYWORDS', 'COMMENTS'))
# Fields that LibreOffice evaluates whenever it opens a template.
STORED_IN_TEMPLATES = frozenset(('DOCPROPERTY', 'DOCVARIABLE'))
# Fields with blocks, links or nested fields as results. LibreOffice can read results with blocks, links or nested
# fields.
CONTAINERS = frozenset(('TOC', 'INDEX', 'TOA', 'BIBLIOGRAPHY', 'CITATION', 'HYPERLINK'))
# Matches the field switches that write numbers in words. LibreOffice would write digits for a field with such a switch,
# so the field's stored result is used. The stored result of a field in `BY_PAGE` is not used, because the number
# differs on each page.
WORDS = re.compile(r'\\\*\s*(?:card|ord|dollar)text\b', re.IGNORECASE)
BY_PAGE = frozenset(('PAGE', 'NUMPAGES', 'SECTIONPAGES'))
REFERENCES = frozenset(('REF', 'PAGEREF', 'NOTEREF'))


class Field:
    """A complex field: its code, and its parts with their runs."""

    def __init__(self) -> None:
        self.code = ''
        self.in_result = False
        self.has_result = False
        self.has_inner = False
        self.parts: list[tuple[Element, Element]] = []

    @property
    def words(self) -> list[str]:
        return self.code.split()

    @property
    def kind(self) -> str:
        return (self.words or [''])[0].upper()


class NestedFields:
    """Replaces fields of a Word document. `bookmarks` contains the bookmark names of the document. `more` contains the
    names of fields that LibreOffice evaluates incorrectly only for the requested target. `STORED` contains the fields
    that LibreOffice evaluates incorrectly for every target."""

    def __init__(self, bookmarks: frozenset[str], more: frozenset[str]):
        self.bookmarks, self.stored = bookmarks, STORED | more
        self.open: list[Field] = []
        self.list_numbers = unstored_fields.ListNumbers()
        self.has_changed = False

    def settle(self, root: Element) -> None:
        for parent in list(root.iter()):
            for simple in [one for one in parent if one.tag == W + 'fldSimple']:
                self.settle_simple(parent, simple)
        for run in list(root.iter(W + 'r')):
            self.settle_run(run)
        self.open.clear()

    def settle_simple(self, parent: Element, simple: Element) -> None:
        field = Field()
        field.code, field.has_result = simple.get(W + 'instr', ''), len(simple) > 0
        if self.is_stored(field):
            unwrap(parent, simple, [one for one in simple if one.tag != W + 'fldData'])
            self.has_changed = True
        elif shown := self.unstored(field):
            unwrap(parent, simple, [text_run(shown)])
            self.has_changed = True

    def settle_run(self, run: Element) -> None:
        for child in list(run):
            if child.tag == W + 'fldChar':
                self.settle_mark(run, child)
            elif child.tag != W + 'rPr' and self.open:
                inner = self.open[-1]
                if child.tag == W + 'instrText' and not inner.in_result:
                    inner.code += child.text or ''
                # A field within the code of another field is part of that code.
                for field in self.open:
                    if field.in_result:
                        field.has_result = field.has_result or child.tag != W + 'instrText'
                    else:
                        field.parts.append((run, child))

    def settle_mark(self, run: Element, mark: Element) -> None:
        kind = mark.get(W + 'fldCharType')
        if kind == 'begin':
            for field in self.open:
                field.has_inner = True
            self.open.append(Field())
        if not self.open:
            return
        for field in self.open[:-1]:
            if not field.in_result:
                field.parts.append((run, mark))
        field = self.open[-1]
        field.parts.append((run, mark))
        if kind == 'separate':
            field.in_result = True
        elif kind == 'end':
            self.open.pop()
            if self.is_stored(field):
                self.remove(field)
            elif shown := self.unstored(field):
                run.insert(list(run).index(mark), text_element(shown))
                self.remove(field)

    def is_stored(self, field: Field) -> bool:
        kind = field.kind
        if not field.has_result or kind in CONTAINERS or any(one.kind in CONTAINERS for one in self.open):
            return False
        if kind in REFERENCES and len(field.words) > 1 and field.words[1] not in self.bookmarks:
            return True
        if WORDS.search(field.code) and kind not in BY_PAGE:
            return True
        return field.has_inner or kind in self.stored

    def unstored(self, field: Field) -> str:
        """Returns the text that Word shows for a field without a stored result, or an empty string."""
        if field.has_result:
            return ''
        if field.kind == 'EQ':
            return unstored_fields.formula(field.code)
        return self.list_numbers.next(field.code) if field.kind == 'LISTNUM' else ''

    def remove(self, field: Field) -> None:
        self.has_changed = True
        for run, part in field.parts:
            if part in list(run):
                run.remove(part)


def settle(root: Element, bookmarks: frozenset[str], more: frozenset[str] = frozenset()) -> bool:
    """Replaces the fields. Returns whether any field was replaced."""
    fields = NestedFields(bookmarks, more)
    fields.settle(root)
    return fields.has_changed
