"""For formats without SVG, replaces the SVG drawings of a book with pictures that a browser draws. For other formats,
moves drawings from pages to separate files, because calibre would drop the styles of drawings in pages."""
import posixpath

from engines.shared.svg import browser_drawings

SVG_TYPE = 'image/svg+xml'
PNG_TYPE = 'image/png'
SVG = '{http://www.w3.org/2000/svg}'
HTML = '{http://www.w3.org/1999/xhtml}'
HREFS = ('href', '{http://www.w3.org/1999/xlink}href')
# The text width of an A4 page, in CSS pixels.
WIDEST = 640
KEPT = ('width', 'height', 'class', 'style', 'id', 'align', 'alt', 'title')


def draw(book, pages: list, folder: str) -> None:
    """Replaces the drawings with pictures, because calibre draws SVG with Qt, which does not support many SVG features.
    `pages` are the items of the book that contain markup."""
    files = [item for item in book.manifest.items if item.media_type == SVG_TYPE and is_drawn(item.data)]
    elements = [(page, one) for page in pages for one in outermost(page.data) if is_drawn(one)]
    trees = [*(item.data for item in files), *(one for _, one in elements)]
    pictures = browser_drawings.drawn([written(tree) for tree in trees], folder, draws_all=True)
    drawn = {}
    for n, item in enumerate(files):
        if n in pictures:
            drawn[item.href] = add(book, item, 'png', PNG_TYPE, pictures[n].content), pictures[n].width
    for page in pages:
        link_pictures(page, drawn)
    for n, (page, element) in enumerate(elements, len(files)):
        if n in pictures:
            href = add(book, page, 'png', PNG_TYPE, pictures[n].content)
            replace(element, page.relhref(href), pictures[n].width)


def move_out(book, pages: list) -> None:
    """Moves drawings with their styles from the pages to files, because calibre drops CSS variables and other styles
    from pages."""
    for page in pages:
        for element in outermost(page.data):
            if is_drawn(element) and has_styles(element):
                replace(element, page.relhref(add(book, page, 'svg', SVG_TYPE, written(element))))


def has_styles(drawing) -> bool:
    if next(drawing.iter(f'{SVG}style'), None) is not None:
        return True
    return any('var(' in value for element in drawing.iter() for value in element.attrib.values())


def is_drawn(root) -> bool:
    """Returns whether the browser draws the drawing. The browser cannot read linked pictures, so calibre draws all
    drawings with linked pictures. Most drawings with linked pictures are covers."""
    if getattr(root, 'tag', None) != f'{SVG}svg':
        return False
    links = (image.get(name) for image in root.iter(f'{SVG}image') for name in HREFS)
    return all(link.startswith('data:') for link in links if link)


def outermost(root) -> list:
    return [one for one in root.iter(f'{SVG}svg') if not any(above.tag == one.tag for above in one.iterancestors())]


def written(tree) -> bytes:
    from lxml import etree

    return etree.tostring(tree, with_tail=False)


def add(book, item, ending: str, media_type: str, content: bytes) -> str:
    """Adds a file named after the item, and returns its name."""
    name, href = book.manifest.generate(item.id, f'{posixpath.splitext(item.href)[0]}.{ending}')
    book.manifest.add(name, href, media_type, data=content)
    return href


def link_pictures(page, drawn: dict[str, tuple[str, int]]) -> None:
    """Replaces each `img`, `object` or `embed` element that links to a drawing. The replacement is an `img` element
    that links to the picture of the drawing."""
    sources = ((f'{HTML}img', 'src'), (f'{HTML}object', 'data'), (f'{HTML}embed', 'src'))
    for tag, attribute in sources if drawn else ():
        for element in list(page.data.iter(tag)):
            picture = drawn.get(page.abshref(element.get(attribute) or ''))
            if picture:
                replace(element, page.relhref(picture[0]), picture[1])


def replace(element, source: str, width: int | None = None) -> None:
    title = element.find(f'{SVG}title')
    image = element.makeelement(f'{HTML}img', {'src': source, 'alt': '' if title is None else title.text or ''})
    image.attrib.update({name: element.get(name) for name in KEPT if element.get(name)})
    if width and not any(side in image.attrib for side in ('width', 'height')):
        image.set('width', str(min(width, WIDEST)))
    image.tail = element.tail
    element.getparent().replace(element, image)
