"""Reads the form fields of a PDF. The values have the format that the option `form` accepts."""
import pikepdf

from engines.shared.pdf.objects import get, has_members, listed, name_of
from engines.tools.pikepdf.fields import COMBO, MULTILINE, RADIO, Field, fields_of, options_of, states_of

READ_ONLY, REQUIRED, PASSWORD, MULTISELECT = 1 << 0, 1 << 1, 1 << 13, 1 << 21


def read(pdf, _step) -> dict | None:
    form = get(pdf.Root, '/AcroForm')
    if not has_members(form):
        return None
    pages = {note.objgen: n for n, page in enumerate(pdf.pages, 1) for note in listed(get(page.obj, '/Annots')) if has_members(note)}
    fields = [described(field, pages) for field in fields_of(pdf) if field.kind]
    # Reads only the values in the fields. The values of an XFA form, which may differ from the values in the fields,
    # are not read.
    found = {'fields': fields, **({'xfa': True} if '/XFA' in form else {})}
    return found if fields or '/XFA' in form else None


def described(field: Field, pages: dict) -> dict:
    kind = kind_of(field)
    found: dict = {'name': field.name, 'type': kind}
    label = str(field.get('/TU', ''))
    if label:
        found['label'] = label
    if kind not in ('button', 'signature'):
        found['value'] = value_of(field, kind)
    choices = choices_of(field, kind)
    if choices:
        found['options'] = choices
    if kind == 'text' and field.get('/MaxLen'):
        found['max_length'] = int(field.get('/MaxLen'))
    traits = {
        'multiline': kind == 'text' and field.flags & MULTILINE, 'password': kind == 'text' and field.flags & PASSWORD,
        'several': kind == 'list' and field.flags & MULTISELECT, 'editable': kind == 'dropdown' and field.is_editable,
        'required': field.flags & REQUIRED, 'read_only': field.flags & READ_ONLY,
    }
    found.update({name: True for name, value in traits.items() if value})
    places = sorted({pages[widget.objgen] for widget in field.widgets if widget.objgen in pages})
    return {**found, **({'pages': places} if places else {})}


def kind_of(field: Field) -> str:
    if field.kind == '/Btn':
        return 'button' if field.is_push else 'radio' if field.flags & RADIO else 'checkbox'
    if field.kind == '/Ch':
        return 'dropdown' if field.flags & COMBO else 'list'
    return {'/Tx': 'text', '/Sig': 'signature'}.get(field.kind, 'unknown')


def value_of(field: Field, kind: str):
    value = field.get('/V')
    if kind in ('checkbox', 'radio'):
        state = name_of(value).lstrip('/')
        states = distinct_states(field)
        chosen = state if state in states else None
        return chosen is not None if kind == 'checkbox' and len(states) < 2 else chosen
    if kind == 'list' and isinstance(value, pikepdf.Array):
        return [str(one) for one in listed(value)]
    if isinstance(value, pikepdf.Stream):
        return value.read_bytes().decode('utf-8', 'replace')
    return None if value is None else str(value)


def distinct_states(field: Field) -> list[str]:
    return list(dict.fromkeys(state for widget in field.widgets for state in states_of(widget)))


def choices_of(field: Field, kind: str) -> list:
    """Returns the stored values that a field accepts. If the displayed text of a value differs from the stored value,
    returns the value together with this text."""
    if kind == 'radio' or (kind == 'checkbox' and len(distinct_states(field)) > 1):
        return distinct_states(field)
    return [key if key == shown else {'value': key, 'label': shown} for key, shown in options_of(field)]
