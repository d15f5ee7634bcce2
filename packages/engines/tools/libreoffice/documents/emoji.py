"""Draws emoji in colour in PDFs. LibreOffice needs this module for emoji in charts. Versions before LibreOffice 7.5,
which is the first version that embeds a bitmap font, need this module for all emoji.

LibreOffice draws emoji with a derived font, which has the same glyph numbers as Noto Color Emoji
(`shared/derived_fonts/emoji.py`). In the finished PDF, each subset of the derived font is replaced with a Type 3 font
that contains the pictures. LibreOffice 7.5 also writes emoji as a Type 3 font."""
import io
import re
from collections.abc import Iterable

from engines.shared.derived_fonts.names import COLOUR_EMOJI, EMOJI_POSTSCRIPT_NAME, PRIVATE_EMOJI_POSTSCRIPT_NAME
from engines.tools.libreoffice.documents.private_text import public_strings

# Glyph space of a PDF font, in units per em.
GLYPH_SPACE = 1000
# In the name of a subset, a tag and a plus sign precede the name of the font.
DERIVED = re.compile(f'\\+(?:{EMOJI_POSTSCRIPT_NAME}|{PRIVATE_EMOJI_POSTSCRIPT_NAME})\\b')


def draw(file: str) -> None:
    """Rewrites the PDF in place if it uses a derived font."""
    with open(file, 'rb') as stream:
        names = set(re.findall(DERIVED.pattern.encode(), stream.read()))
    if not names:
        return
    # pikepdf is imported on demand, because the import takes 0.2 s and most documents have no emoji.
    import pikepdf

    with pikepdf.open(file, allow_overwriting_input=True) as document:
        pictures = _Pictures(document)
        for font in document.objects:
            if isinstance(font, pikepdf.Dictionary) and font.get('/Type') == '/Font' and _is_derived(font):
                pictures.replace(font)
        if f'+{PRIVATE_EMOJI_POSTSCRIPT_NAME}'.encode() in names:
            _restore_text(document)
        document.save(file, static_id=True)


def _is_derived(font) -> bool:
    return bool(DERIVED.search(str(font.get('/BaseFont', ''))))


def _restore_text(document) -> None:
    """Replaces the private code points of emoji in the text that readers find and copy."""
    import pikepdf

    for stream in document.objects:
        if isinstance(stream, pikepdf.Stream) and stream.get('/Subtype') is None and '/Length1' not in stream:
            before = stream.read_bytes()
            after = public_strings(before)
            if after != before:
                stream.write(after)


class _Pictures:
    """Replaces fonts in one PDF with pictures from the source font. Each picture is written only once."""

    def __init__(self, document):
        from fontTools.ttLib import TTFont

        self._document = document
        self._source = TTFont(COLOUR_EMOJI, lazy=True)
        self._bitmaps = self._source['CBDT'].strikeData[0]
        self._per_pixel = GLYPH_SPACE / self._source['CBLC'].strikes[0].bitmapSizeTable.ppemY
        self._images: dict[str, object] = {}

    def replace(self, font) -> None:
        """Converts a subset of the derived font to a Type 3 font. Codes, widths and text stay unchanged."""
        from pikepdf import Array, Dictionary, Name

        glyphs = _glyph_numbers(font.FontDescriptor.FontFile2.read_bytes())
        names = {code: self._source.getGlyphName(number) for code, number in glyphs.items()}
        boxes = {code: self._box(name) for code, name in names.items()}
        widths = dict(enumerate(font.Widths, int(font.FirstChar)))
        # Codes without a picture, such as variation selectors, need a glyph program too.
        blank = {f'/g{code}': self._document.make_stream(f'{width} 0 d0'.encode()) for code, width in widths.items()}
        programs = blank | {f'/g{code}': self._program(code, boxes[code], widths[code]) for code in names}
        pictures = {f'/i{code}': self._image(name) for code, name in names.items()}
        differences = [item for code in widths for item in (code, Name(f'/g{code}'))]
        for key in ('/BaseFont', '/FontDescriptor'):
            del font[key]
        font.Subtype = Name.Type3
        font.FontBBox = Array(_union(boxes.values()))
        font.FontMatrix = Array([1 / GLYPH_SPACE, 0, 0, 1 / GLYPH_SPACE, 0, 0])
        font.Encoding = Dictionary(Type=Name.Encoding, Differences=Array(differences))
        font.CharProcs = Dictionary(programs)
        font.Resources = Dictionary(XObject=Dictionary(pictures))

    def _box(self, name: str) -> tuple[int, int, int, int]:
        """Returns left, bottom, right and top of a picture in glyph space."""
        metrics = self._bitmaps[name].metrics
        bottom = metrics.BearingY - metrics.height
        edges = (metrics.BearingX, bottom, metrics.BearingX + metrics.width, metrics.BearingY)
        left, bottom, right, top = (round(edge * self._per_pixel) for edge in edges)
        return left, bottom, right, top

    def _program(self, code: int, box: tuple[int, int, int, int], width):
        left, bottom, right, top = box
        drawing = f'{width} 0 d0 q {right - left} 0 0 {top - bottom} {left} {bottom} cm /i{code} Do Q'
        return self._document.make_stream(drawing.encode())

    def _image(self, name: str):
        if name not in self._images:
            self._images[name] = self._drawn(self._bitmaps[name].imageData)
        return self._images[name]

    def _drawn(self, png: bytes):
        from PIL import Image
        from pikepdf import Name

        picture = Image.open(io.BytesIO(png)).convert('RGBA')
        shared = {'/Type': Name.XObject, '/Subtype': Name.Image, '/BitsPerComponent': 8}
        shared |= {'/Width': picture.width, '/Height': picture.height}
        mask = self._document.make_stream(picture.getchannel('A').tobytes(), {**shared, '/ColorSpace': Name.DeviceGray})
        colours = picture.convert('RGB').tobytes()
        return self._document.make_stream(colours, {**shared, '/ColorSpace': Name.DeviceRGB, '/SMask': mask})


def _union(boxes: Iterable[tuple[int, int, int, int]]) -> list[int]:
    lefts, bottoms, rights, tops = zip((0, 0, 0, 0), *boxes)
    return [min(lefts), min(bottoms), max(rights), max(tops)]


def _glyph_numbers(subset: bytes) -> dict[int, int]:
    """Maps each code of an embedded subset to the number of its glyph in the source font."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(subset))
    codes = font['cmap'].tables[0].cmap
    outlines = {code: font['glyf'][name] for code, name in codes.items()}
    return {code: glyph.coordinates[0][0] for code, glyph in outlines.items() if glyph.numberOfContours == 1}
