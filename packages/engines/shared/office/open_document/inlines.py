"""Rewrites the content of a paragraph as displayed: replaces fields with their text and controls with their values, and
removes hidden text."""
from dataclasses import dataclass, replace
from typing import Callable

from engines.shared.office.open_document import controls, symbols
from engines.shared.office.open_document.names import (
    DC,
    DRAW,
    FIELD,
    OFFICE,
    TABLE,
    TEXT,
    Element,
    Pieces,
    is_true,
    made,
    pieces_of,
    set_pieces,
)
from engines.shared.office.open_document.styles import Styles, style_of

SPACES = (TEXT + 's', TEXT + 'tab', TEXT + 'line-break')
ANCHORS = tuple(TEXT + name for name in ('bookmark', 'bookmark-start', 'bookmark-end', 'reference-mark', 'reference-mark-start', 'reference-mark-end'))
# Cross-references, which pandoc converts to links.
LINKS = (TEXT + 'bookmark-ref', TEXT + 'reference-ref')
UNSEEN = (
    *(TEXT + name for name in ('change', 'change-start', 'change-end', 'soft-page-break', 'script', 'toc-mark', 'toc-mark-start', 'toc-mark-end')),
    *(TEXT + name for name in ('alphabetical-index-mark', 'alphabetical-index-mark-start', 'alphabetical-index-mark-end')),
    *(TEXT + name for name in ('user-index-mark', 'user-index-mark-start', 'user-index-mark-end', 'database-next', 'database-row-select')),
    OFFICE + 'event-listeners', FIELD + 'fieldmark-start', FIELD + 'fieldmark-end', FIELD + 'param',
)


@dataclass(frozen=True)
class Surroundings:
    """Properties that a run of text inherits from the elements around it."""

    hidden: bool = False
    font: 'str | None' = None


