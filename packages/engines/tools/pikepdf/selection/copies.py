"""Copies the annotations of a page for a repeated copy of the page. A form field stays on the first copy only."""
from pikepdf import Array, Dictionary, Name

from engines.shared.pdf.objects import get, has_members, listed

# Members of an annotation that its copies do not get, because they refer to the first copy of the page, to the tags of
# that page, or to other annotations.
UNSHARED = ('/P', '/StructParent', '/Popup', '/IRT', '/NM')
# Members that are copied from a widget to a stamp. On a repeated copy of a page, the stamp shows the value of the
# widget.
SHOWN = ('/Rect', '/F', '/AP', '/AS')


def copied_notes(pdf, page, notes, stays) -> Array:
    """Returns copies of the annotations in `notes` for `page`. `stays` returns False for the links to leave out.

    The value of a form field is copied as a stamp, because a second widget would need changes to the field."""
    copies = Array()
    for note in listed(notes):
        if not has_members(note) or get(note, '/Subtype') == '/Popup' or not stays(note):
            continue
        if is_widget(note):
            members = {key: note[key] for key in SHOWN if key in note}
            members |= {'/Type': Name.Annot, '/Subtype': Name.Stamp}
        else:
            members = {key: value for key, value in note.items() if key not in UNSHARED}
        copies.append(pdf.make_indirect(Dictionary({**members, '/P': page})))
    return copies


def is_widget(note) -> bool:
    return has_members(note) and get(note, '/Subtype') == '/Widget'
