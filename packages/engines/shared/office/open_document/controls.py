"""Reads the visible text of form controls, and of form fields that come from Word documents."""
from engines.shared.office.open_document.names import FIELD, FORM, XML, Element, Pieces, is_true, lines

CHECKED, UNCHECKED = '☒', '☐'
CHOSEN, UNCHOSEN = '◉', '○'
HIDDEN_CHARACTER = '•'
TYPED = tuple(FORM + name for name in ('text', 'textarea', 'formatted-text', 'number', 'date', 'time', 'combobox', 'file', 'value-range'))
LABELLED = tuple(FORM + name for name in ('button', 'fixed-text', 'frame'))
CHECKBOX = 'vnd.oasis.opendocument.field.FORMCHECKBOX'
DROPDOWN = 'vnd.oasis.opendocument.field.FORMDROPDOWN'


def controls_by_id(root: Element) -> dict[str, Element]:
    """Returns the controls of all forms by id. A `draw:control` refers to the id of a control."""
    controls = {}
    for element in root.iter():
        if isinstance(element.tag, str) and element.tag.startswith(FORM):
            for name in (XML + 'id', FORM + 'id'):
                if element.get(name):
                    controls[element.get(name)] = element
    return controls


def shown(control: 'Element | None') -> Pieces:
    """Returns the visible text of a control: its value, the selected items or its label."""
    if control is None:
        return []
    label = control.get(FORM + 'label', '')
    if control.tag == FORM + 'checkbox':
        state = control.get(FORM + 'current-state', control.get(FORM + 'state'))
        return [_marked(CHECKED if state == 'checked' else UNCHECKED, label)]
    if control.tag == FORM + 'radio':
        chosen = control.get(FORM + 'current-selected', control.get(FORM + 'selected'))
        return [_marked(CHOSEN if chosen == 'true' else UNCHOSEN, label)]
    if control.tag == FORM + 'listbox':
        return [', '.join(_selected(control))]
    if control.tag == FORM + 'password':
        return [HIDDEN_CHARACTER * len(_value(control))]
    if control.tag in TYPED:
        return lines(_value(control))
    return [label] if control.tag in LABELLED else []


def _marked(mark: str, label: str) -> str:
    return f'{mark} {label}'.strip()


def _value(control: Element) -> str:
    value = control.get(FORM + 'current-value', control.get(FORM + 'value', ''))
    # A text area may store its value as paragraphs.
    return value or '\n'.join(''.join(block.itertext()) for block in control if block.tag.endswith('}p'))


def _selected(control: Element) -> list[str]:
    options = control.findall(FORM + 'option')
    for name in ('current-selected', 'selected'):
        if chosen := [option.get(FORM + 'label', '') for option in options if is_true(option, FORM + name)]:
            return chosen
    return []


def field_mark(mark: Element) -> str:
    """Returns the visible text of a form field without content: a checkbox, or the selected item of a list."""
    parameters: dict[str, list[str]] = {}
    for parameter in mark.findall(FIELD + 'param'):
        parameters.setdefault(parameter.get(FIELD + 'name', ''), []).append(parameter.get(FIELD + 'value', ''))
    match mark.get(FIELD + 'type'):
        case kind if kind == CHECKBOX:
            return CHECKED if parameters.get('Checkbox_Checked') == ['true'] else UNCHECKED
        case kind if kind == DROPDOWN:
            entries = parameters.get('Dropdown_ListEntry', [])
            chosen = (parameters.get('Dropdown_Selected') or ['0'])[0]
            return entries[int(chosen)] if chosen.isdigit() and int(chosen) < len(entries) else ''
    return ''
