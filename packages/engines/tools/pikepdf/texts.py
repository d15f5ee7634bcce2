"""Draws lines of text as form XObjects with Pango and Cairo, which support every script and embed the fonts. The
functions are called with ctypes, because there are only 20 of them and Debian's Python bindings need 3 more packages.
"""
import ctypes
import os
from dataclasses import dataclass

from engines.tools.pikepdf.document import Document

# Units of Pango per point.
PANGO_SCALE = 1024
# Space around a text, as a fraction of its font size. Letters may exceed the logical box of their line.
MARGIN = 0.35
CENTRED = 1

pointer = ctypes.c_void_p
real = ctypes.c_double


class Rectangle(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ('x', 'y', 'width', 'height')]


@dataclass(frozen=True)
class Style:
    # Points.
    size: float
    # `#rrggbb`.
    colour: str = '#000000'
    family: str = 'Liberation Sans'


@dataclass(frozen=True)
class DrawnText:
    """A form XObject that draws a text. The origin of the form XObject is the bottom left corner of the margin around
    the text."""

    form: object
    width: float
    height: float
    margin: float


def draw(document: Document, texts: list[str], style: Style) -> dict[str, DrawnText]:
    """Draws each distinct text once."""
    distinct = list(dict.fromkeys(texts))
    file = os.path.join(document.work, f'texts-{len(document.opened)}.pdf')
    sizes = _Writer(file, style).write(distinct)
    drawn = document.open(file)
    margin = MARGIN * style.size
    return {
        text: DrawnText(document.pdf.copy_foreign(page.as_form_xobject()), *size, margin)
        for text, size, page in zip(distinct, sizes, drawn.pages)
    }


class _Writer:
    """Writes a PDF with one text per page, each page as large as its text."""

    def __init__(self, file: str, style: Style):
        self._pango = _library('libpango-1.0.so.0', PANGO)
        self._pangocairo = _library('libpangocairo-1.0.so.0', PANGOCAIRO)
        self._cairo = _library('libcairo.so.2', CAIRO)
        self._style = style
        self._surface = self._cairo.cairo_pdf_surface_create(file.encode(), 1, 1)
        self._context = self._cairo.cairo_create(self._surface)
        self._layout = self._pangocairo.pango_cairo_create_layout(self._context)
        font = self._pango.pango_font_description_from_string(style.family.encode())
        self._pango.pango_font_description_set_absolute_size(font, style.size * PANGO_SCALE)
        self._pango.pango_layout_set_font_description(self._layout, font)
        self._pango.pango_layout_set_alignment(self._layout, CENTRED)

    def write(self, texts: list[str]) -> list[tuple[float, float]]:
        sizes = [self._page(text) for text in texts]
        self._cairo.cairo_destroy(self._context)
        self._cairo.cairo_surface_finish(self._surface)
        if self._cairo.cairo_surface_status(self._surface):
            raise SystemExit('cairo could not draw the text')
        return sizes

    def _page(self, text: str) -> tuple[float, float]:
        data = text.encode()
        self._pango.pango_layout_set_text(self._layout, data, len(data))
        logical = Rectangle()
        self._pango.pango_layout_get_extents(self._layout, None, ctypes.byref(logical))
        margin = MARGIN * self._style.size
        width, height = (edge / PANGO_SCALE + 2 * margin for edge in (logical.width, logical.height))
        self._cairo.cairo_pdf_surface_set_size(self._surface, width, height)
        colour = self._style.colour.lstrip('#')
        red, green, blue = (int(colour[at:at + 2], 16) / 255 for at in (0, 2, 4))
        self._cairo.cairo_set_source_rgb(self._context, red, green, blue)
        self._cairo.cairo_move_to(self._context, margin - logical.x / PANGO_SCALE, margin - logical.y / PANGO_SCALE)
        self._pangocairo.pango_cairo_show_layout(self._context, self._layout)
        self._cairo.cairo_show_page(self._context)
        return width, height


# The result type and the argument types of each called function.
PANGO = {
    'pango_font_description_from_string': (pointer, [ctypes.c_char_p]),
    'pango_font_description_set_absolute_size': (None, [pointer, real]),
    'pango_layout_set_font_description': (None, [pointer, pointer]),
    'pango_layout_set_alignment': (None, [pointer, ctypes.c_int]),
    'pango_layout_set_text': (None, [pointer, ctypes.c_char_p, ctypes.c_int]),
    'pango_layout_get_extents': (None, [pointer, pointer, pointer]),
}
PANGOCAIRO = {
    'pango_cairo_create_layout': (pointer, [pointer]),
    'pango_cairo_show_layout': (None, [pointer, pointer]),
}
CAIRO = {
    'cairo_pdf_surface_create': (pointer, [ctypes.c_char_p, real, real]),
    'cairo_pdf_surface_set_size': (None, [pointer, real, real]),
    'cairo_create': (pointer, [pointer]),
    'cairo_destroy': (None, [pointer]),
    'cairo_surface_finish': (None, [pointer]),
    'cairo_surface_status': (ctypes.c_int, [pointer]),
    'cairo_set_source_rgb': (None, [pointer, real, real, real]),
    'cairo_move_to': (None, [pointer, real, real]),
    'cairo_show_page': (None, [pointer]),
}


def _library(name: str, functions: dict):
    library = ctypes.CDLL(name)
    for function, (result, arguments) in functions.items():
        called = getattr(library, function)
        called.restype, called.argtypes = result, arguments
    return library
