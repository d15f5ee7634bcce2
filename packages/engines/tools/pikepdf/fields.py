"""Lists the form fields of a PDF with their types, values and widgets."""
from dataclasses import dataclass, field as member

import pikepdf

from engines.shared.pdf.objects import get, has_members, listed

MAX_DEPTH = 50
# Bits of the field flags.
MULTILINE, PUSH, RADIO, COMBO, EDIT, COMB = 1 << 12, 1 << 16, 1 << 15, 1 << 17, 1 << 18, 1 << 24


@dataclass
class Field:
    name: str
    # The PDF object that holds the value of the field.
    node: object
    # The field, followed by its ancestors.
    above: list
    widgets: list = member(default_factory=list)

    def get(self, key: str, default=None):
        """Returns an attribute of the field. The attribute may be stored in an ancestor."""
        return next((one[key] for one in self.above if key in one), default)

    @property
    def kind(self) -> str:
        return str(self.get('/FT', ''))

    @property
    def flags(self) -> int:
        return int(self.get('/Ff', 0))

    @property
    def is_push(self) -> bool:
        return bool(self.flags & PUSH)

    @property
    def is_editable(self) -> bool:
        return bool(self.flags & COMBO and self.flags & EDIT)


def fields_of(pdf) -> list[Field]:
    found: list[Field] = []

    def walk(node, name: str, above: list) -> None:
        part = str(get(node, '/T', '')) if '/T' in node else ''
        name = f'{name}.{part}' if name and part else name or part
        chain = [node, *above]
        kids = [kid for kid in listed(get(node, '/Kids')) if has_members(kid)]
        inner = [kid for kid in kids if '/T' in kid]
        if inner and len(above) < MAX_DEPTH:
            for kid in inner:
                walk(kid, name, chain)
            return
        found.append(Field(name, node, chain, kids or [node]))

    for node in listed(get(get(pdf.Root, '/AcroForm'), '/Fields')):
        if has_members(node):
            walk(node, '', [])
    return found


def signed_fields(pdf) -> list[Field]:
    """Returns the fields that have a signature. A damaged form may not list the fields of all widgets on the pages."""
    fields = fields_of(pdf)
    known = {one.objgen for field in fields for one in (field.node, *field.widgets)}
    notes = [note for page in pdf.pages for note in listed(get(page.obj, '/Annots')) if has_members(note)]
    fields += [Field(str(get(note, '/T', '')), note, [note]) for note in notes if '/FT' in note and note.objgen not in known]
    return [field for field in fields if field.kind == '/Sig' and has_members(field.get('/V'))]


def options_of(field: Field) -> list[tuple[str, str]]:
    """Returns the options of a choice. Each option has a stored and a displayed text."""
    pairs = []
    for one in listed(field.get('/Opt')):
        both = [str(part) for part in listed(one)] if isinstance(one, pikepdf.Array) else [str(one)]
        pairs.append((both[0], both[-1]))
    return pairs


def states_of(widget) -> list[str]:
    """Returns all states of a button except Off."""
    looks = get(get(widget, '/AP'), '/N')
    if not has_members(looks) or isinstance(looks, pikepdf.Stream):
        return []
    return [key[1:] for key in looks.keys() if key != '/Off']
