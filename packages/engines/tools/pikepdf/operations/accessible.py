"""Makes a tagged PDF as accessible (PDF/UA-1) as its content allows, and declares it as PDF/UA if no check finds a
problem."""
from lxml import etree
from pikepdf import Dictionary, Name, String

from engines.shared.pdf.accessibility import problems
from engines.shared.pdf.accessible_content import unmarked_pages
from engines.shared.pdf.objects import get, has_members, listed, name_of
from engines.shared.runner.warn import listed as shortened
from engines.tools.pikepdf.artifacts import mark_decoration
from engines.tools.pikepdf.document import Document

NAMESPACE = 'http://www.aiim.org/pdfua/ns/id/'


def apply(document: Document) -> None:
    pdf = document.pdf
    title = document.title()
    if title:
        show_title(pdf, title)
    if '/StructTreeRoot' in pdf.Root:
        marks = get(pdf.Root, '/MarkInfo')
        pdf.Root['/MarkInfo'] = Dictionary({**(dict(marks.items()) if has_members(marks) else {}), '/Marked': True})
    for page in pdf.pages:
        notes = [note for note in listed(get(page.obj, '/Annots')) if has_members(note)]
        if notes:
            page.obj['/Tabs'] = Name.S
        for note in notes:
            describe(note)
    if '/StructTreeRoot' in pdf.Root:
        mark_decoration(pdf, unmarked_pages(pdf))
    found = problems(pdf, identified=False)
    if found:
        clauses = {f'{one.clause} {one.what}' for one in found}
        document.warn('pdfua_problems', shortened(sorted(clauses)))
        return
    # With pikepdf of Debian 12, a prefix can only be registered through lxml.
    etree.register_namespace('pdfuaid', NAMESPACE)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as packet:
        packet[f'{{{NAMESPACE}}}part'] = '1'


def show_title(pdf, title: str) -> None:
    """Readers show the title in place of the file name."""
    pdf.docinfo['/Title'] = String(title)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as packet:
        packet['dc:title'] = title
    preferences = get(pdf.Root, '/ViewerPreferences')
    members = dict(preferences.items()) if has_members(preferences) else {}
    pdf.Root['/ViewerPreferences'] = Dictionary({**members, '/DisplayDocTitle': True})


def describe(note) -> None:
    """Sets the description of a link to its address, and the description of a form field to its name."""
    kind = name_of(get(note, '/Subtype'))
    if kind == '/Link' and not str(get(note, '/Contents', '')):
        address = str(get(get(note, '/A'), '/URI', ''))
        if address:
            note['/Contents'] = String(address)
    if kind == '/Widget':
        holder = note if '/T' in note else get(note, '/Parent')
        if has_members(holder) and not str(get(note, '/TU', get(holder, '/TU', ''))) and '/T' in holder:
            holder['/TU'] = String(str(holder['/T']))
