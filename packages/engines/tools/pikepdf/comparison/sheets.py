"""Draws the differing pages of two PDFs side by side: removed words red, added words green, changed areas outlined."""
import pikepdf
from pikepdf import Array, Dictionary, Name

from engines.shared.pdf.page_box import times
from engines.tools.pikepdf.comparison.pages import Pair
from engines.tools.pikepdf.comparison.words import Box, Change
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import Frame, frame_of
from engines.tools.pikepdf.sheets import as_form, inverse
from engines.tools.pikepdf.texts import Style, draw

# Distances and sizes in points.
GAP, CAPTION, LETTERS = 12, 28, 10
OUTLINE = 2
RED, GREEN, ORANGE = '1 0.45 0.4', '0.45 0.9 0.5', '0.95 0.55 0'
EQUAL = 'No differences'
# Size in points of the sheet if the files are equal: A4 in landscape.
EMPTY = (842, 595)


class Side:
    """One of the two files that are compared."""

    def __init__(self, target: Document, file: str, name: str):
        self.target, self.name = target, name
        self.source = target.open(file)
        self.marks: dict[int, list[Box]] = {}

    def frame(self, page: int | None) -> Frame | None:
        return None if page is None else frame_of(self.source.pages[page])

    def caption(self, page: int | None) -> str:
        return f'{self.name} – {"–" if page is None else page + 1}'


def write(target: Document, sides: tuple[Side, Side], pairs: list[Pair], changed: list[Change]) -> None:
    """Adds one sheet for each pair. If the files are equal, adds one sheet with the text "No differences"."""
    for change in changed:
        for side, words in zip(sides, (change.before, change.after)):
            for word in words:
                side.marks.setdefault(word.page, []).append(word.box)
    texts = [side.caption(page) for pair in pairs for side, page in zip(sides, (pair.before, pair.after))]
    captions = draw(target, [*texts, EQUAL], Style(LETTERS))
    if not pairs:
        text = captions[EQUAL]
        add(target, EMPTY, [f'q 1 0 0 1 {(EMPTY[0] - text.width) / 2:.2f} {EMPTY[1] / 2:.2f} cm /Text0 Do Q'], {'/Text0': text.form})
    for pair in pairs:
        write_pair(target, sides, pair, captions)


def write_pair(target: Document, sides: tuple[Side, Side], pair: Pair, captions: dict) -> None:
    pages = (pair.before, pair.after)
    known = [frame for side, page in zip(sides, pages) if (frame := side.frame(page))]
    frames = [side.frame(page) or known[0] for side, page in zip(sides, pages)]
    height = max(frame.height for frame in frames)
    content, forms, left = [], {}, 0.0
    for n, (side, page, frame, colour) in enumerate(zip(sides, pages, frames, (RED, GREEN))):
        bottom = height - frame.height
        caption = captions[side.caption(page)]
        scale = min(1.0, frame.width / caption.width)
        forms[f'/Text{n}'] = caption.form
        content.append(f'q {scale:.4f} 0 0 {scale:.4f} {left:.2f} {height + 2:.2f} cm /Text{n} Do Q')
        if page is None:
            left += frame.width + GAP
            continue
        source = side.source.pages[page]
        forms[f'/Page{n}'] = target.pdf.copy_foreign(as_form(side.source, source))
        matrix = times(inverse(frame.matrix), (1, 0, 0, 1, left, bottom))
        content.append(f'q {" ".join(f"{number:.5f}" for number in matrix)} cm /Page{n} Do Q')
        content.append(f'q 0.8 G 0.5 w {left:.2f} {bottom:.2f} {frame.width:.2f} {frame.height:.2f} re S Q')
        content += marks(side.marks.get(page, []), left, height, f'{colour} rg', 'f')
        content += marks(pair.areas, left, height, f'{ORANGE} RG {OUTLINE} w', 'S')
        left += frame.width + GAP
    add(target, (left - GAP, height + CAPTION), content, forms)


def marks(boxes: list[Box], left: float, height: float, style: str, paint: str) -> list[str]:
    """Returns the operators that mark boxes. The text below the marks stays readable."""
    if not boxes:
        return []
    areas = [f'{left + x:.2f} {height - bottom:.2f} {right - x:.2f} {bottom - top:.2f} re' for x, top, right, bottom in boxes]
    return [f'q /Multiply gs {style}', *areas, f'{paint} Q']


def add(target: Document, size: tuple[float, float], content: list[str], forms: dict) -> None:
    pdf = target.pdf
    multiply = Dictionary(Type=Name.ExtGState, BM=Name.Multiply)
    page = Dictionary(
        Type=Name.Page, MediaBox=Array([0, 0, *size]), Contents=pdf.make_stream('\n'.join(content).encode()),
        Resources=Dictionary(XObject=Dictionary(forms), ExtGState=Dictionary(Multiply=multiply)),
    )
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
