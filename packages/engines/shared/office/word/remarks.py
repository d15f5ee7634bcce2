"""Converts the comments of a Word document to footnotes, and detects headers and footers with text."""
import re

from engines.shared.office.word.document import Document, Element, R, W, number, text_run
from engines.shared.office.text_boxes import WORD, parsed

FOOTNOTES = 'word/footnotes.xml'
OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
FOOTNOTE_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml'
WORDS = re.compile(r'[^\W\d_]{2,}')
PAGE = re.compile(r'\b(PAGE|NUMPAGES|SECTIONPAGES)\b')


def count(document: Document) -> int:
    """Returns the number of comments in the text."""
    root = document.tree(document.main)
    return 0 if root is None else sum(1 for _ in root.iter(W + 'commentReference'))


def as_footnotes(document: Document) -> None:
    """Replaces each comment reference with a footnote that contains the comment."""
    comments = document.tree(document.part('comments'))
    root = document.changing(document.main)
    if comments is None or root is None:
        return
    notes = footnotes_of(document)
    known = {one.get(W + 'id'): one for one in comments.iter(W + 'comment')}
    next_id = max([1, *(number(one.get(W + 'id', '0')) for one in notes)]) + 1
    for run in root.iter(W + 'r'):
        for at, child in enumerate(run):
            comment = known.get(child.get(W + 'id')) if child.tag == W + 'commentReference' else None
            if comment is not None:
                run[at] = Element(W + 'footnoteReference', {W + 'id': str(next_id)})
                notes.append(note_of(comment, next_id))
                next_id += 1


def note_of(comment: Element, name: int) -> Element:
    note = Element(W + 'footnote', {W + 'id': str(name)})
    note.extend(list(comment))
    author, first = comment.get(W + 'author', ''), note.find(f'.//{W}p')
    if author and first is not None:
        first.insert(1 if len(first) and first[0].tag == W + 'pPr' else 0, text_run(f'{author}: '))
    return note


def footnotes_of(document: Document) -> Element:
    """Returns the tree of the footnotes part. If the footnotes part is missing, adds it."""
    name = document.part('footnotes')
    if not name:
        name = FOOTNOTES
        document.put_new(name, f'<w:footnotes xmlns:w="{WORD}"/>'.encode(), FOOTNOTE_TYPE, f'{OFFICE}/footnotes')
    root = document.changing(name)
    assert root is not None
    return root


def has_headers(document: Document) -> bool:
    """Returns whether a header or footer that is in use has text other than page numbers."""
    root = document.tree(document.main)
    used = [one for kind in ('headerReference', 'footerReference') for one in (() if root is None else root.iter(W + kind))]
    names = {document.related.get(one.get(R + 'id', ''), ('', ''))[1] for one in used}
    return any(has_words(parsed(document.data(name))) for name in names if name in document.names)


def has_words(root: Element) -> bool:
    for paragraph in root.iter(W + 'p'):
        words = WORDS.findall(''.join(one.text or '' for one in paragraph.iter(W + 't')))
        codes = ' '.join([*(one.text or '' for one in paragraph.iter(W + 'instrText')),
                          *(one.get(W + 'instr', '') for one in paragraph.iter(W + 'fldSimple'))])
        # Text such as "Page 3 of 5", in any language, is a page number.
        if len(words) > (2 if PAGE.search(codes) else 0):
            return True
    return False
