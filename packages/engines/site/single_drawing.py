"""Makes one file of an SVG drawing and what it shows: pictures, style sheets and fonts are embedded as data."""
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import quote, urljoin
from xml.etree import ElementTree

from engines.runtime.single_page import Asset, PageRefused, SinglePage

SVG = '{http://www.w3.org/2000/svg}'
XHTML = '{http://www.w3.org/1999/xhtml}'
XLINK = '{http://www.w3.org/1999/xlink}href'
HREFS = ('href', XLINK)
# Elements that draw what they link to.
PICTURES = (f'{SVG}image', f'{SVG}feImage')
STYLESHEET = re.compile(r'<\?xml-stylesheet\b(.*?)\?>', re.DOTALL)
ATTRIBUTE = re.compile(r'''\b(href|media)\s*=\s*["']([^"']*)["']''')
# Signs with a meaning in addresses, and that of encoded ones.
RESERVED = ":/?#[]@!$&'()*+,;=%"
PREFIXES = {'': SVG, 'xlink': '{http://www.w3.org/1999/xlink}', 'html': XHTML}

for prefix, space in PREFIXES.items():
    ElementTree.register_namespace(prefix, space.strip('{}'))


class SingleDrawing:
    """`find` returns the file at an address, or None. Addresses below `own` are in the archive."""

    def __init__(self, base: str, content: bytes, find: Callable[[str], Asset | None], own: str):
        self._base = base
        self._assets = SinglePage(base, '', find, own=own)
        # Found in the text, because ElementTree drops instructions before the root.
        self._sheets = [
            dict(ATTRIBUTE.findall(found[1]))
            for found in STYLESHEET.finditer(content[:65536].decode('utf-8', 'replace'))
        ]
        try:
            self._root = ElementTree.fromstring(content)
        except ElementTree.ParseError as error:
            raise PageRefused(f'the drawing is malformed: {error}') from error

    @property
    def lacks_assets(self) -> bool:
        return self._assets.lacks_assets

    def links(self) -> Iterator[str]:
        """The addresses of the pictures that it shows, without names of their parts."""
        for element in self._root.iter():
            if element.tag in PICTURES or element.tag == f'{SVG}use':
                for name in HREFS:
                    link = element.get(name, '').strip().partition('#')[0]
                    if link:
                        yield urljoin(self._base, link)

    def data(self) -> bytes:
        for element in self._root.iter():
            if element.tag in PICTURES:
                self._picture(element, HREFS)
            elif element.tag == f'{XHTML}img':
                self._picture(element, ('src',))
            elif element.tag in (f'{SVG}style', f'{XHTML}style'):
                element.text = self._assets.css(element.text or '')
            elif element.tag == f'{XHTML}link':
                self._style(element)
            if style := element.get('style'):
                element.set('style', self._assets.css(style))
        for sheet in reversed(self._sheets):
            style = ElementTree.Element(f'{SVG}style')
            style.text = self._imported(sheet)
            self._root.insert(0, style)
        return ElementTree.tostring(self._root, encoding='utf-8', xml_declaration=True)

    def _imported(self, link: Mapping[str, str]) -> str:
        """The style sheet of a link, for the media that the link names."""
        address = quote(link.get('href', '').strip(), safe=RESERVED)
        return self._assets.css(f'@import url("{address}") {link.get("media", "")};') if address else ''

    def _picture(self, element: ElementTree.Element, names: tuple[str, ...]) -> None:
        for name in names:
            link = element.get(name, '').strip()
            if link and not link.startswith(('#', 'data:')):
                element.set(name, self._assets.embedded(link) or '')

    def _style(self, link: ElementTree.Element) -> None:
        if 'stylesheet' in link.get('rel', '').lower().split():
            text = self._imported(link.attrib)
            link.attrib.clear()
            link.tag = f'{SVG}style'
            link.text = text
