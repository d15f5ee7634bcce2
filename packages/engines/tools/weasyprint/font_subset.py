"""Uses HarfBuzz to reduce large PostScript fonts to the glyphs of a page, because fontTools would process all 65,535
glyphs."""
import ctypes
import io

from fontTools.ttLib import TTFont
from weasyprint.pdf.stream import Font

# A font with more glyphs than this number is reduced with HarfBuzz. WeasyPrint reduces smaller fonts itself in
# negligible time.
LARGE = 20_000

NO_HINTING, RETAIN_GIDS, DESUBROUTINIZE = 0x1, 0x2, 0x4
DROP_TABLES = 3
LAYOUT = ('GSUB', 'GPOS', 'GDEF', 'BASE', 'vhea', 'vmtx', 'VORG')


def tag(name):
    return int.from_bytes(name.encode(), 'big')


def library():
    try:
        harfbuzz, subset = ctypes.CDLL('libharfbuzz.so.0'), ctypes.CDLL('libharfbuzz-subset.so.0')
    except OSError:
        return None
    pointer = ctypes.c_void_p
    for function in (harfbuzz.hb_blob_create, harfbuzz.hb_face_create, harfbuzz.hb_face_reference_blob,
                     harfbuzz.hb_blob_get_data, subset.hb_subset_input_create_or_fail,
                     subset.hb_subset_input_glyph_set, subset.hb_subset_input_set, subset.hb_subset_or_fail):
        function.restype = pointer
    return harfbuzz, subset


def cut_down(content, index, glyphs):
    """Returns face `index` of the font file `content` with only the outlines of `glyphs`."""
    libraries = library()
    if libraries is None:
        return None
    harfbuzz, subset = libraries
    pointer = ctypes.c_void_p
    blob = pointer(harfbuzz.hb_blob_create(content, len(content), 0, None, None))
    face = pointer(harfbuzz.hb_face_create(blob, index))
    wanted = pointer(subset.hb_subset_input_create_or_fail())
    kept = pointer(subset.hb_subset_input_glyph_set(wanted))
    for glyph in glyphs:
        harfbuzz.hb_set_add(kept, glyph)
    dropped = pointer(subset.hb_subset_input_set(wanted, DROP_TABLES))
    for name in LAYOUT:
        harfbuzz.hb_set_add(dropped, tag(name))
    subset.hb_subset_input_set_flags(wanted, NO_HINTING | RETAIN_GIDS | DESUBROUTINIZE)
    cut = subset.hb_subset_or_fail(face, wanted)
    result = None
    if cut:
        length = ctypes.c_uint()
        written = pointer(harfbuzz.hb_face_reference_blob(pointer(cut)))
        data = harfbuzz.hb_blob_get_data(written, ctypes.byref(length))
        result = ctypes.string_at(data, length.value)
        harfbuzz.hb_blob_destroy(written)
        harfbuzz.hb_face_destroy(pointer(cut))
    subset.hb_subset_input_destroy(wanted)
    harfbuzz.hb_face_destroy(face)
    harfbuzz.hb_blob_destroy(blob)
    return result


def cut_large_fonts():
    """Makes WeasyPrint reduce large PostScript fonts with HarfBuzz."""
    clean = Font.clean

    def clean_fast(self, cmap, *rest):
        font = self.ttfont
        if cmap and font is not None and 'CFF ' in font and font['maxp'].numGlyphs > LARGE:
            cut = cut_down(self.file_content, self.index, cmap)
            if cut is not None:
                self.file_content, self.ttfont = cut, TTFont(io.BytesIO(cut))
                cmap = {}
        clean(self, cmap, *rest)

    Font.clean = clean_fast
