"""Converts a web page and its assets to a single file: embeds assets, and removes scripts and event handlers.

The URL of a missing asset stays if it is on the web. A URL that is not on the web, such as a file name, is removed."""
import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urljoin

import html5lib

from engines.shared.html import markup_bounds

# Upper bound on embedded data, in bytes. An asset counts once per use.
MAX_EMBEDDED = 256 * 1024 * 1024
# Maximum nesting depth of style sheets, and maximum number of style sheets.
MAX_DEPTH = 8
MAX_SHEETS = 1000
ADDRESSES = ('src', 'background', 'poster', 'data')
REMOVED = ('applet', 'base', 'embed', 'frame', 'iframe', 'noscript', 'object', 'script')
LINK = re.compile(r'https?:|mailto:|tel:|#', re.IGNORECASE)
SHOWN = re.compile(r'(?:https?:|data:)[^"]*', re.IGNORECASE | re.DOTALL)
CSS_IMPORT = re.compile(r'@import\s+(?:url\(\s*(["\']?)(.*?)\1\s*\)|(["\'])(.*?)\3)([^;{}]*)(?:;|\Z)', re.IGNORECASE)
CSS_ADDRESS = re.compile(r'url\(\s*(["\']?)(.*?)\1\s*\)', re.IGNORECASE)
MEDIA_TYPE = re.compile(r'[\w.+-]+/[\w.+-]+')


class PageRefused(Exception):
    """Raised if the page cannot become a single file. The message may contain a reason of reasons.ts."""


@dataclass
class Asset:
    address: str
    kind: str
    content: bytes
    # Returns the content of a style sheet as a string.
    text: Callable[[], str]


