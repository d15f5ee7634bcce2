"""Accepts, rejects or shows the tracked changes of an OpenDocument text document."""
import copy

from engines.shared.office.open_document.names import (
    FO,
    ITEM,
    LIST,
    OFFICE,
    P,
    PARAGRAPHS,
    STYLE,
    TABLE,
    TEXT,
    XML,
    Element,
    Pieces,
    made,
    pieces_of,
    set_blocks,
    set_pieces,
)

REGIONS = TEXT + 'tracked-changes'
START, END, POINT = TEXT + 'change-start', TEXT + 'change-end', TEXT + 'change'
DELETED_STYLE = 'Protean_deleted'


def apply(root: Element, mode: str) -> 'Element | None':
    """Accepts all tracked changes (mode `final`), rejects all changes (`original`), or shows both insertions and
    deletions (`all`). In the mode `all`, returns the style of deleted text. In all other modes, returns None.

    In the mode `final`, the body stays unchanged, because deleted text is stored outside the body."""
    regions = [region for changes in root.iter(REGIONS) for region in changes]
    for parent in [parent for parent in root.iter() if parent.find(REGIONS) is not None]:
        for changes in parent.findall(REGIONS):
            parent.remove(changes)
    if mode == 'final':
        return None
    inserted = {_id(region) for region in regions if region.find(TEXT + 'insertion') is not None}
    deleted = {_id(region): deletion for region in regions if (deletion := region.find(TEXT + 'deletion')) is not None}
    for body in root.iter(OFFICE + 'text'):
        if mode == 'original':
            _Rejecting(inserted).blocks(body)
        _restore(body, deleted, DELETED_STYLE if mode == 'all' else None)
    if mode == 'original':
        return None
    style = Element(STYLE + 'style', {STYLE + 'name': DELETED_STYLE, STYLE + 'family': 'text'})
    style.append(Element(STYLE + 'text-properties', {STYLE + 'text-line-through-style': 'solid', FO + 'color': '#c9211e'}))
    return style


def _id(region: Element) -> str:
    return region.get(XML + 'id') or region.get(TEXT + 'id') or ''


class _Rejecting:
    """Removes the insertions. An insertion may begin in one paragraph and end in another, so all paragraphs are
    processed in order."""

    def __init__(self, inserted: set[str]) -> None:
        self._inserted = inserted
        self._open: set[str] = set()

    def blocks(self, container: Element) -> None:
        kept: list[Element] = []
        for block in list(container):
            before = bool(self._open)
            if block.tag in PARAGRAPHS:
                pieces = self._pieces(block)
                if before and kept and kept[-1].tag in PARAGRAPHS:
                    # The paragraph break before this paragraph is part of a removed insertion, so this paragraph is
                    # joined to the previous paragraph.
                    set_pieces(kept[-1], [*pieces_of(kept[-1]), *pieces])
                    continue
                set_pieces(block, pieces)
                if before and self._open and not pieces:
                    continue
            else:
                self.blocks(block)
                if before and block.tag in (LIST, ITEM, TABLE + 'table') and not ''.join(block.itertext()).strip():
                    continue
            kept.append(block)
        set_blocks(container, kept)

    def _pieces(self, element: Element) -> Pieces:
        kept: Pieces = []
        for piece in pieces_of(element):
            if isinstance(piece, str):
                kept += [] if self._open else [piece]
            elif piece.tag == START and piece.get(TEXT + 'change-id') in self._inserted:
                self._open.add(piece.get(TEXT + 'change-id', ''))
            elif piece.tag == END:
                self._open.discard(piece.get(TEXT + 'change-id', ''))
            else:
                before = bool(self._open)
                inner = self._pieces(piece)
                set_pieces(piece, inner)
                kept += [piece] if inner or not before and not self._open else []
        return kept


def _restore(container: Element, deleted: dict[str, Element], style: 'str | None') -> None:
    """Restores deleted text at its position, formatted with `style` if given."""
    blocks: list[Element] = []
    for block in list(container):
        if block.tag in PARAGRAPHS:
            blocks += _paragraph(block, deleted, style)
        else:
            _restore(block, deleted, style)
            blocks.append(block)
    set_blocks(container, blocks)


def _paragraph(block: Element, deleted: dict[str, Element], style: 'str | None') -> list[Element]:
    """Restores the deletions in a paragraph. Returns several paragraphs if a deletion had joined paragraphs."""
    blocks, pieces = [block], []
    for piece in pieces_of(block):
        is_mark = not isinstance(piece, str) and piece.tag == POINT
        deletion = deleted.get(piece.get(TEXT + 'change-id', '')) if is_mark else None
        if deletion is None:
            pieces.append(piece)
            continue
        parts = [copy.deepcopy(part) for part in deletion if part.tag.startswith((TEXT, TABLE))]
        for n, part in enumerate(parts):
            words = _marked(pieces_of(part), style) if part.tag in PARAGRAPHS else []
            if n == 0 and part.tag in PARAGRAPHS:
                pieces += words
            elif n == len(parts) - 1 and part.tag in PARAGRAPHS:
                set_pieces(blocks[-1], pieces)
                pieces = words
                blocks.append(Element(part.tag if part.tag != P else block.tag, {**block.attrib}))
            else:
                set_pieces(blocks[-1], pieces)
                if part.tag in PARAGRAPHS:
                    set_pieces(part, words)
                blocks.append(part)
                pieces = pieces_of(part) if part.tag in PARAGRAPHS else []
    if blocks[-1].tag in PARAGRAPHS:
        set_pieces(blocks[-1], pieces)
    return blocks


def _marked(pieces: Pieces, style: 'str | None') -> Pieces:
    """Wraps text in a styled span. Trailing spaces stay outside of the span, because some targets cannot style
    spaces."""
    if not style or not pieces:
        return pieces
    last = pieces[-1]
    spaces = [last[len(last.rstrip()):]] if isinstance(last, str) else []
    words = [*pieces[:-1], last.rstrip()] if isinstance(last, str) else pieces
    return [made(TEXT + 'span', words, style_name=style), *filter(None, spaces)]
