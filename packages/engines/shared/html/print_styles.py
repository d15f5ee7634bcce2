"""Marks page breaks and ruled tables of a web page, for readers that do not support style sheets.

A page break becomes a `div` with the break in its `style` attribute. A ruled table gets the attribute `border`."""
import re
from xml.etree import ElementTree

from engines.shared.html import page_styles, shown_page
from engines.shared.html.end_tags import written_whole
from engines.shared.html.page_styles import word
from engines.shared.html.shown_page import HTML, name_of

FORCED = ('page', 'always', 'left', 'right', 'recto', 'verso')
LINES = ('solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'inset', 'outset')
# Matches pages that may have page breaks or ruled tables.
HINT = re.compile(
    rf'break-(?:before|after)\s*:\s*(?:{"|".join(FORCED)})\b'
    rf'|(?<![-\w])border[-\w]*\s*:[^;}}"]*\b(?:{"|".join(LINES)})\b'
    r'|<table\b[^>]*\srules\s*=',
    re.IGNORECASE,
)
BREAKS = {side: (f'break-{side}', f'page-break-{side}') for side in ('before', 'after')}
BORDERS = {f'border{side}{part}' for side in ('', '-top', '-bottom', '-left', '-right') for part in ('', '-style')}
PRINT = page_styles.View('print', {*BREAKS['before'], *BREAKS['after'], *BORDERS})
# Elements in which a `div` may be placed between blocks.
HOLDERS = {'body', 'div', 'section', 'article', 'main', 'aside', 'header', 'footer', 'nav', 'details', 'figure', 'form', 'blockquote'}
WHOLE = {'ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr'}
# Number of cells that are checked to decide whether a table has borders.
FEW_CELLS = 20


def marked(text: str, source: str) -> str:
    if not HINT.search(text):
        return text
    root = shown_page.parsed(text, source)
    sheets = [element.text or '' for element in root.iter(f'{HTML}style')]
    styles = page_styles.PageStyles(sheets, root, PRINT)
    parents = {child: parent for parent in root.iter() for child in parent}
    for element in list(root.iter()):
        if name_of(element) == 'table' and is_ruled(element, styles):
            element.set('border', '1')
        for side in BREAKS:
            if breaks(element, side, styles):
                mark_break(element, side, parents)
    return written_whole(root)


def declared(element, styles: page_styles.PageStyles) -> dict:
    return styles.of(element).get(None, {})


def breaks(element, side: str, styles: page_styles.PageStyles) -> bool:
    declarations = {} if name_of(element) in ('', 'html', 'body') else declared(element, styles)
    return any(word(declarations.get(name)) in FORCED for name in BREAKS[side])


def is_ruled(table, styles: page_styles.PageStyles) -> bool:
    if table.get('border', '0').strip() != '0' or table.get('rules', 'none').lower() not in ('none', ''):
        return True
    cells = [element for element in table.iter() if name_of(element) in ('td', 'th')]
    return any(has_line(declared(element, styles)) for element in (table, *cells[:FEW_CELLS]))


def has_line(declarations: dict) -> bool:
    def is_drawn(tokens: list) -> bool:
        words = {token.lower_value for token in tokens if token.type == 'ident'}
        has_width = not any(token.type in ('number', 'dimension') and token.value == 0 for token in tokens)
        return has_width and not words.isdisjoint(LINES)

    return any(is_drawn(tokens) for name, tokens in declarations.items() if name in BORDERS)


def mark_break(element, side: str, parents: dict) -> None:
    """Inserts the page break before the block that contains the element. If text precedes the element in the block,
    inserts the page break after the block. Does not divide lists and tables."""
    parent = parents.get(element)
    while parent is not None and name_of(parent) not in HOLDERS:
        if side == 'before' and words_before(element, parent):
            side = 'after'
        if side == 'after' and name_of(parent) in WHOLE:
            return
        element, parent = parent, parents.get(parent)
    if parent is None:
        return
    mark = ElementTree.Element(f'{HTML}div', {'style': f'break-{side}: page'})
    if side == 'after':
        mark.tail, element.tail = element.tail, None
    parent.insert(list(parent).index(element) + (side == 'after'), mark)


def words_before(element, parent) -> bool:
    before = list(parent)[: list(parent).index(element)]
    return any(text.strip() for text in (parent.text or '', *(f'{"".join(one.itertext())}{one.tail or ""}' for one in before)))
