"""Rewrites lists so that targets show the same labels (numbers or bullets) as the printed page.

A list keeps its numbering if the target can number it in the same way. If the target numbers a list differently, the
labels become part of the item text."""
from dataclasses import dataclass, field

from engines.shared.office.open_document import numbers
from engines.shared.office.open_document.names import (
    H,
    ITEM,
    LIST,
    LIST_HEADER,
    OFFICE,
    P,
    PARAGRAPHS,
    STYLE,
    TEXT,
    XML,
    Element,
    is_true,
    made,
    pieces_of,
    set_pieces,
)
from engines.shared.office.open_document.styles import BULLET, OUTLINE, Level, Styles

LEVELS = range(1, 11)
# Marks a label at the start of the item text. Every reader of the rewritten document removes this mark.
LABEL_MARK = '\ufdd0'
PERIOD, PARENTHESIS, PARENTHESES, BARE = '.', ')', '()', ''
LETTERS = ('1', 'a', 'A', 'i', 'I')
SIMPLE = {('1', PERIOD), ('1', PARENTHESIS), ('1', BARE)}
PERIODS = {(kind, end) for kind in LETTERS for end in (PERIOD, BARE)}
ALL = {(kind, end) for kind in LETTERS for end in (PERIOD, PARENTHESIS, PARENTHESES)} | {('1', BARE)}
# Numbering formats that each target supports. Targets that are not listed support only `SIMPLE`.
WRITTEN = {
    **dict.fromkeys(('txt', 'rst', 'tex', 'man', 'ms'), ALL),
    **dict.fromkeys(('html', 'xhtml', 'docbook', 'jats', 'tei', 'adoc', 'epub', 'mobi', 'azw3', 'htmlz'), PERIODS),
    **dict.fromkeys(('mediawiki', 'dokuwiki', 'jira', 'textile'), {('1', PERIOD)}),
    **dict.fromkeys(('pdb', 'lit', 'lrf', 'fb2'), set()),
}
FIRST_ONLY = ('mediawiki', 'dokuwiki', 'jira', 'textile')


@dataclass
class Count:
    """Counter of one list: the number of the last item at each level."""

    values: dict[int, int] = field(default_factory=dict)

    def next(self, levels: dict[int, Level], level: int, start: 'str | None') -> int:
        for deeper in [one for one in self.values if one > level]:
            del self.values[deeper]
        for above in range(1, level):
            self.values.setdefault(above, levels.get(above, Level()).start)
        if start and start.isdigit():
            self.values[level] = int(start)
        elif level in self.values:
            self.values[level] += 1
        else:
            self.values[level] = levels.get(level, Level()).start
        return self.values[level]


@dataclass
class Item:
    blocks: list[Element]
    # Number of the item. A list header has no number, and an item that begins with another list has no number.
    number: 'int | None' = None
    label: str = ''
    is_bullet: bool = False


@dataclass
class Place:
    """A nested list: its counter, style and level."""

    count: Count
    style: 'str | None'
    level: int