class SinglePage:
    """Builds a single HTML file from a page and its assets. `markup` is the page, and `base` is the URL of the page.
    `find` returns the asset at a URL, or None. A URL that begins with `own` exists only in the archive that contains
    the page."""

    def __init__(self, base: str, markup: str, find: Callable[[str], Asset | None], own: str | None = None):
        self._base = base
        self._markup = markup
        self._find = find
        self._own = own
        self._left = MAX_EMBEDDED
        self._linked = set()
        self._sheets = 0
        # Whether any asset that the page shows was not found.
        self.lacks_assets = False

    def text(self) -> str:
        try:
            markup_bounds.check_page(self._markup)
        except markup_bounds.LimitExceeded as limit:
            raise PageRefused(str(limit)) from limit
        return self.written(html5lib.parse(self._markup, namespaceHTMLElements=False))

    def written(self, tree) -> str:
        """Serializes the tree."""
        self._clean(tree)
        written = html5lib.serialize(tree, omit_optional_tags=False, quote_attr_values='always', escape_lt_in_attrs=True)
        return f'<!DOCTYPE html>\n<meta charset="utf-8">\n{written}\n'

    def _clean(self, root) -> None:
        for parent in list(root.iter()):
            for child in [child for child in parent if not isinstance(child.tag, str) or child.tag in REMOVED]:
                _remove(parent, child)
            for child in parent:
                if child.tag == 'link':
                    self._style(child)
                elif child.tag == 'meta' and ('charset' in child.attrib or 'http-equiv' in child.attrib):
                    child.attrib.clear()
        for element in root.iter():
            if isinstance(element.tag, str):
                self._attributes(element)
                if element.tag == 'style' and element not in self._linked:
                    element.text = self._css(element.text or '', self._base)

    def _style(self, link) -> None:
        """Embeds a linked style sheet, and removes all other `link` elements, which have no visible effect."""
        is_style = 'stylesheet' in link.get('rel', '').lower().split()
        sheet = self._asset(link.get('href', ''), self._base) if is_style else None
        media = link.get('media')
        link.attrib.clear()
        link.tag = 'style'
        # Marks the new style element as finished. A style element that is not marked is processed later with the page
        # as base URL, but the URLs in a linked style sheet are relative to the sheet.
        self._linked.add(link)
        if media:
            link.set('media', media)
        link.text = self._css(sheet.text(), sheet.address) if sheet else ''

    def _attributes(self, element) -> None:
        for name in list(element.attrib):
            plain = name.lower() if isinstance(name, str) else ''
            if plain.startswith('on') or plain in ('srcset', 'ping', 'formaction', 'action'):
                del element.attrib[name]
            elif plain in ADDRESSES:
                self._address(element, name)
            elif plain == 'style':
                element.set(name, self._css(element.get(name), self._base))
            elif plain == 'href':
                self._link(element, name)
            # The attribute is the `xlink:href` of an SVG element.
            elif plain.endswith('href'):
                del element.attrib[name]

    def _link(self, element, name: str) -> None:
        link = element.get(name).strip()
        whole = link if link.startswith('#') else urljoin(self._base, link)
        page, _, place = whole.partition('#')
        if self._own and page == self._base and place:
            whole = f'#{place}'
        if LINK.match(whole) and not self._is_own(whole):
            element.set(name, whole)
        else:
            del element.attrib[name]

    def _address(self, element, name: str) -> None:
        found = self._embedded(element.get(name), self._base)
        if found is None:
            del element.attrib[name]
        else:
            element.set(name, found)

    def _css(self, text: str, base: str, depth: int = 0) -> str:
        def sheet(found: re.Match[str]) -> str:
            self._sheets += 1
            may = depth < MAX_DEPTH and self._sheets <= MAX_SHEETS
            asset = self._asset(found[2] or found[4] or '', base) if may else None
            if asset is None:
                return ''
            inside = self._css(asset.text(), asset.address, depth + 1)
            condition = found[5].strip()
            return f'@media {condition} {{ {inside} }}' if condition else inside

        def address(found: re.Match[str]) -> str:
            # A URL that begins with `#` refers to the page, even in an external style sheet.
            return found[0] if found[2].startswith('#') else f'url("{self._embedded(found[2], base) or ""}")'

        # Imported sheets are inserted last, because their URLs have already been replaced with data URIs.
        parts = CSS_ADDRESS.sub(address, CSS_IMPORT.sub(lambda found: f'\0{found.start()}\0', text))
        imports = {str(found.start()): sheet(found) for found in CSS_IMPORT.finditer(text)}
        whole = re.sub('\0(\\d+)\0', lambda found: imports.get(found[1], ''), parts)
        # Escapes end tags, because an end tag in the style sheet would end the style element that contains the style
        # sheet.
        return whole.replace('</', '<\\/')

    def css(self, text: str) -> str:
        """Returns the style sheet with its imports, pictures and fonts embedded."""
        return self._css(text, self._base)

    def embedded(self, address: str) -> str | None:
        """Returns the file at a URL as a data URI, or the URL if it is on the web. Returns None if the URL is not on
        the web and its file does not exist."""
        return self._embedded(address, self._base)

    def _asset(self, address: str, base: str) -> Asset | None:
        # Tries the URL with and without spaces: file names may contain spaces, but mail programs also insert spaces
        # where they fold long URLs.
        wholes = [urljoin(base, text) for text in (address.strip(), ''.join(address.split()))]
        whole = wholes[0]
        found = next(filter(None, (self._find(one) for text in wholes for one in (text, text.partition('#')[0]))), None)
        if found is None and address.strip() and not whole.startswith('data:'):
            self.lacks_assets = True
        elif found is not None:
            self._spend(len(found.content))
        return found

    def _is_own(self, address: str) -> bool:
        return self._own is not None and address.startswith(self._own)

    def _spend(self, size: int) -> None:
        self._left -= size * 4 // 3
        if self._left < 0:
            raise PageRefused('protean-reason: result_too_large')

    def _embedded(self, address: str, base: str) -> str | None:
        """Returns a data URI for an existing file, the URL itself if it is on the web, and None otherwise."""
        asset = self._asset(address, base)
        if asset is None:
            whole = urljoin(base, address.strip())
            return whole if SHOWN.fullmatch(whole) and not self._is_own(whole) else None
        kind = asset.kind if MEDIA_TYPE.fullmatch(asset.kind) else 'application/octet-stream'
        return f'data:{kind};base64,{base64.b64encode(asset.content).decode()}'


def _remove(parent, child) -> None:
    """Removes the element, and keeps the text that follows it."""
    siblings = list(parent)
    at = siblings.index(child)
    if child.tail:
        if at:
            siblings[at - 1].tail = (siblings[at - 1].tail or '') + child.tail
        else:
            parent.text = (parent.text or '') + child.tail
    parent.remove(child)
