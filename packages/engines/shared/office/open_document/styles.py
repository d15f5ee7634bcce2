"""Resolves the styles of an OpenDocument text document that affect its visible text: hidden text, fonts, numbering and
outline levels."""
from dataclasses import dataclass, field
from typing import Iterator

from engines.shared.office.open_document.names import FO, LOEXT, OFFICE, STYLE, STYLE_NAME, TEXT, Element

SVG_FAMILY = '{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}font-family'
NUMBER_LEVEL = (TEXT + 'list-level-style-number', TEXT + 'outline-level-style')
OUTLINE = 'Outline'
BULLET = '•'


@dataclass
class Level:
    """Label format of a list level."""

    format: str = ''
    prefix: str = ''
    suffix: str = ''
    # Pattern such as `%1%.%2%)`, used instead of `prefix`, `suffix` and `display`.
    pattern: 'str | None' = None
    display: int = 1
    start: int = 1
    letter_sync: bool = False
    is_number: bool = True
    bullet: str = BULLET
    # Language tag such as `de-CH`, for numbers that are written out in words.
    language: str = ''


@dataclass
class Styles:
    paragraph: dict[str, Element] = field(default_factory=dict)
    text: dict[str, Element] = field(default_factory=dict)
    section: dict[str, Element] = field(default_factory=dict)
    fonts: dict[str, str] = field(default_factory=dict)
    lists: dict[str, dict[int, Level]] = field(default_factory=dict)
    language: str = ''

    def read(self, root: Element) -> None:
        """Adds the styles of an XML part. `styles.xml` must be read before `content.xml`."""
        for face in root.iter(STYLE + 'font-face'):
            self.fonts[face.get(STYLE + 'name', '')] = face.get(SVG_FAMILY, '').strip('\'"')
        for style in root.iterfind(f'{OFFICE}styles/{STYLE}default-style'):
            properties = style.find(STYLE + 'text-properties')
            if style.get(STYLE + 'family') == 'paragraph' and properties is not None:
                names = (properties.get(FO + 'language'), properties.get(FO + 'country'))
                self.language = '-'.join(name for name in names if name and name != 'none')
        families = {'paragraph': self.paragraph, 'text': self.text, 'section': self.section}
        for group in (OFFICE + 'styles', OFFICE + 'automatic-styles'):
            for style in root.iterfind(f'{group}/{STYLE}style'):
                if (family := families.get(style.get(STYLE + 'family', ''))) is not None:
                    family[style.get(STYLE + 'name', '')] = style
            for style in root.iterfind(f'{group}/{TEXT}list-style'):
                self.lists[style.get(STYLE + 'name', '')] = _levels(style, self.language)
            for style in root.iterfind(f'{group}/{TEXT}outline-style'):
                self.lists[OUTLINE] = _levels(style, self.language)

    def display(self, family: dict[str, Element], name: 'str | None') -> 'bool | None':
        """Returns whether the style hides text, or None if this depends on the surrounding elements."""
        value = self._property(family, name, TEXT + 'display')
        return None if value is None else value == 'none'

    def font(self, family: dict[str, Element], name: 'str | None') -> 'str | None':
        face = self._property(family, name, STYLE + 'font-name')
        if face is not None:
            return self.fonts.get(face) or face
        return self._property(family, name, FO + 'font-family')

    def outline_level(self, name: 'str | None') -> int:
        """Returns the heading level of this paragraph style, or 0."""
        return int(self._inherited(name, STYLE + 'default-outline-level') or 0)

    def list_name(self, name: 'str | None') -> 'str | None':
        """Returns the list style of a paragraph style. An empty string removes the numbering, and None means that no
        list style is set."""
        return self._inherited(name, STYLE + 'list-style-name')

    def _inherited(self, name: 'str | None', attribute: str) -> 'str | None':
        return next((style.get(attribute) for style in _chain(self.paragraph, name) if style.get(attribute) is not None), None)

    def _property(self, family: dict[str, Element], name: 'str | None', attribute: str) -> 'str | None':
        for style in _chain(family, name):
            properties = style.find(STYLE + 'text-properties')
            if properties is not None and properties.get(attribute) is not None:
                return properties.get(attribute)
        return None


def _chain(family: dict[str, Element], name: 'str | None') -> Iterator[Element]:
    """Yields the style `name` and its ancestor styles, each only once."""
    seen = set()
    while name in family and name not in seen:
        seen.add(name)
        style = family[name]
        yield style
        name = style.get(STYLE + 'parent-style-name')


def _levels(style: Element, language: str) -> dict[int, Level]:
    return {int(level.get(TEXT + 'level') or 0): _level(level, language) for level in style if level.get(TEXT + 'level')}


def _level(element: Element, language: str) -> Level:
    if element.tag not in NUMBER_LEVEL:
        return Level(is_number=False, bullet=element.get(TEXT + 'bullet-char') or BULLET)
    return Level(
        format=element.get(STYLE + 'num-format', ''),
        prefix=element.get(STYLE + 'num-prefix', ''),
        suffix=element.get(STYLE + 'num-suffix', ''),
        pattern=element.get(LOEXT + 'num-list-format', element.get(STYLE + 'num-list-format')),
        display=int(element.get(TEXT + 'display-levels') or 1),
        start=int(element.get(TEXT + 'start-value') or 1),
        letter_sync=element.get(STYLE + 'num-letter-sync') == 'true',
        language=language,
    )


def style_of(element: Element) -> 'str | None':
    return element.get(STYLE_NAME)
