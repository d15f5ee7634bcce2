"""Finds pages with content that is outside all tags and is not marked as an artifact. Screen readers cannot interpret
such content."""
import pikepdf

from engines.shared.pdf.objects import get, has_members, name_of
from engines.shared.pdf.operators import PAINTS, SHOWS_TEXT

MAX_DEPTH = 10


def unmarked_pages(pdf) -> list[int]:
    """Returns the numbers of the pages, counted from 1."""
    return [number for number, page in enumerate(pdf.pages, 1) if is_unmarked(page, get(page.obj, '/Resources'), 0)]


def is_unmarked(content, resources, depth: int) -> bool:
    """Returns whether an operator draws outside of marked content. A form XObject inherits the marks at the place where
    it is drawn."""
    try:
        operators = pikepdf.parse_content_stream(content)
    except (pikepdf.PdfError, TypeError):
        return False
    marks: list[bool] = []
    for operands, operator in operators:
        name = str(operator)
        if name in ('BDC', 'BMC'):
            marks.append(is_mark(list(operands), resources))
        elif name == 'EMC' and marks:
            marks.pop()
        elif any(marks):
            continue
        elif name in SHOWS_TEXT or name in PAINTS:
            return True
        elif name == 'Do' and draws_unmarked(get(get(resources, '/XObject'), str(operands[0])), resources, depth):
            return True
    return False


def is_mark(operands: list, resources) -> bool:
    if name_of(operands[0]) == '/Artifact':
        return True
    members = operands[1] if len(operands) > 1 else None
    if isinstance(members, pikepdf.Name):
        members = get(get(resources, '/Properties'), str(members))
    return has_members(members) and '/MCID' in members


def draws_unmarked(thing, resources, depth: int) -> bool:
    if get(thing, '/Subtype') != '/Form':
        return has_members(thing)
    if depth >= MAX_DEPTH:
        return False
    return is_unmarked(thing, get(thing, '/Resources', resources), depth + 1)


def used_fonts(pdf) -> list:
    """Returns the fonts that the pages and their form XObjects select."""
    found: dict = {}
    seen: set = set()

    def walk(content, resources, depth: int) -> None:
        try:
            operators = pikepdf.parse_content_stream(content)
        except (pikepdf.PdfError, TypeError):
            return
        for operands, operator in operators:
            name = str(operator)
            if name == 'Tf':
                font = get(get(resources, '/Font'), str(operands[0]))
                if has_members(font):
                    found[font.objgen if font.is_indirect else id(font)] = font
            elif name == 'Do' and depth < MAX_DEPTH:
                form = get(get(resources, '/XObject'), str(operands[0]))
                if get(form, '/Subtype') == '/Form' and form.objgen not in seen:
                    seen.add(form.objgen)
                    walk(form, get(form, '/Resources', resources), depth + 1)

    for page in pdf.pages:
        walk(page, get(page.obj, '/Resources'), 0)
    return list(found.values())
