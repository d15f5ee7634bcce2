"""Finds the electronic invoice that is attached to a PDF."""
from engines.shared.pdf.attachments import content_of, named_files

# Names of the attached invoice in a PDF: Factur-X and ZUGFeRD 2, XRechnung, and older versions of ZUGFeRD.
FILE_NAMES = ('factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'ZUGFeRD-invoice.xml')


def attached(pdf) -> tuple[str, bytes] | None:
    """Returns the name and the content of the attached invoice."""
    streams = {name: content_of(file) for name, file in named_files(pdf)}
    name = next((name for name in FILE_NAMES if streams.get(name) is not None), None)
    return (name, streams[name].read_bytes()) if name else None
