"""Reads the bookmarks of a PDF, and removes those that lead to pages it no longer has."""
import pikepdf

from engines.shared.pdf.objects import get, has_members, name_of

# Deeper and longer chains of bookmarks belong to damaged files.
MAX_DEPTH, MAX_ITEMS = 50, 100_000


def top_bookmarks(pdf) -> list[tuple[str, int]]:
    """Returns the titles and page numbers, from 1, of the bookmarks of the highest level."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    named = named_destinations(pdf)
    found = []
    for item in children(get(pdf.Root, '/Outlines')):
        page = page_of(item, named)
        number = numbers.get(getattr(page, 'objgen', (0, 0)))
        if number is not None:
            found.append((str(item.get('/Title', '')), number))
    return found


def children(parent):
    """Returns the items directly below a bookmark or the root of the bookmarks."""
    found, item = [], get(parent, '/First')
    while has_members(item) and len(found) < MAX_ITEMS:
        found.append(item)
        item = item.get('/Next')
    return found


def named_destinations(pdf) -> dict[str, object]:
    """Returns the destinations of the name tree and of the older dictionary by their names."""
    found = {}
    older = get(pdf.Root, '/Dests')
    if has_members(older):
        found.update({key.lstrip('/'): value for key, value in older.items()})
    tree = get(get(pdf.Root, '/Names'), '/Dests')
    if has_members(tree):
        found.update({str(key): value for key, value in pikepdf.NameTree(tree).items()})
    return found


def page_of(item, named: dict[str, object]):
    """Returns the page to which a bookmark leads, or None."""
    place = item.get('/Dest')
    action = item.get('/A')
    if place is None and name_of(get(action, '/S')) == '/GoTo':
        place = action.get('/D')
    if isinstance(place, (pikepdf.String, pikepdf.Name)):
        place = named.get(str(place).lstrip('/'))
    if has_members(place):
        place = place.get('/D')
    return place[0] if isinstance(place, pikepdf.Array) and len(place) > 0 else None


def remove_dead_bookmarks(pdf) -> None:
    """Removes bookmarks and named destinations whose page is not in the file. A bookmark with remaining items below it
    stays."""
    pages = {page.obj.objgen for page in pdf.pages}
    named = named_destinations(pdf)
    root = get(pdf.Root, '/Outlines')
    if has_members(root):
        prune(root, named, pages, 0)
        if '/First' not in root:
            del pdf.Root['/Outlines']
    remove_dead_names(pdf, named, pages)


def remove_dead_names(pdf, named: dict[str, object], pages: set) -> None:
    tree = get(get(pdf.Root, '/Names'), '/Dests')
    if not has_members(tree):
        return
    names = pikepdf.NameTree(tree)
    for name, place in named.items():
        target = place.get('/D') if has_members(place) else place
        is_alive = isinstance(target, pikepdf.Array) and len(target) > 0 and getattr(target[0], 'objgen', None) in pages
        if not is_alive and name in names:
            del names[name]


def prune(parent, named: dict[str, object], pages: set, depth: int) -> None:
    items = children(parent) if depth < MAX_DEPTH else []
    kept = []
    for item in items:
        if '/First' in item:
            prune(item, named, pages, depth + 1)
        page = page_of(item, named)
        is_dead = page is None or getattr(page, 'objgen', None) not in pages
        leads_elsewhere = name_of(get(item.get('/A'), '/S')) not in ('', '/GoTo')
        if '/First' in item or leads_elsewhere or not is_dead:
            kept.append(item)
            if is_dead and not leads_elsewhere:
                for key in ('/Dest', '/A'):
                    if key in item:
                        del item[key]
    link(parent, kept)


def link(parent, items: list) -> None:
    """Makes `items` the items below `parent`."""
    for key in ('/First', '/Last', '/Count'):
        if key in parent:
            del parent[key]
    for index, item in enumerate(items):
        for key in ('/Prev', '/Next'):
            if key in item:
                del item[key]
        if index > 0:
            item.Prev = items[index - 1]
            items[index - 1].Next = item
    if items:
        parent.First, parent.Last = items[0], items[-1]
        parent.Count = len(items)
