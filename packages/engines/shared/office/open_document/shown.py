"""Rewrites an OpenDocument text document so that its markup contains exactly the visible content.

Readers such as pandoc and calibre support paragraphs, lists and notes, but not numbering, hidden text, fields, form
controls or sections. Fields are replaced with the results that are stored in the file. LibreOffice also prints the
stored results of fields."""
import re
from dataclasses import dataclass, field
from xml.etree import ElementTree

from engines.shared.office import text_boxes
from engines.shared.office.open_document import cells, changes, conditions, page_headers
from engines.shared.office.open_document.inlines import Inlines
from engines.shared.office.open_document.lists import Lists, add_styles, with_label
from engines.shared.office.open_document.names import (
    LIST,
    OFFICE,
    PARAGRAPHS,
    TABLE,
    TEXT,
    Element,
    is_true,
    set_blocks,
)
from engines.shared.office.open_document.styles import Styles

NUMBERED = TEXT + 'numbered-paragraph'
SECTION = TEXT + 'section'
# Indexes that were generated from headings and captions.
CONTENTS = tuple(TEXT + name for name in ('table-of-content', 'illustration-index', 'table-index', 'object-index'))
INDEXES = tuple(TEXT + name for name in ('alphabetical-index', 'user-index', 'bibliography'))
INDEX_PARTS = (TEXT + 'index-body', TEXT + 'index-title')
# Text elements that need no rewriting.
KNOWN = 'p|h|s|tab|line-break|span|a|note|note-body|note-citation|bookmark|bookmark-start|bookmark-end|sequence-decls?|soft-page-break'
HINT = re.compile(rf'<(?:text:(?!(?:{KNOWN})[\s/>])|office:annotation|draw:control|draw:text-box|form:|field:|loext:(?!graphic-properties|table-properties))|text:display="|[\ue000-\uf8ff]')
STYLE_HINT = re.compile(
    r'text:display="|<text:outline-level-style[^>]*num-format="[^"]|<style:(?:header|footer)(?:-left|-first)?[ >]'
    r'|style:font-name="(?:Wing|Web)dings|style:font-name="Symbol"'
)



@dataclass
class Result:
    """The rewritten content of a document, and the warnings about missing parts of the document. `warnings` maps
    warning codes to details."""

    content: str
    warnings: dict[str, str] = field(default_factory=dict)


def as_shown(content: str, styles: str, target: str, options: dict) -> Result:
    """Rewrites the document for `target`. `content` and `styles` contain content.xml and styles.xml. Returns the same
    content if nothing changes."""
    if not HINT.search(content) and not STYLE_HINT.search(styles) and not STYLE_HINT.search(content) and not text_boxes.HINT.search(content) and not cells.HINT.search(content) and cells.SPANNED not in content:
        return Result(content)
    named = text_boxes.parsed(styles.encode()) if styles else Element('none')
    root = text_boxes.parsed(content.encode())
    rewriting = _Rewriting(root, named, target, options)
    rewriting.run()
    return Result(ElementTree.tostring(root, encoding='unicode'), rewriting.warnings)


class _Rewriting:
    def __init__(self, root: Element, named: Element, target: str, options: dict) -> None:
        self._root, self._named = root, named
        self._mode = options.get('tracked_changes', 'final')
        self._styles = Styles()
        for part in (named, root):
            self._styles.read(part)
        self._with_comments = bool(options.get('comments'))
        self._inlines = Inlines(root, self._styles, self._container, self._with_comments)
        self._lists = Lists(self._styles, target, self._inlines.rewrite, self._block)
        self._has_hidden_section = False
        self._empty_links = 0
        self.warnings: dict[str, str] = {}

    def run(self) -> None:
        conditions.store_results(self._root)
        style = changes.apply(self._root, self._mode)
        for body in self._root.iter(OFFICE + 'text'):
            self._container(body)
            text_boxes.lift_open_document(body)
            for table in body.iter(TABLE + 'table'):
                cells.mark_spans(table)
        add_styles(self._root, [*self._lists.made.values(), *([] if style is None else [style])])
        if self._inlines.has_hidden or self._has_hidden_section:
            self.warnings['hidden_text'] = ''
        if self._empty_links:
            self.warnings['documents_left_out'] = f'{self._empty_links} linked'
        if self._inlines.comments and not self._with_comments:
            self.warnings['comments_left_out'] = str(self._inlines.comments)
        if page_headers.has_words(self._named, self._root):
            self.warnings['headers_left_out'] = ''

    def _container(self, container: Element) -> None:
        """Rewrites the blocks of a body, a cell, a note or a text box."""
        is_cell = container.tag in cells.CELLS
        self._lists.cells += is_cell
        blocks = [block for child in list(container) for block in self._block(child)]
        self._lists.cells -= is_cell
        if is_cell:
            blocks = cells.paragraphs(blocks)
        if not blocks and container.tag.endswith('}note-body'):
            blocks = [Element(TEXT + 'p')]
        set_blocks(container, blocks)

    def _block(self, block: Element) -> list[Element]:
        tag = block.tag
        if tag in PARAGRAPHS:
            return self._paragraph(block)
        if tag == LIST:
            return self._lists.outermost(block)
        if tag == SECTION:
            if self._is_hidden(block):
                self._has_hidden_section = self._has_hidden_section or bool(text_boxes.said_in(block))
                return []
            self._empty_links += _is_empty_link(block)
            return self._spliced(block)
        if tag in CONTENTS or tag == TEXT + 'section-source' or tag.endswith('-source') or tag == OFFICE + 'forms':
            return []
        if tag in INDEXES or tag in INDEX_PARTS:
            return self._spliced(block)
        if tag == NUMBERED:
            return self._lists.numbered(block)
        if block.text and block.text.strip() or tag.startswith(OFFICE):
            return [block]
        self._container(block)
        return [block]

    def _spliced(self, block: Element) -> list[Element]:
        return [inner for child in list(block) for inner in self._block(child)]

    def _paragraph(self, block: Element) -> list[Element]:
        label = self._lists.heading_label(block)
        stays = self._inlines.rewrite(block)
        if stays:
            with_label(block, label)
        return [block] if stays else []

    @staticmethod
    def _is_hidden(section: Element) -> bool:
        display = section.get(TEXT + 'display')
        return display == 'none' or display == 'condition' and is_true(section, TEXT + 'is-hidden')


def _is_empty_link(section: Element) -> bool:
    """Returns whether the section only links to another file, as in a master document, and contains no stored text."""
    return section.find(TEXT + 'section-source') is not None and not text_boxes.said_in(section)
