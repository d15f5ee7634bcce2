"""Draws pages on new sheets: on paper of another size, several on one sheet, or as a booklet."""
import pikepdf
from pikepdf import Array, Dictionary, Name

from engines.shared.pdf.objects import get, has_members, listed, number_of
from engines.shared.pdf.page_box import Matrix, at, bounds, times, visible_box
from engines.tools.pikepdf import outline
from engines.tools.pikepdf.destinations import Destinations, write_named
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import frame_of
from engines.tools.pikepdf.selection.edits import Edits
from engines.tools.pikepdf.selection.fields import keep_fields

# Width and height in points.
PAPERS = {'a3': (841.89, 1190.55), 'a4': (595.28, 841.89), 'a5': (419.53, 595.28), 'letter': (612, 792), 'legal': (612, 1008)}


class Slot:
    """A place on a sheet: the number of a page, counted from 0, and the box in which the page is drawn."""

    def __init__(self, page: int | None, left: float, bottom: float, width: float, height: float):
        self.page, self.left, self.bottom, self.width, self.height = page, left, bottom, width, height


def write(document: Document, sheets: list[tuple[tuple[float, float], list[Slot]]]) -> None:
    """Replaces the pages with sheets. Each sheet is described by its size and its slots (places for pages)."""
    pdf = document.pdf
    destinations = Destinations(pdf)
    pages = list(pdf.pages)
    bookmarks = outline.read(pdf, destinations)
    moved: dict[int, tuple[object, Matrix]] = {}
    new = []
    for size, slots in sheets:
        sheet = pikepdf.Page(pdf.make_indirect(Dictionary(Type=Name.Page, MediaBox=Array([0, 0, *size]))))
        forms, content, notes = Dictionary(), [], []
        for slot in slots:
            if slot.page is None:
                continue
            matrix = matrix_into(pages[slot.page], slot)
            name = f'/Page{len(forms)}'
            forms[name] = as_form(pdf, pages[slot.page])
            numbers = ' '.join(f'{number:.6f}' for number in matrix)
            content.append(f'q {numbers} cm {name} Do Q\n'.encode())
            moved[slot.page] = (sheet.obj, matrix)
            for note in listed(get(pages[slot.page].obj, '/Annots')):
                if has_members(note):
                    place(note, matrix, sheet.obj)
                    notes.append(note)
        sheet.obj['/Resources'] = Dictionary(XObject=forms)
        sheet.obj['/Contents'] = pdf.make_stream(b''.join(content))
        if notes:
            sheet.obj['/Annots'] = Array(notes)
        new.append(sheet)
    if '/StructTreeRoot' in pdf.Root:
        document.warn('pdf_tags_left_out')
    retarget(pdf, destinations, moved, bookmarks, new)


def retarget(pdf, destinations: Destinations, moved: dict, bookmarks: list, new: list) -> None:
    """Replaces the pages with the sheets, and makes bookmarks, links and named destinations point to the sheets."""

    def target(old):
        page = destinations.page_of(old)
        return Array([moved[page][0], Name.Fit]) if page in moved else None

    links = [note for page in pdf.pages for note in listed(get(page.obj, '/Annots')) if has_members(note)]
    for note in links:
        old = destinations.of(note)
        if get(note, '/Subtype') == '/Link' and old is not None and (there := target(old)) is not None:
            if '/A' in note:
                del note['/A']
            note['/Dest'] = there

    def follow(items: list) -> None:
        for one in items:
            one.target = target(one.target) if one.target is not None else None
            follow(one.children)

    follow(bookmarks)
    named = {key: there for key, value in destinations.named.items() if (there := target(destinations.array_of(value))) is not None}
    del pdf.pages[:]
    for sheet in new:
        pdf.pages.append(sheet)
    outline.write(pdf, bookmarks)
    if destinations.named:
        write_named(pdf, named)
    for key in ('/PageLabels', '/StructTreeRoot', '/MarkInfo', '/OpenAction'):
        if key in pdf.Root:
            del pdf.Root[key]
    keep_fields(pdf, Edits())


def as_form(pdf, page):
    """Returns the content of a page as a form XObject. The bounding box of the form XObject is the visible part of the
    page."""
    form = page.as_form_xobject(handle_transformations=False)
    form = pdf.make_indirect(form) if not form.is_indirect else form
    form['/BBox'] = Array(list(visible_box(page)))
    return form


def matrix_into(page, slot: Slot) -> Matrix:
    """Returns the matrix from the page's own coordinates to the sheet. The page is centred in its slot."""
    frame = frame_of(page)
    scale = min(slot.width / frame.width, slot.height / frame.height)
    left = slot.left + (slot.width - scale * frame.width) / 2
    bottom = slot.bottom + (slot.height - scale * frame.height) / 2
    return times(inverse(frame.matrix), (scale, 0, 0, scale, left, bottom))


def inverse(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


def place(note, matrix: Matrix, sheet) -> None:
    """Moves an annotation to the sheet. The appearance of the annotation stays the same."""
    edges = [number_of(edge) for edge in listed(get(note, '/Rect'))]
    if len(edges) == 4:
        note['/Rect'] = Array(bounds(matrix, tuple(edges)))
    points = [number_of(one) for one in listed(get(note, '/QuadPoints'))]
    if points:
        note['/QuadPoints'] = Array([one for point in zip(points[0::2], points[1::2]) for one in at(matrix, point)])
    note['/P'] = sheet