class Lists:
    """Adds the labels of headings and list items. The functions `paragraph` and `other` rewrite the content of list
    items."""

    def __init__(self, styles: Styles, target: str, paragraph, other) -> None:
        self._styles, self._target, self._paragraph, self._other = styles, target, paragraph, other
        self._written = WRITTEN.get(target, SIMPLE)
        self._counts: dict[str, Count] = {}
        self._outline = Count()
        self._last: 'tuple[str | None, Count] | None' = None
        # Number of nested cells that contain the current block. Readers drop lists in cells, so each list in a cell
        # becomes paragraphs.
        self.cells = 0
        # List styles created for lists that cannot keep their style.
        self.made: dict[str, Element] = {}

    def heading_label(self, block: Element) -> str:
        """Returns the label of a heading that is numbered by its outline level, not by a list. Returns an empty string
        for a heading without such a number."""
        name = block.get(TEXT + 'style-name')
        level = self._styles.outline_level(name) or int(block.get(TEXT + 'outline-level') or 0) * (block.tag == H)
        levels = self._styles.lists.get(OUTLINE)
        if not level or not levels or self._styles.list_name(name) not in (None, OUTLINE) or is_true(block, TEXT + 'is-list-header'):
            return ''
        start = None
        if is_true(block, TEXT + 'restart-numbering'):
            start = block.get(TEXT + 'start-value') or str(levels.get(level, Level()).start)
        self._outline.next(levels, level, start)
        return numbers.label(levels, self._outline.values, level)

    def numbered(self, wrapper: Element) -> list[Element]:
        """Returns the paragraphs of a `text:numbered-paragraph` with their label."""
        level, style = int(wrapper.get(TEXT + 'level') or 1), wrapper.get(TEXT + 'style-name')
        count = self._counts.setdefault(f'paragraphs {wrapper.get(TEXT + "list-id", style)}', Count())
        levels = self._styles.lists.get(style or '', {})
        count.next(levels, level, wrapper.get(TEXT + 'start-value'))
        for block in wrapper:
            with_label(block, numbers.label(levels, count.values, level))
        return [block for block in wrapper if self._paragraph(block)]

    def outermost(self, element: Element) -> list[Element]:
        style = element.get(TEXT + 'style-name')
        count = self._continued(element, style)
        if identifier := element.get(XML + 'id') or element.get(TEXT + 'id'):
            self._counts[identifier] = count
        self._last = (style, count)
        return self._blocks(element, Place(count, style, 1))

    def _continued(self, element: Element, style: 'str | None') -> Count:
        if style == OUTLINE:
            return self._outline
        continued = self._counts.get(element.get(TEXT + 'continue-list', ''))
        if continued:
            return continued
        if is_true(element, TEXT + 'continue-numbering') and self._last and self._last[0] == style:
            return self._last[1]
        return Count()

    def _blocks(self, element: Element, place: Place) -> list[Element]:
        """Returns the blocks that replace the list in the document."""
        blocks: list[Element] = []
        run: list[Item] = []
        for child in element:
            if child.tag not in (ITEM, LIST_HEADER):
                continue
            item = self._item(child, place)
            if not item.blocks:
                continue
            if any(block.tag == H for block in item.blocks):
                blocks += self._list(run, place) + item.blocks
                run = []
            elif item.number is None and run:
                run[-1].blocks += item.blocks
            elif item.number is None:
                blocks += item.blocks
            else:
                run.append(item)
        return blocks + self._list(run, place)

    def _item(self, element: Element, place: Place) -> Item:
        levels = self._styles.lists.get(place.style or '', {})
        item = Item([])
        for n, child in enumerate(list(element)):
            if child.tag == LIST:
                inner = Place(place.count, child.get(TEXT + 'style-name') or place.style, place.level + 1)
                item.blocks += self._blocks(child, inner)
            elif child.tag in PARAGRAPHS:
                if n == 0 and element.tag == ITEM:
                    item.number = place.count.next(levels, place.level, element.get(TEXT + 'start-value'))
                    item.label = numbers.label(levels, place.count.values, place.level)
                    item.is_bullet = place.level not in levels or not levels[place.level].is_number
                if child.tag == H:
                    with_label(child, item.label)
                item.blocks += [child] if self._paragraph(child) else []
            else:
                item.blocks += self._other(child)
        return item

    def _list(self, items: list[Item], place: Place) -> list[Element]:
        if not items:
            return []
        if self.cells:
            for item in items:
                labelled(item, (item.label.strip() or '•') if item.is_bullet or item.label else '')
            return [block for item in items for block in item.blocks]
        if not items[0].is_bullet and not any(item.label for item in items):
            return [block for item in items for block in item.blocks]
        level = self._styles.lists.get(place.style or '', {}).get(place.level, Level(is_number=False))
        # Only a list at level 1 keeps its style. A nested list may move to another level, because its outer list may be
        # replaced with paragraphs.
        is_own = place.level == 1 and place.style
        if items[0].is_bullet:
            own = place.style if is_own else self._bullets(level.bullet)
        elif self._is_written(items, level):
            own = place.style if is_own and items[0].number == level.start and not level.pattern else self._numbers(level, items[0].number)
        else:
            own = self._bullets(BULLET)
            for item in items:
                labelled(item, LABEL_MARK + item.label.strip())
        result = made(LIST, [made(ITEM, item.blocks) for item in items], style_name=own or '')
        return [result]

    def _is_written(self, items: list[Item], level: Level) -> bool:
        """Returns whether the target numbers the items in the same way as the printed page."""
        kind, end, first = level.format, ending(level), items[0].number or 0
        if (kind, end) not in self._written or self._target in FIRST_ONLY and first != 1:
            return False
        plain = Level(kind, '(' if end == PARENTHESES else '', ')' if end == PARENTHESES else end)
        for n, item in enumerate(items):
            is_next = item.number == first + n and item.label == numbers.label({1: plain}, {1: first + n}, 1)
            if not is_next or not item.blocks[0].tag == P or not ''.join(item.blocks[0].itertext()).strip():
                return False
        return True

    def _bullets(self, char: str) -> str:
        name = f'Protean_bullets_{ord(char[0]):x}'
        return self._style(name, TEXT + 'list-level-style-bullet', {TEXT + 'bullet-char': char[0]})

    def _numbers(self, level: Level, start: 'int | None') -> str:
        end = ending(level)
        prefix, suffix = ('(', ')') if end == PARENTHESES else ('', end)
        number = {STYLE + 'num-format': level.format, STYLE + 'num-prefix': prefix, STYLE + 'num-suffix': suffix, TEXT + 'start-value': str(start)}
        return self._style(f'Protean_{level.format}_{start}_{len(end)}{ord((end or " ")[0])}', TEXT + 'list-level-style-number', number)

    def _style(self, name: str, tag: str, attributes: dict[str, str]) -> str:
        """Creates a list style with the same format on all levels, and returns its name."""
        if name not in self.made:
            style = Element(TEXT + 'list-style', {STYLE + 'name': name})
            style.extend(Element(tag, {TEXT + 'level': str(level), **attributes}) for level in LEVELS)
            self.made[name] = style
        return name


def ending(level: Level) -> 'str | None':
    """Returns the delimiters around the number of a label: one of the 4 usual kinds, or None for other delimiters."""
    prefix, suffix = level.prefix, level.suffix
    if level.pattern is not None:
        before, number, suffix = level.pattern.partition('%')
        _, _, suffix = suffix.partition('%')
        prefix = before
        if not number or '%' in suffix:
            return None
    if (prefix, suffix) == ('(', ')'):
        return PARENTHESES
    return suffix if not prefix and suffix in (PERIOD, PARENTHESIS, BARE) else None


def with_label(block: Element, label: str) -> None:
    if label.strip():
        set_pieces(block, [label.strip() + ' ', *pieces_of(block)])


def labelled(item: Item, text: str) -> None:
    """Inserts `text` before the text of a list item. Does nothing if `text` is empty."""
    if not text:
        return
    if item.blocks and item.blocks[0].tag == P:
        set_pieces(item.blocks[0], [text + ' ', *pieces_of(item.blocks[0])])
    else:
        item.blocks.insert(0, made(P, [text]))


def add_styles(root: Element, styles: list[Element]) -> None:
    """Adds styles to the automatic styles of a document."""
    automatic = root.find(OFFICE + 'automatic-styles')
    if automatic is None:
        automatic = Element(OFFICE + 'automatic-styles')
        root.insert(0, automatic)
    automatic.extend(styles)
