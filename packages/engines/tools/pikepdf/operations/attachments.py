"""Removes the files attached to a PDF (option `remove_attachments`) and attaches a file (option `attach`)."""
import pikepdf
from pikepdf import Array

from engines.shared.pdf.attachments import attach
from engines.shared.pdf.objects import containers, get, has_members, listed, name_of
from engines.tools.pikepdf.document import Document


def apply(document: Document) -> None:
    options = document.options
    if options.get('remove_attachments'):
        remove(document.pdf)
    if 'attach' in options:
        with open(options['attach'], 'rb') as file:
            content = file.read()
        name = document.step['optionFiles'].get('attach') or 'attachment'
        attach(document.pdf, name, content, 'Unspecified')


def remove(pdf) -> None:
    """Removes attached files, including those of annotations."""
    names = get(pdf.Root, '/Names')
    for holder, key in ((names, '/EmbeddedFiles'), (pdf.Root, '/AF'), (pdf.Root, '/Collection')):
        if has_members(holder) and key in holder:
            del holder[key]
    for page in pdf.pages:
        annotations = page.obj.get('/Annots')
        kept = [one for one in listed(annotations) if name_of(get(one, '/Subtype')) != '/FileAttachment']
        if len(kept) < len(listed(annotations)):
            page.obj.Annots = Array(kept)
    for thing in containers(pdf):
        if has_members(thing) and has_members(get(thing, '/EF')) and not isinstance(thing, pikepdf.Stream):
            del thing['/EF']
