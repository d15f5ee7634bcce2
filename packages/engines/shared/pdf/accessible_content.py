"""Finds content of pages that is outside all tags and is not marked as an artifact. Screen readers cannot interpret
content without tags."""
import pikepdf

from engines.shared.pdf.objects import get, has_members, name_of
from engines.shared.pdf.operators import PAINTS, SHOWS_TEXT

MAX_DEPTH = 10


def unmarked_pages(pdf) -> list[int]:
    """Returns the numbers of the pages that have content outside all tags and artifacts, counted from 1."""
    search = UnmarkedSearch()
    return [number for number, page in enumerate(pdf.pages, 1) if search.finds(page, get(page.obj, '/Resources'))]


class UnmarkedSearch:
    """Searches for operators that draw outside of marked content. A form XObject inherits the marks at the place where
    it is drawn."""

    def __init__(self):
        # If the results were not stored, forms that draw each other several times would take exponential time.
        self._forms: dict[tuple, bool] = {}

    def finds(self, content, resources, depth: int = 0) -> bool:
        """Returns whether the content draws something outside of marked content. For unreadable content, the result is
        True, because the marks of unreadable content are unknown."""
        instructions = parsed(content)
        if instructions is None or depth > MAX_DEPTH:
            return True
        marks: list[bool] = []
        for operands, operator in instructions:
            name = str(operator)
            if name in ('BDC', 'BMC'):
                marks.append(is_mark(operands, resources))
            elif name == 'EMC' and marks:
                marks.pop()
            elif any(marks):
                continue
            elif name in SHOWS_TEXT or name in PAINTS:
                return True
            elif name == 'Do' and self.finds_in_drawn(drawn_object(operands, resources), resources, depth):
                return True
        return False

    def finds_in_drawn(self, thing, resources, depth: int = 0) -> bool:
        """Returns whether an XObject draws something outside of marked content. A picture always draws outside of
        marked content."""
        if get(thing, '/Subtype') != '/Form':
            return has_members(thing)
        key = form_key(thing, resources)
        if key not in self._forms:
            # A form that draws itself is invalid.
            self._forms[key] = True
            self._forms[key] = self.finds(thing, get(thing, '/Resources', resources), depth + 1)
        return self._forms[key]


def form_key(form, resources) -> tuple:
    """Returns a key for a form XObject and its resources. A form without its own resources uses its parent's
    resources."""
    shared = b'' if '/Resources' in form or not has_members(resources) else resources.unparse()
    return form.objgen, shared


def parsed(content) -> list | None:
    """Returns the instructions of a page or a form XObject, or None if the content is unreadable."""
    try:
        return list(pikepdf.parse_content_stream(content))
    except (pikepdf.PdfError, TypeError, UnicodeDecodeError):
        return None


def drawn_object(operands, resources):
    """Returns the XObject that the operator `Do` draws, or None if it is missing."""
    return resource('/XObject', operands, resources)


def resource(kind: str, operands, resources):
    """Returns the resource that the first operand of an operator names. The name is not converted to a string, so names
    that are not UTF-8 are found too."""
    name = operands[0] if len(operands) > 0 else None
    return get(get(resources, kind), name) if isinstance(name, pikepdf.Name) else None


def is_mark(operands, resources) -> bool:
    return is_artifact(operands) or is_tag(operands, resources)


def is_artifact(operands) -> bool:
    return len(operands) > 0 and name_of(operands[0]) == '/Artifact'


def is_tag(operands, resources) -> bool:
    """Returns whether marked content belongs to an element of the structure tree."""
    members = operands[1] if len(operands) > 1 else None
    if isinstance(members, pikepdf.Name):
        members = resource('/Properties', [members], resources)
    return has_members(members) and '/MCID' in members


def used_fonts(pdf) -> list:
    """Returns the fonts that the pages and their form XObjects select."""
    found: dict = {}
    seen: set = set()

    def walk(content, resources, depth: int) -> None:
        for operands, operator in parsed(content) or []:
            name = str(operator)
            if name == 'Tf':
                font = resource('/Font', operands, resources)
                if has_members(font):
                    found[font.objgen if font.is_indirect else id(font)] = font
            elif name == 'Do' and depth < MAX_DEPTH:
                form = drawn_object(operands, resources)
                if get(form, '/Subtype') == '/Form' and form.objgen not in seen:
                    seen.add(form.objgen)
                    walk(form, get(form, '/Resources', resources), depth + 1)

    for page in pdf.pages:
        walk(page, get(page.obj, '/Resources'), 0)
    return list(found.values())
