"""Marks content as decoration (an artifact) if the program that wrote the PDF tags everything else."""
import pikepdf
from pikepdf import ContentStreamInstruction, Name, Operator

from engines.shared.pdf.accessible_content import MAX_DEPTH, UnmarkedSearch, drawn_object, form_key, is_mark, is_tag, parsed
from engines.shared.pdf.objects import get, has_members
from engines.shared.pdf.operators import PAINTS, SHOWS_TEXT

# Name prefixes of programs that tag everything except decoration. LibreOffice does not tag backgrounds. Chromium does
# not tag backgrounds, borders and pictures with an empty alternative text.
TAGGING_PROGRAMS = ('LibreOffice', 'Skia/PDF')
PATH_BEGINS = ('m', 're')
BEGIN = ContentStreamInstruction([Name.Artifact], Operator('BMC'))
END = ContentStreamInstruction([], Operator('EMC'))


def mark_decoration(pdf, pages: list[int]) -> None:
    """Marks lines, areas and pictures that have no tag. Text is never marked as decoration. Pages are counted from
    1."""
    if not str(pdf.docinfo.get('/Producer', '')).startswith(TAGGING_PROGRAMS):
        return
    marker = Marker()
    for number in pages:
        page = pdf.pages[number - 1]
        content = marker.marked(page, get(page.obj, '/Resources'))
        if content is not None:
            page.obj['/Contents'] = pdf.make_stream(content)


class Marker:
    """Marks the decoration of pages and of the form XObjects that they share."""

    def __init__(self):
        self._search = UnmarkedSearch()
        self._kinds: dict[tuple, frozenset[str]] = {}
        self._finished: set[tuple] = set()

    def marked(self, content, resources, depth: int = 0) -> bytes | None:
        """Marks each drawing that is not yet inside marked content. The marks must enclose the whole path, including
        its first point. Returns None if the content has nothing to mark."""
        found: list = []
        marks: list[bool] = []
        path: int | None = None
        changed = False
        for one in parsed(content) or []:
            name, operands = str(one.operator), one.operands
            if name in ('BDC', 'BMC'):
                marks.append(is_mark(operands, resources))
            elif name == 'EMC' and marks:
                marks.pop()
            if name in PATH_BEGINS and path is None:
                path = len(found)
            found.append(one)
            if not any(marks) and (name in PAINTS or (name == 'Do' and self._decorates(operands, resources, depth))):
                found.insert(len(found) - 1 if path is None else path, BEGIN)
                found.append(END)
                changed = True
            if name == 'n' or name in PAINTS:
                path = None
        return pikepdf.unparse_content_stream(found) if changed else None

    def _decorates(self, operands, resources, depth: int) -> bool:
        """Returns whether `Do` draws only decoration. Returns False for a form XObject with text or tags, because a
        mark around the form would hide the text or tags. If a form contains tags, marks the decoration inside the form
        instead."""
        thing = drawn_object(operands, resources)
        if get(thing, '/Subtype') != '/Form':
            return has_members(thing)
        kinds = self._kinds_in(thing, resources, depth)
        if not kinds:
            return self._search.finds_in_drawn(thing, resources, depth)
        key = form_key(thing, resources)
        if 'tag' in kinds and depth < MAX_DEPTH and key not in self._finished:
            self._finished.add(key)
            content = self.marked(thing, get(thing, '/Resources', resources), depth + 1)
            if content is not None:
                thing.write(content)
        return False

    def _kinds_in(self, form, resources, depth: int) -> frozenset[str]:
        """Returns the kinds of content in a form: `text`, `tag`, both or none. Unreadable content counts as text."""
        key = form_key(form, resources)
        if key not in self._kinds:
            # A form that draws itself is invalid.
            self._kinds[key] = frozenset({'text'})
            self._kinds[key] = frozenset(self._kinds_of(form, get(form, '/Resources', resources), depth + 1))
        return self._kinds[key]

    def _kinds_of(self, content, resources, depth: int) -> set[str]:
        instructions = parsed(content)
        if instructions is None or depth > MAX_DEPTH:
            return {'text'}
        kinds: set[str] = set()
        for operands, operator in instructions:
            name = str(operator)
            if name in SHOWS_TEXT:
                kinds.add('text')
            elif name in ('BDC', 'BMC') and is_tag(operands, resources):
                kinds.add('tag')
            elif name == 'Do':
                thing = drawn_object(operands, resources)
                if get(thing, '/Subtype') == '/Form':
                    kinds |= self._kinds_in(thing, resources, depth)
        return kinds
