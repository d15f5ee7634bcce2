"""Turns a saved web page (MHTML, RFC 2557) into one file: what the archive holds is embedded, scripts and handlers go.

What it does not hold stays a link when it is on the web, and goes when it is anything else, such as a file.
"""
import base64
import email
import email.policy
import re
from urllib.parse import urljoin

import html5lib

from engines.mail.charsets import Charsets
from engines.mail.eml import BROKEN, decoded, MAX_DEPTH
from engines.mail.message import NotMail
from engines.runtime import markup_bounds

# All that is embedded, however often the page shows it.
MAX_EMBEDDED = 256 * 1024 * 1024
ADDRESSES = ('src', 'background', 'poster', 'data')
REMOVED = ('applet', 'base', 'embed', 'frame', 'iframe', 'noscript', 'object', 'script')
LINK = re.compile(r'https?:|mailto:|tel:|#', re.IGNORECASE)
SHOWN = re.compile(r'(?:https?:|data:)[^"]*', re.IGNORECASE | re.DOTALL)
CSS_ADDRESS = re.compile(r'url\(\s*(["\']?)(.*?)\1\s*\)|@import\s+(["\'])(.*?)\3', re.IGNORECASE)
MEDIA_TYPE = re.compile(r'[\w.+-]+/[\w.+-]+')


def as_page(data: bytes) -> str:
    archive = email.message_from_bytes(data, policy=email.policy.default.clone(max_line_length=None))
    parts = list(_parts(archive))
    pages = [part for part in parts if part.get_content_type() in ('text/html', 'application/xhtml+xml')]
    if 'MIME-Version' not in archive or not pages:
        raise NotMail('it holds no web page')
    page = next((part for part in pages if _id(part) == _start(archive)), pages[0])
    return Page(page, parts).text()


def _parts(part, depth: int = 0):
    broken = next((defect for defect in part.defects if isinstance(defect, BROKEN)), None)
    if broken:
        raise NotMail(f'it is damaged or cut off: {type(broken).__name__}')
    if depth > MAX_DEPTH:
        raise NotMail('it is nested too deeply')
    if part.get_content_maintype() == 'multipart':
        for inner in part.iter_parts():
            yield from _parts(inner, depth + 1)
    elif not part.is_multipart():
        # Defects of a body are found when it is decoded.
        part.content = part.get_payload(decode=True) or b''
        if any(isinstance(defect, BROKEN) for defect in part.defects):
            raise NotMail('it is damaged or cut off')
        yield part


def _id(part) -> str:
    return str(part.get('Content-ID', '')).strip(' <>')


def _start(archive) -> str | None:
    start = archive.get_param('start')
    return start.strip(' <>') if isinstance(start, str) else None


def _location(part) -> str:
    return ''.join(str(part.get('Content-Location', '')).split())


class Page:
    def __init__(self, page, parts: list):
        self._base = _location(page)
        self._markup = decoded(page, page.content, Charsets(page))
        self._held = {}
        for part in parts:
            if part is not page:
                self._held.setdefault(urljoin(self._base, _location(part)), part)
                self._held[f'cid:{_id(part)}'] = part
        self._left = MAX_EMBEDDED

    def text(self) -> str:
        try:
            markup_bounds.check_page(self._markup)
        except markup_bounds.LimitExceeded as limit:
            raise NotMail(str(limit)) from limit
        tree = html5lib.parse(self._markup, namespaceHTMLElements=False)
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
                if element.tag == 'style':
                    element.text = self._css(element.text or '', self._base)

    def _style(self, link) -> None:
        """A style sheet of the archive stands in the page; other links of a page's head show nothing."""
        part = self._part(link.get('href', ''), self._base)
        is_style = 'stylesheet' in link.get('rel', '').lower().split()
        media = link.get('media')
        link.attrib.clear()
        link.tag = 'style'
        if media:
            link.set('media', media)
        # The text of a style sheet would end where it names its own end tag.
        text = self._css(decoded(part, part.content, Charsets(part)), _location(part)) if part is not None and is_style else ''
        link.text = text.replace('</', '<\\/')

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
            # Of drawings, in a namespace of their own.
            elif plain.endswith('href'):
                del element.attrib[name]

    def _link(self, element, name: str) -> None:
        link = element.get(name).strip()
        whole = link if link.startswith('#') else urljoin(self._base, link)
        if LINK.match(whole):
            element.set(name, whole)
        else:
            del element.attrib[name]

    def _address(self, element, name: str) -> None:
        found = self._embedded(element.get(name), self._base)
        if found is None:
            del element.attrib[name]
        else:
            element.set(name, found)

    def _css(self, text: str, base: str) -> str:
        def address(found: re.Match[str]) -> str:
            # Sheets that a sheet imports are left out.
            if found[2] is None:
                return '@import ""'
            return f'url("{self._embedded(found[2], base) or ""}")'

        return CSS_ADDRESS.sub(address, text)

    def _part(self, address: str, base: str):
        whole = urljoin(base, ''.join(address.split()))
        return self._held.get(whole) or self._held.get(whole.partition('#')[0])

    def _embedded(self, address: str, base: str) -> str | None:
        """The address of what the archive holds as data, of what is on the web as it was; None for others."""
        part = self._part(address, base)
        if part is None:
            whole = urljoin(base, address.strip())
            return whole if SHOWN.fullmatch(whole) else None
        kind = part.get_content_type()
        self._left -= len(part.content) * 4 // 3
        if self._left < 0:
            raise NotMail('protean-reason: result_too_large')
        return f'data:{kind if MEDIA_TYPE.fullmatch(kind) else "application/octet-stream"};base64,{base64.b64encode(part.content).decode()}'


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
