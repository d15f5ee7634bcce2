"""Converts an SVG drawing to a single file: embeds its pictures, style sheets and fonts, and the other drawings to
which it refers."""
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import quote, urljoin
from xml.etree import ElementTree

from engines.shared.svg.drawing_links import unpacked
from engines.shared.html.single_page import Asset, PageRefused, SinglePage
from engines.codecs.html_archive.drawing_parts import CSS_LINK, HREFS, Parts, SVG

XHTML = '{http://www.w3.org/1999/xhtml}'
# SVG elements that display the picture at their `href`.
PICTURES = (f'{SVG}image', f'{SVG}feImage')
STYLESHEET = re.compile(r'<\?xml-stylesheet\b(.*?)\?>', re.DOTALL)
ATTRIBUTE = re.compile(r'''\b(href|media)\s*=\s*["']([^"']*)["']''')
# Characters that are not percent-encoded in a URL: reserved characters, and the percent sign.
RESERVED = ":/?#[]@!$&'()*+,;=%"
PREFIXES = {'': SVG, 'xlink': '{http://www.w3.org/1999/xlink}', 'html': XHTML}

for prefix, space in PREFIXES.items():
    ElementTree.register_namespace(prefix, space.strip('{}'))


class SingleDrawing:
    """An SVG drawing and the files that it shows. `find` returns the file at a URL, or None if the archive has no such
    file. `own` is the base URL of the files in the archive."""

    def __init__(self, base: str, content: bytes, find: Callable[[str], Asset | None], own: str):
        self._base = base
        self._find = find
        self._own = own
        # Drawings that are shown as pictures, by URL, including pictures within other drawings. If a drawing shows
        # itself, the links in its inner copy stay unchanged.
        self._inner: dict[str, Asset] = {}
        self._lacks_inner = False
        self._assets = SinglePage(base, '', self._found, own=own)
        self._parts = Parts(self._part)
        self._sheets, self._root = parsed(content)

    @property
    def lacks_assets(self) -> bool:
        return self._assets.lacks_assets or self._parts.lacks_any or self._lacks_inner

    def links(self) -> Iterator[str]:
        """Yields the URLs of the drawings and pictures that the drawing shows, without fragments."""
        for element in self._root.iter():
            names = HREFS if element.tag in PICTURES or element.tag == f'{SVG}use' else ()
            links = [element.get(name, '').strip().partition('#')[0] for name in names]
            styles = [*element.attrib.values(), element.text or ''] if element.tag == f'{SVG}style' else element.attrib.values()
            links += [found[2] for text in styles if 'url' in text for found in CSS_LINK.finditer(text)]
            yield from (urljoin(self._base, link.replace('\\', '/')) for link in links if link)

    def data(self) -> bytes:
        self._embed()
        if roots := self._parts.roots():
            ElementTree.SubElement(self._root, f'{SVG}defs').extend(roots)
        return ElementTree.tostring(self._root, encoding='utf-8', xml_declaration=True)

    def _embed(self) -> None:
        for element in self._root.iter():
            if element.tag in PICTURES:
                self._picture(element, HREFS)
            elif element.tag == f'{SVG}use':
                self._use(element)
            elif element.tag == f'{XHTML}img':
                self._picture(element, ('src',))
            elif element.tag in (f'{SVG}style', f'{XHTML}style'):
                element.text = self._css(element.text or '')
            elif element.tag == f'{XHTML}link':
                self._style(element)
            for name, value in element.attrib.items():
                if name == 'style':
                    element.set(name, self._css(value))
                elif 'url' in value:
                    element.set(name, self._parts.css(self._base, value))
        for sheet in reversed(self._sheets):
            style = ElementTree.Element(f'{SVG}style')
            style.text = self._imported(sheet)
            self._root.insert(0, style)

    def _css(self, text: str) -> str:
        return self._assets.css(self._parts.css(self._base, text))

    def _found(self, address: str) -> Asset | None:
        """Returns the file at a URL, or None. If the file at the URL is an SVG drawing, the files to which the drawing
        refers are embedded in it."""
        asset = self._find(address)
        if asset is None or asset.kind != 'image/svg+xml':
            return asset
        if address not in self._inner:
            self._inner[address] = asset
            self._inner[address] = self._with_own_assets(asset)
        return self._inner[address]

    def _with_own_assets(self, asset: Asset) -> Asset:
        try:
            inner = SingleDrawing(asset.address, asset.content, self._find, self._own)
        except PageRefused:
            return asset
        inner._inner = self._inner
        content = inner.data()
        self._lacks_inner |= inner.lacks_assets
        return Asset(asset.address, asset.kind, content, asset.text)

    def _part(self, address: str) -> ElementTree.Element | None:
        """Returns the root element of the drawing at `address`, with embedded files. Returns None if the drawing is
        missing or cannot be read."""
        asset = self._find(address)
        if asset is None:
            return None
        try:
            other = SingleDrawing(address, asset.content, self._find, self._own)
        except PageRefused:
            return None
        other._parts, other._inner = self._parts, self._inner
        other._embed()
        self._lacks_inner |= other.lacks_assets
        return other._root

    def _use(self, element: ElementTree.Element) -> None:
        for name in HREFS:
            link = element.get(name, '').strip()
            if link and not link.startswith(('#', 'data:')):
                element.set(name, self._parts.link(self._base, link) or '')

    def _imported(self, link: Mapping[str, str]) -> str:
        """Returns the style sheet at the `href` of a link, limited to the `media` of the link."""
        address = quote(link.get('href', '').strip(), safe=RESERVED)
        return self._assets.css(f'@import url("{address}") {link.get("media", "")};') if address else ''

    def _picture(self, element: ElementTree.Element, names: tuple[str, ...]) -> None:
        for name in names:
            link = element.get(name, '').strip()
            if link and not link.startswith(('#', 'data:')):
                element.set(name, self._assets.embedded(link.replace('\\', '/')) or '')

    def _style(self, link: ElementTree.Element) -> None:
        if 'stylesheet' in link.get('rel', '').lower().split():
            text = self._imported(link.attrib)
            link.attrib.clear()
            link.tag = f'{SVG}style'
            link.text = text


def parsed(content: bytes) -> tuple[list[dict[str, str]], ElementTree.Element]:
    """Returns the attributes of each `<?xml-stylesheet?>` instruction, and the root element. A regular expression finds
    the `<?xml-stylesheet?>` instructions, because ElementTree drops processing instructions."""
    try:
        text = unpacked(content)
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, zlib.error) as error:
        raise PageRefused(f'the drawing is malformed: {error}') from error
    found = STYLESHEET.finditer(text[:65536].decode('utf-8', 'replace'))
    return [dict(ATTRIBUTE.findall(one[1])) for one in found], root
