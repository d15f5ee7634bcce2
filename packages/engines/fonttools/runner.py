"""Converts one font, or each face of a collection; outlines are converted only where the target needs the other kind."""
import io
import json
import sys

from fontTools.ttLib import TTFont, TTLibError
from fontTools.ttLib.ttCollection import TTCollection

from engines.fonttools import bounds, eot, outlines
from engines.fonttools.bounds import Unreadable

FLAVOURS = {'woff': 'woff', 'woff2': 'woff2'}
MAX_FACES = 100
# The tables that every font has; parsing them finds most damage.
REQUIRED_TABLES = ('head', 'maxp', 'hhea', 'hmtx', 'cmap', 'name')


def main() -> None:
    step = json.loads(sys.argv[1])
    faces = list(open_faces(step['from'], step['input']))
    many = step['from'] in ('ttc', 'dfont')
    for number, font in enumerate(faces, 1):
        verify(font)
        output = f'{step["outputDir"]}/face-{number:03}.{step["to"]}' if many else step['output']
        write(font, step['to'], output)


def open_faces(kind: str, file: str):
    with open(file, 'rb') as stream:
        data = stream.read()
    if kind == 'dfont':
        bounds.check_size(data)
        return suitcase_faces(file)
    if kind == 'eot':
        data = eot.unwrap(data)
    bounds.check(data)
    if data[:4] == b'ttcf':
        return collection_faces(data)
    return [TTFont(io.BytesIO(data), lazy=False)]


def collection_faces(data: bytes):
    faces = TTCollection(io.BytesIO(data), lazy=False).fonts
    if not 0 < len(faces) <= MAX_FACES:
        raise Unreadable(f'{len(faces)} faces in the collection')
    return faces


def suitcase_faces(file: str):
    """The faces of a Mac suitcase are numbered from one; reading one too many fails."""
    faces = []
    while len(faces) < MAX_FACES:
        try:
            faces.append(TTFont(file, res_name_or_index=len(faces) + 1, lazy=False))
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
    glyphs = font.getGlyphSet()
    if not any(tag in font for tag in ('glyf', 'CFF ', 'CFF2')):
        raise Unreadable('a font of bitmaps only')
    from fontTools.pens.basePen import NullPen

    for name in font.getGlyphOrder():
        glyphs[name].draw(NullPen())


def write(font: TTFont, kind: str, output: str) -> None:
    if kind in ('ttf', 'eot') and not outlines.is_true_type(font):
        outlines.to_true_type(font)
    if kind in ('otf', 'cff') and outlines.is_true_type(font):
        outlines.to_post_script(font)
    font.flavor = FLAVOURS.get(kind)
    # The font's own modification time stays, so equal fonts give equal files.
    font.recalcTimestamp = False
    packed = io.BytesIO()
    font.save(packed)
    data = packed.getvalue()
    if kind == 'cff':
        data = TTFont(io.BytesIO(data)).reader['CFF ']
    if kind == 'eot':
        data = eot.wrap(data, TTFont(io.BytesIO(data)))
    with open(output, 'wb') as file:
        file.write(data)


if __name__ == '__main__':
    try:
        main()
    except Unreadable as error:
        sys.exit(str(error))
