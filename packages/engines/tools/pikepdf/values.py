"""Draws the values of form fields as appearances of their widgets."""
import re

from pikepdf import Array, Dictionary, Name

from engines.shared.pdf.objects import get, has_members, listed, number_of
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.fields import COMB, MULTILINE, Field
from engines.tools.pikepdf.texts import DrawnText, Style, draw

# Space between the border of a field and its text, in points.
PADDING = 2
# Font size for a field that does not state its font size. For several lines, the font size is AUTOMATIC points. For a
# single line, the font size is SHARE times the height of the field, but at most LARGEST points.
AUTOMATIC, SHARE, LARGEST = 12.0, 0.65, 24.0
LINE = 1.2
COLOURS = {'g': 1, 'rg': 3, 'k': 4}


def draw_values(document: Document, form, texts: list[tuple[Field, str]]) -> None:
    for field, text in texts:
        for widget in field.widgets:
            draw_value(document, form, field, widget, text)


def draw_value(document: Document, form, field: Field, widget, text: str) -> None:
    edges = [number_of(one) for one in listed(get(widget, '/Rect'))]
    if len(edges) != 4:
        return
    width, height = abs(edges[2] - edges[0]), abs(edges[3] - edges[1])
    appearance = str(field.get('/DA', get(form, '/DA', '')))
    is_multiline = bool(field.flags & MULTILINE) and field.kind == '/Tx'
    size = size_of(appearance) or (AUTOMATIC if is_multiline else min(height * SHARE, LARGEST))
    style = Style(max(size, 1), colour_of(appearance))
    align = int(number_of(field.get('/Q', get(form, '/Q', 0))))
    lines = wrapped(document, text, style, width - 2 * PADDING) if is_multiline else [' '.join(text.split())]
    cells = list(lines[0]) if field.flags & COMB and field.get('/MaxLen') else None
    drawn = draw(document, [one for one in (cells or lines) if one.strip()], style)
    content, forms = [], Dictionary()
    for n, part in enumerate(cells or lines):
        if not part.strip():
            continue
        one = drawn[part]
        if cells:
            step = width / int(field.get('/MaxLen'))
            x, y, scale = n * step + (step - one.width) / 2, (height - one.height) / 2, 1.0
        else:
            x, y, scale = position(one, n, width, height, style, align, is_multiline)
        forms[f'/Text{n}'] = one.form
        content.append(f'q {scale:.4f} 0 0 {scale:.4f} {x:.3f} {y:.3f} cm /Text{n} Do Q')
    look = document.pdf.make_stream(background(widget, width, height) + f'/Tx BMC q 0 0 {width:.2f} {height:.2f} re W n {" ".join(content)} Q EMC'.encode())
    look['/Type'], look['/Subtype'] = Name.XObject, Name.Form
    look['/BBox'] = Array([0, 0, width, height])
    look['/Resources'] = Dictionary(XObject=forms)
    widget['/AP'] = Dictionary(N=look)


def position(one: DrawnText, line: int, width: float, height: float, style: Style, align: int, is_multiline: bool) -> tuple[float, float, float]:
    """Returns the position and scale of a line. A line that is wider than its field is scaled down."""
    inner = one.width - 2 * one.margin
    scale = min(1.0, (width - 2 * PADDING) / inner) if inner > 0 else 1.0
    free = width - 2 * PADDING - inner * scale
    x = PADDING + free * (0, 0.5, 1)[align if align in (1, 2) else 0] - one.margin * scale
    if is_multiline:
        return x, height - PADDING - (line + 1) * style.size * LINE - one.margin, scale
    return x, (height - one.height * scale) / 2, scale


def wrapped(document: Document, text: str, style: Style, width: float) -> list[str]:
    """Breaks the text into lines that fit the width. For speed, measures each distinct word only once."""
    paragraphs = [paragraph.split(' ') for paragraph in text.replace('\r\n', '\n').replace('\r', '\n').split('\n')]
    words = {word for paragraph in paragraphs for word in paragraph if word.strip()}
    widths = {word: one.width - 2 * one.margin for word, one in draw(document, sorted(words), style).items()} if words else {}
    space = style.size * 0.28
    lines = []
    for paragraph in paragraphs:
        line, used = '', 0.0
        for word in paragraph:
            more = widths.get(word, 0.0) + (space if line else 0)
            if line and used + more > width:
                lines.append(line)
                line, used, more = '', 0.0, widths.get(word, 0.0)
            line, used = f'{line} {word}' if line else word, used + more
        lines.append(line)
    return lines


def background(widget, width: float, height: float) -> bytes:
    """Returns commands that draw the background and the border of the widget."""
    look = get(widget, '/MK')
    parts = []
    for key, operators, paint in (('/BG', ('g', 'rg', 'k'), 'f'), ('/BC', ('G', 'RG', 'K'), 'S')):
        numbers = [number_of(one) for one in listed(get(look, key))] if has_members(look) else []
        if len(numbers) in (1, 3, 4):
            operator = operators[(1, 3, 4).index(len(numbers))]
            inset = 0 if paint == 'f' else 0.5
            parts.append(f'q {" ".join(f"{one:g}" for one in numbers)} {operator} {inset} {inset} {width - 2 * inset:.2f} {height - 2 * inset:.2f} re {paint} Q ')
    return ''.join(parts).encode()


def size_of(appearance: str) -> float:
    found = re.search(r'/\S+\s+([\d.]+)\s+Tf', appearance)
    return float(found[1]) if found else 0.0


def colour_of(appearance: str) -> str:
    found = re.search(r'((?:[\d.]+\s+){1,4})(g|rg|k)\b', appearance)
    numbers = [float(one) for one in found[1].split()] if found else [0.0]
    if found and len(numbers) < COLOURS[found[2]]:
        numbers = [0.0]
    if found and found[2] == 'k' and len(numbers) == 4:
        black = 1 - numbers[3]
        numbers = [(1 - one) * black for one in numbers[:3]]
    red, green, blue = numbers[-3:] if len(numbers) >= 3 else [numbers[-1]] * 3
    return '#' + ''.join(f'{round(min(max(one, 0), 1) * 255):02x}' for one in (red, green, blue))
