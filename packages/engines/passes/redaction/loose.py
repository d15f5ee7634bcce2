"""Finds drawings that are stored outside of the pages, and makes them searchable: forms, patterns, glyphs, and the
appearances of comments and fields."""
import pikepdf

Key = tuple[int, int]


def add_pages(pdf, drawings: list) -> None:
    """Adds a page for each drawing. Each added page shows only one drawing."""
    for drawing in drawings:
        form = pdf.make_stream(readable(drawing))
        for key, value in drawing.items():
            if key in ('/Resources',):
                form[key] = value
        form['/Type'], form['/Subtype'] = pikepdf.Name('/XObject'), pikepdf.Name('/Form')
        form['/BBox'] = pikepdf.Array([-30000, -30000, 30000, 30000])
        page = pikepdf.Dictionary(
            Type=pikepdf.Name('/Page'),
            MediaBox=pikepdf.Array([0, 0, 1000, 1000]),
            Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(Drawing=form)),
            Contents=pdf.make_stream(b'/Drawing Do'),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def readable(stream) -> bytes:
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return b''


def all_drawings(pdf) -> list:
    """Returns every form, every tiling pattern and every glyph of a Type 3 font in the file."""
    found = []
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream):
            if thing.get('/Subtype') == '/Form' or thing.get('/PatternType') == 1:
                found.append(thing)
        elif isinstance(thing, pikepdf.Dictionary) and isinstance(thing.get('/CharProcs'), pikepdf.Dictionary):
            for _, glyph in thing['/CharProcs'].items():
                if isinstance(glyph, pikepdf.Stream):
                    found.append(glyph)
    return found
