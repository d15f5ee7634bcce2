"""Resolves the styles of a Word document and their inheritance."""
import functools

from engines.shared.office.word.document import Document, Element, W, is_on, value


class Styles:
    def __init__(self, document: Document):
        root = document.tree(document.part('styles'))
        self._styles: dict[str, Element] = {}
        self.default_paragraph = ''
        self.defaults: Element | None = None
        if root is None:
            return
        self.defaults = root.find(f'{W}docDefaults/{W}rPrDefault/{W}rPr')
        for style in root.iter(W + 'style'):
            name = style.get(W + 'styleId', '')
            self._styles.setdefault(name, style)
            if style.get(W + 'type') == 'paragraph' and style.get(W + 'default') in ('1', 'true', 'on'):
                self.default_paragraph = name

    @functools.cache
    def chain(self, name: str) -> tuple[Element, ...]:
        """Returns a style and its ancestors, nearest first."""
        found: list[Element] = []
        while (style := self._styles.get(name)) is not None and style not in found:
            found.append(style)
            name = value(style, 'basedOn')
        return tuple(found)

    def of_paragraph(self, properties: Element | None) -> str:
        return value(properties, 'pStyle', self.default_paragraph)

    @functools.cache
    def toggle(self, name: str, toggle: str) -> bool:
        """Returns whether the style turns on a toggle such as `vanish` for its characters."""
        for style in self.chain(name):
            found = style.find(f'{W}rPr/{W}{toggle}')
            if found is not None:
                return is_on(found)
        return False

    @functools.cache
    def font(self, name: str) -> str:
        for style in self.chain(name):
            font = font_of(style.find(W + 'rPr'))
            if font:
                return font
        return ''

    def language(self, properties: Element | None) -> str:
        """Returns the language of a paragraph with the properties `properties`, such as `de-CH`, or an empty string."""
        mark = None if properties is None else properties.find(W + 'rPr')
        return value(mark, 'lang') or self.language_of_style(self.of_paragraph(properties))

    @functools.cache
    def language_of_style(self, name: str) -> str:
        for style in self.chain(name):
            if found := value(style.find(W + 'rPr'), 'lang'):
                return found
        return value(self.defaults, 'lang')

    @functools.cache
    def is_heading(self, name: str) -> bool:
        """Returns whether readers treat paragraphs of the style as headings."""
        return any(value(style, 'name').lower().startswith(('heading ', 'title', 'subtitle')) for style in self.chain(name))

    def numbering(self, name: str) -> tuple[str, str, list[str]]:
        """Returns the numbering instance and the level of the style, and the ids of the searched styles. The search
        begins at the style and ends at the first ancestor that sets the numbering."""
        ids: list[str] = []
        level = ''
        for style in self.chain(name):
            ids.append(style.get(W + 'styleId', ''))
            found = style.find(f'{W}pPr/{W}numPr')
            level = level or value(found, 'ilvl')
            if value(found, 'numId'):
                return value(found, 'numId'), level, ids
        return '', level, ids

    def of_numbering(self, name: str) -> str:
        """Returns the numbering instance of a list style."""
        return self.numbering(name)[0]


def font_of(properties: Element | None) -> str:
    fonts = None if properties is None else properties.find(W + 'rFonts')
    if fonts is None:
        return ''
    return fonts.get(W + 'ascii') or fonts.get(W + 'hAnsi') or ''


def is_toggled(styles: Styles, toggle: str, paragraph: Element | None, run: Element | None) -> bool:
    """Returns whether a toggle is on for a run. A setting of the run itself takes precedence over its styles. If the
    run has no setting, the toggle is on if it is on by default, or if exactly one of the paragraph style and the
    character style sets it."""
    direct = None if run is None else run.find(W + toggle)
    if direct is not None:
        return is_on(direct)
    by_default = None if styles.defaults is None else styles.defaults.find(W + toggle)
    if by_default is not None and is_on(by_default):
        return True
    of_characters = value(run, 'rStyle')
    return styles.toggle(styles.of_paragraph(paragraph), toggle) != (bool(of_characters) and styles.toggle(of_characters, toggle))
