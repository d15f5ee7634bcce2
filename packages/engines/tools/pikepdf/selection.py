"""Keeps some pages of a PDF in a new order. Bookmarks, links, form fields, labels and tags stay with their pages."""
import pikepdf
from pikepdf import Array, Dictionary

from engines.shared.pdf.objects import get, has_members, listed
from engines.tools.pikepdf import outline
from engines.tools.pikepdf.destinations import Destinations, write_named

MAX_DEPTH = 200
# Keys of the page labels: style, prefix and first number.
STYLE, PREFIX, START = '/S', '/P', '/St'


def keep(pdf, numbers: list[int]) -> None:
    """Reduces the document to the pages in `numbers`, which are counted from 0. A page may occur more than once."""
    destinations = Destinations(pdf)
    pages = list(pdf.pages)
    kept = set(numbers)
    bookmarks = outline.read(pdf, destinations)
    labels = page_labels(pdf, len(pages))

    def stays(holder_target) -> bool:
        return destinations.page_of(holder_target) in kept

    has_bookmarks = bool(bookmarks)
    bookmarks = outline.pruned(bookmarks, lambda one: one.action is not None or stays(one.target))
    named = {key: value for key, value in destinations.named.items() if stays(destinations.array_of(value))}
    for n in kept:
        remove_links(pages[n].obj, destinations, kept)
    arrange(pdf, pages, numbers)
    if has_bookmarks:
        outline.write(pdf, bookmarks)
    if destinations.named:
        write_named(pdf, named)
    opening = get(pdf.Root, '/OpenAction')
    target = destinations.array_of(opening) if isinstance(opening, Array) else destinations.array_of(get(opening, '/D'))
    if target is not None and not stays(target):
        del pdf.Root['/OpenAction']
    write_labels(pdf, labels, numbers)
    keep_fields(pdf)
    keep_tags(pdf, {pages[n].obj.objgen for n in range(len(pages)) if n not in kept})
    for n, page in enumerate(pages):
        if n not in kept:
            # Empties the removed page, because other objects may refer to it and its content must not stay in the file.
            for key in list(page.obj.keys()):
                if key != '/Type':
                    del page.obj[key]


def arrange(pdf, pages: list, numbers: list[int]) -> None:
    del pdf.pages[:]
    used: set[int] = set()
    for n in numbers:
        page = pages[n]
        if n in used:
            copy = Dictionary({key: value for key, value in page.obj.items() if key not in ('/Annots', '/StructParents', '/Parent')})
            page = pikepdf.Page(pdf.make_indirect(copy))
        used.add(n)
        pdf.pages.append(page)


def remove_links(page, destinations: Destinations, kept: set[int]) -> None:
    notes = get(page, '/Annots')
    if not isinstance(notes, Array):
        return

    def stays(note) -> bool:
        if get(note, '/Subtype') != '/Link':
            return True
        target = destinations.of(note)
        return target is None or destinations.page_of(target) in kept

    left = [note for note in notes if stays(note)]
    if len(left) != len(notes):
        page['/Annots'] = Array(left)


def page_labels(pdf, count: int) -> list[tuple[dict, int]] | None:
    """Returns the style and the number of each page, or None if the pages have no labels."""
    tree = get(pdf.Root, '/PageLabels')
    if not has_members(tree):
        return None
    ranges: list[tuple[int, object]] = []
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        pairs = listed(get(node, '/Nums'))
        ranges += [(int(start), value) for start, value in zip(pairs[0::2], pairs[1::2]) if has_members(value)]
        if depth < MAX_DEPTH:
            waiting += [(kid, depth + 1) for kid in listed(get(node, '/Kids')) if has_members(kid)]
    ranges.sort(key=lambda one: one[0])
    labels: list[tuple[dict, int]] = [({}, n + 1) for n in range(count)]
    for n, (start, value) in enumerate(ranges):
        end = ranges[n + 1][0] if n + 1 < len(ranges) else count
        style = {key: value[key] for key in (STYLE, PREFIX) if key in value}
        first = int(get(value, START, 1))
        for page in range(max(start, 0), min(end, count)):
            labels[page] = (style, first + page - start)
    return labels


def write_labels(pdf, labels: list[tuple[dict, int]] | None, numbers: list[int]) -> None:
    if labels is None:
        return
    pairs: list = []
    last: tuple[dict, int] | None = None
    for at, n in enumerate(numbers):
        style, number = labels[n]
        if last is None or last[0] is not style or last[1] + 1 != number:
            pairs += [at, Dictionary({**style, START: number})]
        last = (style, number)
    pdf.Root['/PageLabels'] = Dictionary(Nums=Array(pairs))


def keep_fields(pdf) -> None:
    """Removes form fields without a widget on a page."""
    form = get(pdf.Root, '/AcroForm')
    if not has_members(form):
        return
    shown = {note.objgen for page in pdf.pages for note in listed(get(page.obj, '/Annots')) if has_members(note)}

    def stays(field, depth: int) -> bool:
        kids = listed(get(field, '/Kids'))
        if not kids or depth > MAX_DEPTH:
            return get(field, '/Subtype') != '/Widget' or field.objgen in shown
        left = [kid for kid in kids if has_members(kid) and stays(kid, depth + 1)]
        if len(left) != len(kids):
            field['/Kids'] = Array(left)
        return bool(left)

    fields = [field for field in listed(get(form, '/Fields')) if has_members(field) and stays(field, 0)]
    form['/Fields'] = Array(fields)
    if not fields:
        del pdf.Root['/AcroForm']


def keep_tags(pdf, removed: set) -> None:
    """Removes the tags of removed pages."""
    root = get(pdf.Root, '/StructTreeRoot')
    if not has_members(root) or not removed:
        return

    def stays(tag, page, depth: int) -> bool:
        if not has_members(tag):
            # The tag is a number that refers to marked content on the page of the parent tag.
            return page is None or page.objgen not in removed
        page = get(tag, '/Pg', page)
        if '/S' not in tag:
            return page is None or page.objgen not in removed
        kids = listed(get(tag, '/K'))
        if depth > MAX_DEPTH or not kids:
            return page is None or page.objgen not in removed
        left = [kid for kid in kids if stays(kid, page, depth + 1)]
        if len(left) != len(kids):
            tag['/K'] = Array(left)
        return bool(left)

    root['/K'] = Array([tag for tag in listed(get(root, '/K')) if stays(tag, None, 0)])
