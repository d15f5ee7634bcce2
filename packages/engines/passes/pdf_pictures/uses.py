"""Measures the largest size at which each picture of a PDF is drawn on the pages."""
from dataclasses import dataclass, field

import pikepdf

from engines.shared.pdf.appearances import appearances
from engines.shared.pdf.objects import get, has_members, items, listed, name_of
from engines.shared.pdf.page_box import IDENTITY, Matrix, bounds, inherited, is_empty, matrix_of, rectangle, times, unit_of

# Maximum nesting depth of forms, which can contain other forms. If the forms of a file are nested more deeply, no
# picture is scaled down.
MAX_DEPTH = 20
# Maximum number of sizes at which a form draws one picture. A picture that a form draws at more sizes is not scaled
# down.
MAX_SIZES = 64
# Operators that draw pictures, or change the size of what is drawn.
OPERATORS = 'q Q cm Do gs'
TILING = 1

# The number and the generation of an object.
Id = tuple[int, int]
# Width and height in inches, or None if they are unknown.
Size = tuple[float, float] | None


@dataclass
class Use:
    """A picture, and the largest size at which the pages draw it."""

    picture: pikepdf.Stream
    size: Size
    # Whether the picture determines the transparency of other content.
    is_mask: bool


@dataclass
class Drawn:
    """The pictures that a page or a form draws. `matrices` maps the id of a picture to the matrices of its unit square,
    or to None if they are unknown."""

    matrices: dict[Id, set[Matrix] | None] = field(default_factory=dict)

    def add(self, id: Id, matrices: set[Matrix] | None) -> None:
        known = self.matrices.setdefault(id, set())
        if known is None or matrices is None or len(known | matrices) > MAX_SIZES:
            self.matrices[id] = None
        else:
            known |= matrices

    def add_all(self, other: 'Drawn', matrix: Matrix) -> None:
        for id, matrices in other.matrices.items():
            self.add(id, None if matrices is None else {scale_of(times(one, matrix)) for one in matrices})


def scale_of(matrix: Matrix) -> Matrix:
    """Returns the matrix without its offset, rounded so that the matrices of equal sizes are equal in spite of rounding
    errors."""
    a, b, c, d = (float(f'{one:.5g}') for one in matrix[:4])
    return a, b, c, d, 0, 0


def uses_in(pdf) -> list[Use]:
    """Returns every picture on the pages once. The masks of pictures are pictures too."""
    walk = Walk()
    sizes: dict[Id, Size] = {}
    for page in pdf.pages:
        unit = unit_of(page)
        for id, matrices in walk.page(page).matrices.items():
            for matrix in matrices or [None]:
                add_size(sizes, id, matrix and inches(matrix, unit))
    masks: dict[Id, pikepdf.Stream] = {}
    for id, picture in walk.pictures.items():
        for mask in (get(picture, '/SMask'), get(picture, '/Mask')):
            if isinstance(mask, pikepdf.Stream):
                masks[mask.objgen] = mask
                add_size(sizes, mask.objgen, sizes[id])
    found = sorted({**walk.pictures, **masks}.items())
    in_masks = walk.in_masks | masks.keys()
    return [Use(picture, None if walk.is_incomplete else sizes[id], id in in_masks) for id, picture in found]


def inches(matrix: Matrix, unit: float) -> tuple[float, float]:
    a, b, c, d, *_ = matrix
    return (a * a + b * b) ** 0.5 * unit / 72, (c * c + d * d) ** 0.5 * unit / 72


def add_size(sizes: dict[Id, Size], id: Id, size: Size) -> None:
    known = sizes.get(id, (0.0, 0.0))
    sizes[id] = None if known is None or size is None else (max(known[0], size[0]), max(known[1], size[1]))


