"""Places pages on new sheets, together with their links, form fields and notes, and moves the bookmarks along."""
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name

from engines.shared.pdf.objects import get, has_members, listed, number_of
from engines.tools.pikepdf.destinations import destinations
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import Frame, Matrix, apply_to_box, apply_to_point, frame_of, inverse, product

# Sizes of upright sheets in points.
PAPERS = {
    'a3': (841.89, 1190.55),
    'a4': (595.28, 841.89),
    'a5': (419.53, 595.28),
    'letter': (612, 792),
    'legal': (612, 1008),
}


@dataclass(frozen=True)
class Place:
    page: pikepdf.Page
    # Maps points of the upright page to the sheet.
    matrix: Matrix


def paper_size(name: str, *, landscape: bool) -> tuple[float, float]:
    width, height = PAPERS[name]
    return (height, width) if landscape else (width, height)


def fitted(frame: Frame, cell: tuple[float, float, float, float]) -> Matrix:
    """Returns the matrix that scales a page to a cell (left, bottom, width, height) and centres it there."""
    left, bottom, width, height = cell
    scale = min(width / frame.width, height / frame.height)
    return (
        *(scale, 0, 0, scale),
        left + (width - scale * frame.width) / 2,
        bottom + (height - scale * frame.height) / 2,
    )


class Sheets:
    """Collects the sheets, and replaces the pages of the document by them at the end."""

    def __init__(self, document: Document):
        self._document = document
        self._pdf = document.pdf
        self._sheets: list = []
        # For each page its sheet and the matrix from the page's own coordinates to the sheet, by the page's object.
        self._moved: dict[tuple[int, int], tuple[pikepdf.Object, Matrix]] = {}

    @staticmethod
    def frame_of(page) -> Frame:
        return frame_of(page)

    def add(self, width: float, height: float, places: list[Place]) -> None:
        sheet = self._pdf.make_indirect(
            Dictionary(Type=Name.Page, MediaBox=Array([0, 0, width, height]), Resources=Dictionary()),
        )
        forms, content, notes = Dictionary(), b'', []
        for index, place in enumerate(places):
            frame = frame_of(place.page)
            # The form has the coordinates of the page without its rotation, which is part of the matrix.
            matrix = product(inverse(frame.matrix), place.matrix)
            forms[f'/Page{index + 1}'] = self._form(place.page)
            numbers = ' '.join(f'{number:.6f}' for number in matrix).encode()
            content += b'q ' + numbers + f' cm /Page{index + 1} Do Q\n'.encode()
            notes += self._notes(place.page, sheet, matrix)
            self._moved[place.page.obj.objgen] = (sheet, matrix)
        sheet.Resources = Dictionary(XObject=forms)
        sheet.Contents = self._pdf.make_stream(content)
        if notes:
            sheet.Annots = Array(notes)
        self._sheets.append(sheet)

    def _form(self, page):
        form = page.as_form_xobject(handle_transformations=False)
        # Content outside the visible area of the page must not reach its neighbours.
        form.BBox = Array(apply_to_box((0, 0, frame_of(page).width, frame_of(page).height), frame_of(page).matrix))
        return self._pdf.make_indirect(form)

    def _notes(self, page, sheet, matrix: Matrix) -> list:
        notes = [note for note in listed(page.obj.get('/Annots')) if has_members(note)]
        for note in notes:
            move_note(note, matrix)
            note.P = sheet
        return notes

    def replace_pages(self) -> None:
        for destination in list(destinations(self._pdf)):
            moved = self._moved.get(getattr(destination[0], 'objgen', (0, 0)))
            if moved:
                move_destination(destination, *moved)
        count = len(self._pdf.pages)
        for sheet in self._sheets:
            self._pdf.pages.append(pikepdf.Page(sheet))
        del self._pdf.pages[:count]
        if '/StructTreeRoot' in self._pdf.Root:
            self._document.warn('pdf_tags_left_out')
        # Tags and page labels describe the former pages.
        for key in ('/StructTreeRoot', '/MarkInfo', '/PageLabels', '/OpenAction'):
            if key in self._pdf.Root:
                del self._pdf.Root[key]


def move_note(note, matrix: Matrix) -> None:
    """Moves a link, a form field or another annotation, with the picture that it shows."""
    box = [number_of(edge) for edge in listed(note.get('/Rect'))]
    if len(box) == 4:
        note.Rect = Array(apply_to_box(tuple(box), matrix))
    for key in ('/QuadPoints', '/L', '/Vertices'):
        points = [number_of(value) for value in listed(note.get(key))]
        if points:
            note[key] = Array(moved_points(points, matrix))
    if has_members(note.get('/AP')):
        turn_pictures(note.AP, matrix)


def moved_points(points: list[float], matrix: Matrix) -> list[float]:
    pairs = zip(points[::2], points[1::2])
    return [value for pair in pairs for value in apply_to_point(pair, matrix)]


def turn_pictures(pictures, matrix: Matrix) -> None:
    """Turns the pictures of an annotation. Readers scale and move them to the rectangle, but do not turn them."""
    scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5 or 1
    turn = (*(part / scale for part in matrix[:4]), 0, 0)
    if abs(turn[0] - 1) < 1e-6:
        return
    for _, picture in pictures.items():
        states = [picture] if isinstance(picture, pikepdf.Stream) else [state for _, state in picture.items()]
        for state in states:
            if isinstance(state, pikepdf.Stream):
                own = [number_of(part) for part in listed(get(state, '/Matrix'))]
                state.Matrix = Array(product(tuple(own) if len(own) == 6 else (1, 0, 0, 1, 0, 0), turn))


def move_destination(destination, sheet, matrix: Matrix) -> None:
    """Lets a destination show the place of its page on the sheet."""
    kind = str(destination[1]) if len(destination) > 1 else '/Fit'
    numbers = [number_of(value) for value in listed(destination)[2:]]
    left, top = 0.0, 0.0
    if kind == '/XYZ':
        left, top = (*numbers, 0, 0)[:2]
    elif kind in ('/FitH', '/FitBH'):
        top = (*numbers, 0)[0]
    elif kind == '/FitR' and len(numbers) == 4:
        left, top = numbers[0], numbers[3]
    x, y = apply_to_point((left, top), matrix)
    whole = kind in ('/Fit', '/FitB', '/FitV', '/FitBV')
    parts = [sheet, Name.Fit] if whole else [sheet, Name.XYZ, x, y, 0]
    while len(destination):
        del destination[0]
    for part in parts:
        destination.append(part)
