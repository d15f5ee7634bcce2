"""Prints a specimen of a font as PDF, one page per face: its name, its characters and a sentence."""
import base64
import html
import io
import json
import string
import sys
import unicodedata

from fontTools import subset
from fontTools.ttLib import TTLibError
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from engines.tools.fonttools import colours, instances
from engines.tools.fonttools import runner as fonts
from engines.tools.fonttools.bounds import Unreadable
from engines.tools.weasyprint.runner import embedded_only

# Maximum number of faces. Font collections with more faces are refused.
MAX_FACES = 40
ROWS = (string.ascii_uppercase, string.ascii_lowercase, string.digits + '.,:;!?&()')
# Maximum number of non-ASCII characters shown.
MAX_OTHERS = 40
PANGRAM = 'The quick brown fox jumps over the lazy dog'
# Font sizes in points.
SIZES = (32, 24, 18, 14, 11)

PAPER = """
@page { size: A4; margin: 2cm }
body { font: 11pt 'Liberation Sans', 'DejaVu Sans', sans-serif }
section { break-after: page; height: 256mm; overflow: hidden }
section:last-child { break-after: auto }
h1 { font-size: 24pt; margin: 0 }
.letters { font-size: 30pt; line-height: 1.3; overflow-wrap: anywhere; margin: 0 }
.words { line-height: 1.3; overflow-wrap: anywhere; margin: 0 0 8pt }
"""


def main() -> None:
    step = json.loads(sys.argv[1])
    faces = list(fonts.open_faces(step['from'], step['input']))
    if len(faces) > MAX_FACES:
        raise Unreadable(f'{len(faces)} faces are more than {MAX_FACES}')
    sheets, sections, titles = [PAPER], [], []
    for number, font in enumerate(faces):
        fonts.verify(font)
        instances.make_static(font, step)
        # WeasyPrint draws colour glyphs that are SVG or pictures, but not glyphs with colour layers (`COLR`).
        colours.warn_of_loss(font, step, ('COLR',))
        rows = sample_rows(set(font.getBestCmap() or {}))
        titles.append(html.escape(names(font)[0]))
        sections.append(section(font, number, rows))
        sheets.append(face(font, number, rows))
    page = f'<style>{"".join(sheets)}</style><title>{titles[0]}</title>{"".join(sections)}'
    HTML(string=page, base_url='', url_fetcher=embedded_only).write_pdf(
        step['output'], font_config=FontConfiguration()
    )


def sample_rows(known: set[int]) -> list[str]:
    """Returns the characters of the font as rows for the specimen: the characters of each usual row, then a row of
    other characters."""
    rows = [''.join(letter for letter in row if ord(letter) in known) for row in ROWS]
    # Sorts letters before other characters.
    others = [chr(code) for code in sorted(known) if not chr(code).isascii() and is_visible(chr(code))]
    others.sort(key=lambda other: unicodedata.category(other)[0] != 'L')
    rows = [row for row in (*rows, ''.join(others[:MAX_OTHERS])) if row]
    if not rows:
        raise Unreadable('the font has no printable characters')
    return rows


def is_visible(character: str) -> bool:
    # Omits combining marks, and shows private use characters, because symbol fonts use them.
    return unicodedata.category(character)[0] in 'LNPS' or unicodedata.category(character) == 'Co'


def section(font, number: int, rows: list[str]) -> str:
    family, style = (html.escape(name) for name in names(font))
    letters = ''.join(f'<p class="letters own{number}">{html.escape(row)}</p>' for row in rows)
    shown = set(''.join(rows)) | {' '}
    words = ''
    if shown >= set(PANGRAM):
        words = ''.join(f'<p class="words own{number}" style="font-size: {size}pt">{PANGRAM}</p>' for size in SIZES)
    return f'<section><h1>{family}</h1><p>{style}</p>{letters}{words}</section>'


def names(font) -> tuple[str, str]:
    table = font['name']
    family = table.getDebugName(16) or table.getDebugName(1) or 'Unnamed'
    return family, table.getDebugName(17) or table.getDebugName(2) or ''


def face(font, number: int, rows: list[str]) -> str:
    """Returns the CSS that embeds the font, reduced to the characters on the page."""
    options = subset.Options(notdef_outline=True, glyph_names=True, ignore_missing_glyphs=True)
    cutter = subset.Subsetter(options)
    cutter.populate(text=''.join(rows) + PANGRAM)
    cutter.subset(font)
    font.flavor = None
    packed = io.BytesIO()
    font.save(packed)
    data = base64.b64encode(packed.getvalue()).decode()
    return (
        f"@font-face {{ font-family: own{number}; src: url('data:font/sfnt;base64,{data}') }}"
        f' .own{number} {{ font-family: own{number} }}'
    )


if __name__ == '__main__':
    try:
        main()
    except (Unreadable, TTLibError) as error:
        sys.exit(str(error))