class Inlines:
    """Rewrites the content of the paragraphs of an OpenDocument text. `blocks` is a function that rewrites the blocks
    of notes and text boxes."""

    def __init__(self, root: Element, styles: Styles, blocks: Callable[[Element], None], with_comments: bool) -> None:
        self._styles, self._forms, self._blocks, self._with_comments = styles, controls.controls_by_id(root), blocks, with_comments
        self.has_hidden = False
        self.comments = 0
        # Names of comments that refer to a text range. The comments are inserted at the end of the text range.
        self._ends = {end.get(OFFICE + 'name') for end in root.iter(OFFICE + 'annotation-end')}
        self._noted: dict['str | None', Pieces] = {}
        # Whether the current paragraph has a field that hides the paragraph.
        self._hides_paragraph = False

    def rewrite(self, paragraph: Element) -> bool:
        """Rewrites the paragraph. Returns False if the paragraph is now empty because its content was hidden."""
        name = style_of(paragraph)
        around = Surroundings(
            hidden=bool(self._styles.display(self._styles.paragraph, name)), font=self._styles.font(self._styles.paragraph, name)
        )
        self._hides_paragraph = False
        had_hidden, self.has_hidden = self.has_hidden, False
        pieces = self._pieces(paragraph, around)
        if self._hides_paragraph:
            self.has_hidden = self.has_hidden or any(isinstance(piece, str) for piece in pieces)
            pieces = []
        is_gone = not pieces and (self.has_hidden or self._hides_paragraph)
        self.has_hidden = self.has_hidden or had_hidden
        set_pieces(paragraph, pieces)
        return not is_gone

    def _pieces(self, element: Element, around: Surroundings) -> Pieces:
        shown: Pieces = []
        for piece in pieces_of(element):
            shown += self._text(piece, around) if isinstance(piece, str) else self._element(piece, around)
        return shown

    def _text(self, text: str, around: Surroundings) -> Pieces:
        if not around.hidden:
            return [symbols.to_unicode(text, around.font)]
        self.has_hidden = self.has_hidden or bool(text.strip())
        return []

    def _element(self, element: Element, around: Surroundings) -> Pieces:
        tag = element.tag
        if not isinstance(tag, str) or tag in UNSEEN:
            return []
        if tag == TEXT + 'span':
            return self._kept(element, self._within(element, around))
        if tag == TEXT + 'a' or tag in LINKS:
            return self._kept(element, around)
        if tag in SPACES:
            return [] if around.hidden else [element]
        if tag in ANCHORS:
            return [element]
        if tag == OFFICE + 'annotation':
            return self._comment(element)
        if tag == OFFICE + 'annotation-end':
            return self._noted.pop(element.get(OFFICE + 'name'), [])
        if around.hidden and (tag == TEXT + 'note' or tag.startswith(DRAW)):
            self.has_hidden = True
            return []
        if tag == TEXT + 'note':
            for body in element.findall(TEXT + 'note-body'):
                self._blocks(body)
            return [element]
        if tag == DRAW + 'control':
            return controls.shown(self._forms.get(element.get(DRAW + 'control', '')))
        if tag.startswith((DRAW, TABLE)):
            self._drawing(element)
            return [element]
        if tag == FIELD + 'fieldmark':
            return self._text(controls.field_mark(element), around)
        return self._field(element, around) if tag.startswith(TEXT) else self._other(element, around)

    def _within(self, span: Element, around: Surroundings) -> Surroundings:
        name, text = style_of(span), self._styles.text
        display, font = self._styles.display(text, name), self._styles.font(text, name)
        return replace(around, **({} if display is None else {'hidden': display}), **({} if font is None else {'font': font}))

    def _kept(self, element: Element, around: Surroundings) -> Pieces:
        """Returns the element with its content as displayed, or nothing if it became empty."""
        pieces = self._pieces(element, around)
        set_pieces(element, pieces)
        return [element] if pieces else []

    def _field(self, element: Element, around: Surroundings) -> Pieces:
        if element.get(TEXT + 'display') == 'none':
            return []
        match element.tag.removeprefix(TEXT):
            case 'hidden-paragraph':
                self._hides_paragraph = self._hides_paragraph or is_true(element, TEXT + 'is-hidden')
                return []
            case 'hidden-text':
                # LibreOffice stores the text as content of the element only if the text is shown. Therefore an element
                # without content and without `is-hidden` is hidden.
                hidden = is_true(element, TEXT + 'is-hidden') or element.get(TEXT + 'is-hidden') is None and not ''.join(element.itertext())
                return self._text(element.get(TEXT + 'string-value', ''), replace(around, hidden=around.hidden or hidden))
            case 'conditional-text':
                return self._pieces(element, around) or self._text(_conditional(element), around)
            case 'drop-down':
                return self._pieces(element, around) or self._text(_chosen(element), around)
            case 'ruby':
                return self._ruby(element, around)
        return self._pieces(element, around)

    def _ruby(self, element: Element, around: Surroundings) -> Pieces:
        base, above = (self._pieces(part, around) for name in ('ruby-base', 'ruby-text') for part in element.findall(TEXT + name)[:1])
        return [*base, '(', *above, ')'] if above else base

    def _other(self, element: Element, around: Surroundings) -> Pieces:
        """Returns the content of an unknown element, because newer programs may wrap text in unknown elements."""
        return self._pieces(element, around)

    def _drawing(self, element: Element) -> None:
        """Rewrites the paragraphs in a text box, a shape or a group."""
        if any(child.tag.startswith(TEXT) for child in element):
            self._blocks(element)
            return
        for child in element:
            if child.tag.startswith(DRAW):
                self._drawing(child)

    def _comment(self, annotation: Element) -> Pieces:
        self.comments += 1
        if not self._with_comments:
            return []
        by = ', '.join(filter(None, (annotation.findtext(DC + 'creator'), (annotation.findtext(DC + 'date') or '')[:10])))
        body = made(TEXT + 'note-body')
        body.extend(child for child in annotation if child.tag.startswith(TEXT))
        if by and len(body) and body[0].tag == TEXT + 'p':
            set_pieces(body[0], [f'{by}: ', *pieces_of(body[0])])
        self._blocks(body)
        note = made(TEXT + 'note', [made(TEXT + 'note-citation', ['*']), body], id=f'comment{self.comments}', note_class='footnote')
        name = annotation.get(OFFICE + 'name')
        if name in self._ends:
            self._noted[name] = [note]
            return []
        return [note]


def _conditional(element: Element) -> str:
    is_met = is_true(element, TEXT + 'current-value')
    return element.get(TEXT + ('string-value-if-true' if is_met else 'string-value-if-false'), '')


def _chosen(element: Element) -> str:
    labels = element.findall(TEXT + 'label')
    return next((label.get(TEXT + 'value', '') for label in labels if is_true(label, TEXT + 'current-selected')), '')


