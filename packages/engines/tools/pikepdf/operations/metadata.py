"""Sets title, author, subject, keywords and language, in the document information and in the XMP packet."""
import pikepdf

from engines.shared.pdf.objects import get
from engines.tools.pikepdf.document import Document

# Options with their keys in the document information and in XMP.
FIELDS = {
    'title': ('/Title', 'dc:title'),
    'author': ('/Author', 'dc:creator'),
    'subject': ('/Subject', 'dc:description'),
    'keywords': ('/Keywords', 'pdf:Keywords'),
}


def apply(document: Document) -> None:
    pdf, options = document.pdf, document.options
    given = {key: options[f'set_{key}'] for key in FIELDS if f'set_{key}' in options}
    if given:
        for key, text in given.items():
            pdf.docinfo[FIELDS[key][0]] = pikepdf.String(text)
        write_packet(pdf, given)
    if 'title' in given:
        # Readers show the title in place of the file name.
        preferences = get(pdf.Root, '/ViewerPreferences')
        if not isinstance(preferences, pikepdf.Dictionary):
            preferences = pdf.Root['/ViewerPreferences'] = pikepdf.Dictionary()
        preferences['/DisplayDocTitle'] = True
    if 'set_language' in options:
        pdf.Root['/Lang'] = pikepdf.String(options['set_language'])


def write_packet(pdf, given: dict[str, str]) -> None:
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as packet:
        for key, text in given.items():
            name = FIELDS[key][1]
            packet[name] = [text] if name == 'dc:creator' else text
