"""Removes the form fields that are on no page."""
from pikepdf import Array

from engines.shared.pdf.objects import get, has_members, listed
from engines.tools.pikepdf.selection.edits import Edits

MAX_DEPTH = 200


def keep_fields(pdf, edits: Edits) -> None:
    """Removes form fields without a widget on a page."""
    form = get(pdf.Root, '/AcroForm')
    if not has_members(form):
        return
    edits.record(pdf.Root, '/AcroForm')
    edits.record(form, '/Fields', '/CO')
    shown = {note.objgen for page in pdf.pages for note in listed(get(page.obj, '/Annots')) if has_members(note)}
    kept: set = set()

    def stays(field, depth: int) -> bool:
        kids = listed(get(field, '/Kids'))
        if not kids or depth > MAX_DEPTH:
            if get(field, '/Subtype') == '/Widget' and field.objgen not in shown:
                return False
        else:
            left = [kid for kid in kids if has_members(kid) and stays(kid, depth + 1)]
            if len(left) != len(kids):
                edits.record(field, '/Kids')
                field['/Kids'] = Array(left)
            if not left:
                return False
        kept.add(field.objgen)
        return True

    fields = [field for field in listed(get(form, '/Fields')) if has_members(field) and stays(field, 0)]
    form['/Fields'] = Array(fields)
    if '/CO' in form:
        # The key `/CO`, which states the order of calculations, also refers to fields.
        form['/CO'] = Array([field for field in listed(form['/CO']) if has_members(field) and field.objgen in kept])
    if not fields:
        del pdf.Root['/AcroForm']
