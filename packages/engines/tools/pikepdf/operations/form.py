"""Fills in the form fields of a PDF from a JSON object, and draws the values in the fonts of their writing systems."""
import json

from pikepdf import Array, Name, String

from engines.shared.pdf.objects import get, has_members
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.fields import Field, fields_of, options_of, states_of
from engines.tools.pikepdf.values import draw_values


def apply(document: Document) -> None:
    form = get(document.pdf.Root, '/AcroForm')
    known = {field.name: field for field in fields_of(document.pdf)}
    given = json.loads(document.options['form'])
    unknown = [name for name in given if name not in known]
    if unknown:
        raise SystemExit(f'protean-reason: no_such_field {unknown[0]}')
    texts: list[tuple[Field, str]] = []
    for name, value in given.items():
        text = fill(known[name], value)
        if text is not None:
            texts.append((known[name], text))
    draw_values(document, form, texts)
    if has_members(form):
        if '/XFA' in form:
            # An XFA form stores its own values, which would contradict the values of the form fields.
            del form['/XFA']
            document.warn('content_left_out', 'XFA form')
        form['/NeedAppearances'] = False


def fill(field: Field, value) -> str | None:
    """Sets the value of a field. Returns the text to draw, or None for a button."""
    if field.kind == '/Btn':
        fill_button(field, value)
        return None
    if field.kind == '/Ch':
        return fill_choice(field, value)
    if field.kind != '/Tx' or isinstance(value, (list, dict)):
        refuse(field)
    text = '' if value is None else str(value)
    limit = int(field.get('/MaxLen', 0))
    if limit and len(text) > limit:
        refuse(field)
    field.node['/V'] = String(text)
    if '/RV' in field.node:
        del field.node['/RV']
    return text


def fill_choice(field: Field, value) -> str:
    chosen = [str(one) for one in (value if isinstance(value, list) else [value])]
    stored = {shown: key for key, shown in options_of(field)} | {key: key for key, _ in options_of(field)}
    shown = {key: label for key, label in options_of(field)}
    if not field.is_editable and any(one not in stored for one in chosen):
        refuse(field)
    keys = [stored.get(one, one) for one in chosen]
    field.node['/V'] = String(keys[0]) if len(keys) == 1 else Array([String(key) for key in keys])
    if '/I' in field.node:
        del field.node['/I']
    return ', '.join(shown.get(key, key) for key in keys)


def fill_button(field: Field, value) -> None:
    states = [state for widget in field.widgets for state in states_of(widget)]
    if isinstance(value, bool):
        state = states[0] if value and states else 'Off'
    elif value is None:
        state = 'Off'
    else:
        state = str(value)
    if field.is_push or (state != 'Off' and state not in states):
        refuse(field)
    field.node['/V'] = Name(f'/{state}')
    for widget in field.widgets:
        widget['/AS'] = Name(f'/{state}') if state in states_of(widget) else Name.Off


def refuse(field: Field):
    raise SystemExit(f'protean-reason: wrong_field_value {field.name}')
