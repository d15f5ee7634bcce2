"""Reads and writes the bookmarks of a PDF as a tree."""
from dataclasses import dataclass, field, replace

import pikepdf
from pikepdf import Array, Dictionary, Name

from engines.shared.pdf.objects import get, has_members
from engines.tools.pikepdf.destinations import Destinations

MAX_BOOKMARKS, MAX_DEPTH = 20_000, 20
BOLD, ITALIC = 2, 1


@dataclass
class Bookmark:
    title: str
    # Destination as an array, or None.
    target: object = None
    # An action other than a jump to a page, such as a web address.
    action: object = None
    is_open: bool = True
    # Colour and style of the title.
    style: dict = field(default_factory=dict)
    children: list['Bookmark'] = field(default_factory=list)


def read(pdf, destinations: Destinations) -> list[Bookmark]:
    seen: set = set()

    def level(first, depth: int) -> list[Bookmark]:
        found = []
        while has_members(first) and first.objgen not in seen and len(seen) < MAX_BOOKMARKS:
            seen.add(first.objgen)
            one = Bookmark(str(get(first, '/Title', '')), destinations.of(first))
            action = get(first, '/A')
            if one.target is None and has_members(action) and get(action, '/S') != '/GoTo':
                one.action = action
            one.is_open = int(get(first, '/Count', 0)) >= 0
            one.style = {key: first[key] for key in ('/C', '/F') if key in first}
            if depth < MAX_DEPTH:
                one.children = level(get(first, '/First'), depth + 1)
            found.append(one)
            first = get(first, '/Next')
        return found

    return level(get(get(pdf.Root, '/Outlines'), '/First'), 0)


def write(pdf, bookmarks: list[Bookmark]) -> None:
    """Replaces all bookmarks."""
    if not bookmarks:
        if '/Outlines' in pdf.Root:
            del pdf.Root['/Outlines']
        if get(pdf.Root, '/PageMode') == '/UseOutlines':
            del pdf.Root['/PageMode']
        return
    root = pdf.make_indirect(Dictionary(Type=Name.Outlines))
    root['/Count'] = add_level(pdf, root, bookmarks)
    pdf.Root['/Outlines'] = root


def add_level(pdf, parent, bookmarks: list[Bookmark]) -> int:
    """Adds bookmarks below `parent`. Returns the number of visible bookmarks."""
    items = [pdf.make_indirect(Dictionary(Title=pikepdf.String(one.title), Parent=parent, **{key[1:]: value for key, value in one.style.items()})) for one in bookmarks]
    visible = len(items)
    for n, (item, one) in enumerate(zip(items, bookmarks)):
        if n:
            item['/Prev'] = items[n - 1]
        if n + 1 < len(items):
            item['/Next'] = items[n + 1]
        if one.target is not None:
            item['/Dest'] = one.target
        elif one.action is not None:
            item['/A'] = one.action
        if one.children:
            count = add_level(pdf, item, one.children)
            item['/Count'] = count if one.is_open else -count
            visible += count if one.is_open else 0
    parent['/First'], parent['/Last'] = items[0], items[-1]
    return visible


def pruned(bookmarks: list[Bookmark], keeps) -> list[Bookmark]:
    """Returns the bookmarks that `keeps` accepts, and the parents of these bookmarks. A parent that `keeps` does not
    accept loses its destination."""
    kept = []
    for one in bookmarks:
        children = pruned(one.children, keeps)
        if keeps(one):
            kept.append(replace(one, children=children))
        elif children:
            kept.append(replace(one, children=children, target=None))
    return kept


def as_json(bookmarks: list[Bookmark], destinations: Destinations) -> list[dict]:
    return [
        {
            'title': one.title,
            **({'page': page + 1} if (page := destinations.page_of(one.target)) is not None else {}),
            **({'url': str(get(one.action, '/URI'))} if get(one.action, '/S') == '/URI' else {}),
            **({'children': as_json(one.children, destinations)} if one.children else {}),
        }
        for one in bookmarks
    ]


def target_on(page, top: float | None = None):
    """Returns the destination at the top of a page. The viewer keeps its current zoom."""
    return Array([page, Name.XYZ, None, top, None])


def listed_pages(bookmarks: list[Bookmark], destinations: Destinations) -> list[tuple[str, int]]:
    """Returns the title and the page of each top-level bookmark that leads to a page."""
    found = ((one.title, destinations.page_of(one.target)) for one in bookmarks)
    return [(title, page) for title, page in found if page is not None]
