"""Marks content as decoration (an artifact) if the program that wrote the PDF tags everything else."""
import pikepdf
from pikepdf import ContentStreamInstruction, Name, Operator

from engines.shared.pdf.accessible_content import draws_unmarked, is_mark
from engines.shared.pdf.objects import get
from engines.shared.pdf.operators import PAINTS

# Name prefixes of programs that tag everything except decoration. LibreOffice does not tag backgrounds. Chromium does
# not tag backgrounds, borders and pictures with an empty alternative text.
TAGGING_PROGRAMS = ('LibreOffice', 'Skia/PDF')
PATH_BEGINS = ('m', 're')
BEGIN = ContentStreamInstruction([Name.Artifact], Operator('BMC'))
END = ContentStreamInstruction([], Operator('EMC'))


def mark_decoration(pdf, pages: list[int]) -> None:
    """Marks lines, areas and pictures that have no tag. Text is never marked. Pages are counted from 1."""
    if not str(pdf.docinfo.get('/Producer', '')).startswith(TAGGING_PROGRAMS):
        return
    for number in pages:
        page = pdf.pages[number - 1]
        resources = get(page.obj, '/Resources')
        content = pikepdf.unparse_content_stream(marked(pikepdf.parse_content_stream(page), resources))
        page.obj['/Contents'] = pdf.make_stream(content)


def marked(instructions, resources) -> list:
    """Marks each drawing that is not yet inside marked content. The marks must enclose the whole path, including its
    first point."""
    found: list = []
    marks: list[bool] = []
    path: int | None = None
    for one in instructions:
        name, operands = str(one.operator), list(one.operands)
        if name in ('BDC', 'BMC'):
            marks.append(is_mark(operands, resources))
        elif name == 'EMC' and marks:
            marks.pop()
        if name in PATH_BEGINS and path is None:
            path = len(found)
        found.append(one)
        draws = name in PAINTS or (name == 'Do' and draws_unmarked(get(get(resources, '/XObject'), str(operands[0])), resources, 0))
        if draws and not any(marks):
            found.insert(len(found) - 1 if path is None else path, BEGIN)
            found.append(END)
        if name == 'n' or name in PAINTS:
            path = None
    return found
