"""Embeds the SVG drawings to which another SVG drawing refers with `use` or `url(...)`."""
import re
from collections.abc import Callable
from urllib.parse import unquote, urldefrag, urljoin
from xml.etree import ElementTree

SVG = '{http://www.w3.org/2000/svg}'
HREFS = ('href', '{http://www.w3.org/1999/xlink}href')
CSS_LINK = re.compile(r'''url\(\s*(["']?)([^"')#]+)#([^"')]+)\1\s*\)''', re.IGNORECASE)
OWN_PART = re.compile(r'''(url\(\s*["']?#|^#)([^"')\s]+)''')


class Part:
    """An embedded drawing. All ids in an embedded drawing begin with `prefix`, because several drawings may use the
    same ids. The id of the drawing's root element is `prefix`."""

    def __init__(self, root: ElementTree.Element, prefix: str):
        self.root = root
        self.prefix = prefix
        self._names = {element.get('id') for element in root.iter() if element.get('id')}
        for element in root.iter():
            self._rename(element)
        root.set('id', prefix)

    def named(self, name: str) -> str | None:
        """Returns the new id of the element with the id `name`, or None if this drawing has no such element."""
        return self.prefix + name if name in self._names or not name else None

    def _rename(self, element: ElementTree.Element) -> None:
        for name, value in element.attrib.items():
            if name == 'id':
                element.set(name, self.prefix + value)
            elif '#' in value:
                element.set(name, OWN_PART.sub(lambda found: found[1] + self._renamed(found[2]), value))
        if element.tag == f'{SVG}style':
            # Renames ids in the selectors and the `url(#…)` links of a style sheet.
            element.text = re.sub(r'#([\w-]+)', lambda found: f'#{self._renamed(found[1])}', element.text or '')

    def _renamed(self, name: str) -> str:
        return self.prefix + name if name in self._names else name


class Parts:
    """The drawings to which an SVG drawing refers. Each drawing is embedded once. `read` returns the root element of
    the drawing at a URL, or None if no drawing is found."""

    def __init__(self, read: Callable[[str], ElementTree.Element | None]):
        self._read = read
        self._parts: dict[str, Part | None] = {}
        # Whether any link refers to a drawing or an element that was not found.
        self.lacks_any = False

    def link(self, base: str, link: str) -> str | None:
        """Returns a link to the embedded copy of the element to which `link` refers, or None if the drawing or the
        element is not found."""
        address, name = urldefrag(urljoin(base, link.replace('\\', '/')))
        part = self._part(address)
        found = part and part.named(unquote(name))
        if found is None:
            self.lacks_any = True
            return None
        return f'#{found}'

    def css(self, base: str, text: str) -> str:
        """Returns a style sheet or an attribute value, with links to embedded copies instead of links to other
        drawings."""

        def own(found: re.Match[str]) -> str:
            if found[2].lower().startswith('data:'):
                return found[0]
            link = self.link(base, f'{found[2]}#{found[3]}')
            return f'url({link})' if link else 'none'

        return CSS_LINK.sub(own, text)

    def roots(self) -> list[ElementTree.Element]:
        """Returns the roots of the embedded drawings."""
        return [part.root for part in self._parts.values() if part]

    def _part(self, address: str) -> Part | None:
        if address not in self._parts:
            # This placeholder prevents endless recursion if two drawings refer to each other.
            self._parts[address] = None
            root = self._read(address)
            self._parts[address] = root if root is None else Part(root, f'file{len(self._parts)}-')
        return self._parts[address]
