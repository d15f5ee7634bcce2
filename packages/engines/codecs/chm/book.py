"""Joins the topics (pages) of a compiled HTML help file (.chm) into one HTML tree. Each topic becomes a section. The
heading level of a topic is the depth of its entry in the table of contents."""
import html5lib
import posixpath
import re
from urllib.parse import quote, urljoin
from xml.etree import ElementTree

from engines.codecs.chm import contents
from engines.codecs.chm.help_file import HelpFile, HelpRefused
from engines.shared.html import markup_bounds
from engines.shared.html.single_page import ADDRESSES, CSS_ADDRESS

HEADINGS = ('h1', 'h2', 'h3', 'h4', 'h5', 'h6')
# Prefix of a reference to a page in compiled help, such as `ms-its:name.chm::/` in `ms-its:name.chm::/page.htm`.
WITHIN = re.compile(r'(?:ms-its|its|mk:@msitstore):[^:]*::/?', re.IGNORECASE)
# Attributes that contain the id of an element in the same page, either to define the id or to refer to it.
NAMED = ('id', 'name', 'for')


class Book:
    """The topics of a help file as one page. `origin` is the base URL of the files in the help file."""

    def __init__(self, files: HelpFile, origin: str):
        self._files = files
        self._origin = origin
        self._sheets: set[str] = set()
        self._number: dict[str, int] = {}

    def tree(self):
        entries = self._entries()
        self._number = {}
        for _, _, page in entries:
            if page and page not in self._number:
                self._number[page] = len(self._number) + 1
        if not self._number:
            raise HelpRefused('protean-reason: no_page')
        root = ElementTree.Element('html')
        if self._files.tag:
            root.set('lang', self._files.tag)
        head, body = ElementTree.SubElement(root, 'head'), ElementTree.SubElement(root, 'body')
        ElementTree.SubElement(head, 'title').text = self._files.title or entries[0][1]
        placed: set[str] = set()
        for depth, title, page in entries:
            if page is None:
                _heading(body, depth, title)
            elif page not in placed:
                placed.add(page)
                self._topic(head, body, page, depth, title)
        if not ''.join(body.itertext()).strip() and body.find('.//img') is None:
            raise HelpRefused('protean-reason: no_page')
        return root

    def _entries(self) -> list[tuple[int, str, str | None]]:
        """Returns the depth, title and page of each entry in the table of contents. The page of an entry is None if the
        entry only groups other entries. If the first page of the help file is not in the table of contents, it precedes
        the entries. If a page other than the first page is not in the table of contents, the page follows the last
        entry."""
        files, listed = self._files, []
        for entry in contents.read(files.as_text(files.read(files.contents))) if files.contents else []:
            page = self._page(entry.address, self._origin)
            # Entries for web pages and for missing pages are skipped, because the help file has no text for them.
            if page or not entry.address:
                listed.append((entry.depth, entry.title, page))
        known = {page for _, _, page in listed}
        first = [page for page in (files.first_page,) if page in files.pages and page not in known]
        rest = [page for page in files.pages if page not in known and page not in first]
        return [*((1, '', page) for page in first), *listed, *((1, '', page) for page in rest)]

    def _page(self, address: str, base: str) -> str | None:
        whole = urljoin(base, WITHIN.sub(self._origin, address.strip().replace('\\', '/')))
        name = self._files.named(whole[len(self._origin) :]) if whole.startswith(self._origin) else None
        return name if name and name in self._pages else None

    @property
    def _pages(self) -> set[str]:
        if not hasattr(self, '_known'):
            self._known = set(self._files.pages)
        return self._known

    def _topic(self, head, body, page: str, depth: int, title: str) -> None:
        text = self._files.as_text(self._files.read(page))
        try:
            markup_bounds.check_page(text)
        except markup_bounds.LimitExceeded as limit:
            raise HelpRefused(str(limit)) from limit
        tree = html5lib.parse(text, namespaceHTMLElements=False)
        base = urljoin(self._origin, quote(page))
        own_title = ' '.join((tree.findtext('head/title') or '').split())
        self._styles(head, tree.find('head'), base)
        section = ElementTree.SubElement(body, 'section', {'id': f't{self._number[page]}'})
        content = tree.find('body')
        if content is None:
            return
        self._addresses(content, page, base)
        _place_headings(section, content, depth, title or own_title or posixpath.splitext(posixpath.basename(page))[0])
        last = section[-1] if len(section) else None
        if last is None:
            section.text = content.text
        else:
            last.tail = content.text
        section.extend(list(content))

    def _styles(self, head, of_page, base: str) -> None:
        """Appends the style sheets of a page to `head`, unless an earlier topic has the same style sheet."""
        for element in of_page if of_page is not None else ():
            if element.tag == 'link' and 'stylesheet' in element.get('rel', '').lower():
                sheet = urljoin(base, element.get('href', '').strip())
                key = f'{element.get("media")} {sheet}'
                element.set('href', sheet)
            elif element.tag == 'style':
                element.text = _absolute(element.text or '', base)
                key = element.text
            else:
                continue
            if key not in self._sheets:
                self._sheets.add(key)
                element.tail = None
                head.append(element)

    def _addresses(self, content, page: str, base: str) -> None:
        """Makes relative URLs absolute. Adds the number of the topic to all ids and names, because two topics may use
        the same id. Links that refer to an id or name get the number of the topic too."""
        own = f't{self._number[page]}'
        for element in content.iter():
            if not isinstance(element.tag, str):
                continue
            for name, value in list(element.attrib.items()):
                plain = name.lower() if isinstance(name, str) else ''
                if plain in NAMED and element.tag not in ('param', 'meta'):
                    element.set(name, f'{own}-{value.strip()}')
                elif plain == 'usemap':
                    element.set(name, f'#{own}-{value.strip().lstrip("#")}')
                elif plain == 'href':
                    element.set(name, self._link(value, base, own))
                elif plain in ADDRESSES:
                    element.set(name, urljoin(base, WITHIN.sub(self._origin, value.strip().replace('\\', '/'))))
                elif plain == 'style':
                    element.set(name, _absolute(value, base))

    def _link(self, link: str, base: str, own: str) -> str:
        link = link.strip()
        if link.startswith('#'):
            return f'#{own}-{link[1:]}'
        page = self._page(link, base)
        if page is None or page not in self._number:
            return urljoin(base, link)
        _, hash_mark, place = link.partition('#')
        return f'#t{self._number[page]}' + (f'-{place}' if hash_mark and place else '')


def _place_headings(section, content, depth: int, title: str) -> None:
    """Puts a heading of level `depth` at the beginning of the topic. If the topic's first heading equals the title or
    is empty, this heading is used. If the first heading differs from the title, a new heading with the title is added.
    All other headings of the topic are moved below the level `depth`."""
    found = [element for element in content.iter() if element.tag in HEADINGS]
    first = found[0] if found else None
    same = first is not None and _plain(''.join(first.itertext())) in (_plain(title), '')
    level = _level(first) if same else min(map(_level, found), default=1) - 1
    for element in found:
        below = 0 if element is first and same else 1
        element.tag = f'h{max(depth + below, min(6, _level(element) - level + depth))}' if depth < 6 else 'h6'
    if not same:
        _heading(section, depth, title)


def _heading(parent, depth: int, title: str) -> None:
    ElementTree.SubElement(parent, f'h{min(6, depth)}').text = title


def _level(heading) -> int:
    return int(heading.tag[1])


def _plain(text: str) -> str:
    return re.sub(r'\W+', '', text).casefold()


def _absolute(style: str, base: str) -> str:
    return CSS_ADDRESS.sub(lambda found: f'url("{urljoin(base, found[2])}")', style)
