"""Converts one font, or each face of a collection. Outlines are converted only if the target needs the other kind of
outlines (TrueType or PostScript)."""
import io
import json
import sys

from fontTools.ttLib import TTFont, TTLibError
from fontTools.ttLib.ttCollection import TTCollection

from engines.tools.fonttools import bounds, colours, eot, instances, large_fonts, outlines, subsets, variable_outlines
from engines.tools.fonttools.bounds import Unreadable
from engines.shared.runner.unsupported import unsupported

FLAVOURS = {'woff': 'woff', 'woff2': 'woff2'}
MAX_FACES = 100
# Tables with pictures that a font may have instead of outlines, for example in emoji fonts.
PICTURES = ('CBDT', 'sbix', 'EBDT')
# Tables that every font must have. Most corrupt fonts are detected when the required tables are parsed.
REQUIRED_TABLES = ('head', 'maxp', 'hhea', 'hmtx', 'cmap', 'name')


def main() -> None:
    step = json.loads(sys.argv[1])
    large_fonts.prepare()
    kind, file = step['from'], step['input']
    data = checked(kind, file)
    for font in faces_of(kind, file, data, lazy=False):
        verify(font)
    many = kind in ('ttc', 'dfont')
    # Opens the file again with `lazy`, so that tables that the conversion does not read are copied unchanged.
    for number, font in enumerate(faces_of(kind, file, data, lazy=True), 1):
        output = f'{step["outputDir"]}/face-{number:03}.{step["to"]}' if many else step['output']
        write(font, step, output)


def open_faces(kind: str, file: str):
    return faces_of(kind, file, checked(kind, file), lazy=False)


def checked(kind: str, file: str) -> bytes:
    """Returns the font in `file`, after checking its sizes."""
    with open(file, 'rb') as stream:
        data = stream.read()
    if kind == 'dfont':
        bounds.check_size(data)
        return data
    if kind == 'eot':
        data = eot.unwrap(data)
    bounds.check(data)
    return data


def faces_of(kind: str, file: str, data: bytes, lazy: bool):
    if kind == 'dfont':
        return suitcase_faces(file, lazy)
    if data[:4] == b'ttcf':
        return collection_faces(data, lazy)
    return [TTFont(io.BytesIO(data), lazy=lazy)]


def collection_faces(data: bytes, lazy: bool):
    faces = TTCollection(io.BytesIO(data), lazy=lazy).fonts
    if not 0 < len(faces) <= MAX_FACES:
        raise Unreadable(f'{len(faces)} faces in the collection')
    return faces


def suitcase_faces(file: str, lazy: bool):
    """Returns the faces of a Mac suitcase. fontTools numbers the faces from 1, and fails for a number beyond the last
    face."""
    faces = []
    while len(faces) < MAX_FACES:
        try:
            faces.append(TTFont(file, res_name_or_index=len(faces) + 1, lazy=lazy))
        except TTLibError:
            break
    if not faces:
        raise Unreadable('no font in the suitcase')
    return faces


def verify(font: TTFont) -> None:
    for tag in REQUIRED_TABLES:
        if tag not in font:
            raise Unreadable(f'the table {tag} is missing')
        font[tag]
    pictures = [tag for tag in PICTURES if tag in font]
    for tag in pictures:
        font[tag]
    if outlines.has_any(font):
        verify_outlines(font)
    elif not pictures:
        raise Unreadable('the font has no glyphs')


def verify_outlines(font: TTFont) -> None:
    from fontTools.pens.basePen import NullPen

    glyphs = font.getGlyphSet()
    for name in font.getGlyphOrder():
        glyphs[name].draw(NullPen())


def write(font: TTFont, step: dict, output: str) -> None:
    kind = step['to']
    if kind == 'cff':
        data = bare_outlines(font, step)
    else:
        instances.pin_if_asked(font, step)
        set_outlines(font, kind)
        if step['options'].get('subset') is not None:
            subsets.cut(font, step['options']['subset'])
        data = saved(font, FLAVOURS.get(kind))
    if kind == 'eot':
        data = eot.wrap(data, TTFont(io.BytesIO(data)))
    with open(output, 'wb') as file:
        file.write(data)


def bare_outlines(font: TTFont, step: dict) -> bytes:
    if not outlines.has_any(font):
        unsupported('glyphs without outlines')
    instances.make_static(font, step)
    colours.warn_of_loss(font, step)
    if 'CFF ' not in font:
        outlines.to_post_script(font)
    return TTFont(io.BytesIO(saved(font, None))).reader['CFF ']


def set_outlines(font: TTFont, kind: str) -> None:
    """Converts outlines that the target does not allow. An .otf file may have TrueType outlines or only pictures."""
    if kind in ('ttf', 'eot') and outlines.is_post_script(font):
        (variable_outlines if instances.is_variable(font) else outlines).to_true_type(font)
    # A variable font keeps its TrueType outlines, which are exact and hinted.
    if kind == 'otf' and outlines.is_true_type(font) and not instances.is_variable(font):
        outlines.to_post_script(font)


def saved(font: TTFont, flavour: str | None) -> bytes:
    font.flavor = flavour
    # Keeps the modification time of the font, so that equal fonts give equal files.
    font.recalcTimestamp = False
    packed = io.BytesIO()
    font.save(packed)
    return packed.getvalue()


if __name__ == '__main__':
    try:
        main()
    except Unreadable as error:
        sys.exit(str(error))
