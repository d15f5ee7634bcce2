"""Resolves the destinations of bookmarks and links, and lists the named destinations of a PDF."""
import pikepdf
from pikepdf import Array, Dictionary

from engines.shared.pdf.objects import get, has_members
from engines.shared.pdf.trees import entries


class Destinations:
    def __init__(self, pdf):
        self.pdf = pdf
        self.named = named_destinations(pdf)
        self.numbers = {page.obj.objgen: n for n, page in enumerate(pdf.pages)}

    def array_of(self, value):
        """Returns the destination as an array, or None. `value` is an array, a name, a string, or a dictionary that
        contains an array."""
        if isinstance(value, (pikepdf.String, pikepdf.Name)):
            value = self.named.get(str(value).lstrip('/') if isinstance(value, pikepdf.Name) else str(value))
        if has_members(value):
            value = get(value, '/D')
        return value if isinstance(value, Array) and len(value) > 0 else None

    def of(self, holder):
        """Returns the destination of a bookmark or link as an array, or None."""
        if '/Dest' in holder:
            return self.array_of(holder['/Dest'])
        action = get(holder, '/A')
        return self.array_of(get(action, '/D')) if get(action, '/S') == '/GoTo' else None

    def page_of(self, destination) -> int | None:
        """Returns the number of the page, counted from 0, or None if the page is not in the document."""
        if destination is None:
            return None
        page = destination[0]
        if has_members(page):
            return self.numbers.get(page.objgen)
        try:
            return int(page) if 0 <= int(page) < len(self.numbers) else None
        except (TypeError, ValueError):
            return None


def named_destinations(pdf) -> dict:
    found = {}
    old = get(pdf.Root, '/Dests')
    if has_members(old):
        found.update((key[1:], value) for key, value in old.items())
    tree = get(get(pdf.Root, '/Names'), '/Dests')
    found.update((str(key), value) for key, value in entries(tree, '/Names'))
    return found


def write_named(pdf, named: dict) -> None:
    """Replaces all named destinations."""
    if '/Dests' in pdf.Root:
        del pdf.Root['/Dests']
    names = get(pdf.Root, '/Names')
    if not named:
        if has_members(names) and '/Dests' in names:
            del names['/Dests']
        return
    if not has_members(names):
        names = pdf.Root['/Names'] = Dictionary()
    pairs = sorted((bytes(pikepdf.String(key)), key) for key in named)
    names['/Dests'] = Dictionary(Names=Array([one for _, key in pairs for one in (pikepdf.String(key), named[key])]))
