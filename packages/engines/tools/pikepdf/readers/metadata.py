"""Reads the document information of a PDF."""
FIELDS = {
    'title': '/Title', 'author': '/Author', 'subject': '/Subject', 'keywords': '/Keywords', 'creator': '/Creator',
    'producer': '/Producer',
}


def read(pdf, _step) -> dict | None:
    found = {name: str(pdf.docinfo[key]).strip() for name, key in FIELDS.items() if key in pdf.docinfo}
    if '/Lang' in pdf.Root:
        found['language'] = str(pdf.Root.Lang)
    return {name: value for name, value in found.items() if value} or None