class Walk:
    """Reads the content of pages, forms, patterns, soft masks and annotations. Each form is read once."""

    def __init__(self) -> None:
        self.pictures: dict[Id, pikepdf.Stream] = {}
        # The pictures in soft masks of graphics states.
        self.in_masks: set[Id] = set()
        # Whether content could not be read, so that larger uses of any picture may be unknown.
        self.is_incomplete = False
        self._known: dict[tuple, Drawn] = {}
        self._open: list[tuple] = []

    def page(self, page: pikepdf.Page) -> Drawn:
        resources, key = inherited(page, '/Resources'), (page.obj.objgen,)
        drawn = Drawn()
        drawn.add_all(self._content(page, resources, key), IDENTITY)
        for note in listed(page.obj.get('/Annots')):
            for look in appearances(note):
                matrix = matrix_on_page(note, look)
                if matrix:
                    drawn.add_all(self._form(look, resources, key), matrix)
        return drawn

    def _form(self, form, outer, key: tuple) -> Drawn:
        """Returns the pictures of a form or a pattern in the coordinates of its parent. `outer` are the resources of
        the parent, and `key` identifies them."""
        drawn = Drawn()
        own = get(form, '/Resources')
        inner = self._content(form, outer if own is None else own, (form.objgen, *(key if own is None else ())))
        drawn.add_all(inner, matrix_of(get(form, '/Matrix')))
        return drawn

    def _content(self, content, resources, key: tuple) -> Drawn:
        if key in self._known or key in self._open:
            return self._known.get(key, Drawn())
        drawn = Drawn()
        if len(self._open) >= MAX_DEPTH:
            self.is_incomplete = True
            return drawn
        self._open.append(key)
        try:
            if may_draw_pictures(resources):
                self._add_drawn(drawn, content, resources, key)
        except (pikepdf.PdfError, TypeError, ValueError):
            self.is_incomplete = True
        self._open.pop()
        self._known[key] = drawn
        return drawn

    def _add_drawn(self, drawn: Drawn, content, resources, key: tuple) -> None:
        stack, matrix, done = [], IDENTITY, set()
        for operands, operator in pikepdf.parse_content_stream(content, OPERATORS):
            name = str(operator)
            if name == 'q':
                stack.append(matrix)
            elif name == 'Q':
                matrix = stack.pop() if stack else matrix
            elif name == 'cm':
                matrix = times(matrix_of(operands), matrix)
            elif operands and (str(operands[0]), scale_of(matrix)) not in done:
                done.add((str(operands[0]), scale_of(matrix)))
                kind = '/XObject' if name == 'Do' else '/ExtGState'
                self._show(drawn, get(get(resources, kind), str(operands[0])), matrix, resources, key)
        for _, pattern in items(get(resources, '/Pattern')):
            if get(pattern, '/PatternType') == TILING:
                drawn.add_all(self._form(pattern, resources, key), IDENTITY)
        for _, font in items(get(resources, '/Font')):
            # The size of a letter that is a picture is not computed.
            for _, picture in items(get(get(font, '/Resources'), '/XObject')):
                if isinstance(picture, pikepdf.Stream):
                    drawn.add(picture.objgen, None)

    def _show(self, drawn: Drawn, thing, matrix: Matrix, resources, key: tuple) -> None:
        kind = name_of(get(thing, '/Subtype'))
        mask = get(get(thing, '/SMask'), '/G')
        if kind == '/Image' and isinstance(thing, pikepdf.Stream):
            self.pictures[thing.objgen] = thing
            drawn.add(thing.objgen, {scale_of(matrix)})
        elif kind == '/Form' and isinstance(thing, pikepdf.Stream):
            drawn.add_all(self._form(thing, resources, key), matrix)
        elif isinstance(mask, pikepdf.Stream):
            inner = self._form(mask, resources, key)
            self.in_masks.update(inner.matrices)
            drawn.add_all(inner, matrix)


def may_draw_pictures(resources) -> bool:
    """Returns whether the resources contain a picture, or content that may draw one. Most pages of text have no
    resources that draw pictures."""
    if items(get(resources, '/XObject')) or items(get(resources, '/Pattern')):
        return True
    return any(has_members(get(state, '/SMask')) for _, state in items(get(resources, '/ExtGState')))


def matrix_on_page(note, look) -> Matrix | None:
    """Returns the matrix that fits an appearance into the rectangle of its annotation (ISO 32000-1, 12.5.5). Returns
    None if the appearance has no area."""
    box, place = rectangle(get(look, '/BBox')), rectangle(get(note, '/Rect'))
    drawn = bounds(matrix_of(get(look, '/Matrix')), box) if box else None
    if not place or not drawn or is_empty(drawn):
        return None
    return (place[2] - place[0]) / (drawn[2] - drawn[0]), 0, 0, (place[3] - place[1]) / (drawn[3] - drawn[1]), 0, 0
