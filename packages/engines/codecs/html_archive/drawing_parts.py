"""Embeds the parts of other drawings that a drawing references in `use` and `url(...)`."""
import re
from collections.abc import Callable
from urllib.parse import unquote, urldefrag, urljoin
from xml.etree import ElementTree

SVG = '{http://www.w3.org/2000/svg}'
HREFS = ('href', '{http://www.w3.org/1999/xlink}href')
CSS_LINK = re.compile(r'''url\(\s*(["']?)([^"')#]+)#([^"')]+)\1\s*\)''', re.IGNORECASE)
OWN_PART = re.compile(r'''(url\(\s*["']?#|^#)([^"')\s]+)''')


class Part:
    """An embedded drawing. All of its ids get the prefix `prefix`, and its root gets the id `prefix`."""

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
            # Renames ids in selectors and in addresses.
            element.text = re.sub(r'#([\w-]+)', lambda found: f'#{self._renamed(found[1])}', element.text or '')

    def _renamed(self, name: str) -> str:
        return self.prefix + name if name in self._names else name


class Parts:
    """The drawings that a drawing references. Each is embedded once. `read` returns the root of the drawing at an
    address, or None."""

    def __init__(self, read: Callable[[str], ElementTree.Element | None]):
        self._read = read
        self._parts: dict[str, Part | None] = {}
        # Whether a part was not found.
        self.lacks_any = False

    def link(self, base: str, link: str) -> str | None:
        """Converts a link to another drawing to a link within the single file. Returns None if that drawing has no such
        part."""
        address, name = urldefrag(urljoin(base, link.replace('\\', '/')))
        part = self._part(address)
        found = part and part.named(unquote(name))
        if found is None:
            self.lacks_any = True
            return None
        return f'#{found}'

    def css(self, base: str, text: str) -> str:
        """Returns a style or an attribute value with its links converted to links within the single file."""

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
            # Prevents endless recursion if two drawings refer to each other.
            self._parts[address] = None
            root = self._read(address)
            self._parts[address] = root if root is None else Part(root, f'file{len(self._parts)}-')
        return self._parts[address]
