"""Saves a PDF so that the same content always results in the same bytes."""
import hashlib
import re

import pikepdf

from engines.shared.pdf.objects import get

CHUNK = 1 << 20
# Maximum length of the dictionary before the last cross-reference stream, in bytes.
MAX_TRAILER = 4096
# The constant file identifier that qpdf writes if the identifier must not depend on the time.
STATIC_ID = b'31415926535897932384626433832795'
# The declaration of PDF/A-1 in XMP, as an element or as an attribute.
PDFA_1 = re.compile(rb'pdfaid:part\s*(>|=\s*["\'])\s*1\b')


def save(pdf, file: str, locked: bool, recompress: bool = False) -> None:
    """Saves the PDF with compressed objects, which only PDF/A-1 forbids. With `locked`, keeps the encryption and the
    restrictions of the PDF. `recompress` takes longer, and also makes compressed streams smaller."""
    pikepdf.settings.set_flate_compression_level(9 if recompress else -1)
    objects = pikepdf.ObjectStreamMode.disable if is_pdfa1(pdf) else pikepdf.ObjectStreamMode.generate
    pdf.save(
        file, encryption=locked, static_id=not locked, object_stream_mode=objects, compress_streams=True,
        recompress_flate=recompress,
    )
    # The encryption depends on the identifier, so a locked file keeps the identifier that qpdf chose.
    if not locked:
        derive_id(file)


def is_pdfa1(pdf) -> bool:
    packet = get(pdf.Root, '/Metadata')
    try:
        return isinstance(packet, pikepdf.Stream) and PDFA_1.search(packet.read_bytes()) is not None
    except pikepdf.PdfError:
        # Other tools cannot read a damaged PDF/A declaration.
        return False


def derive_id(file: str) -> None:
    """Derives the file's identifier from its content. pikepdf of Debian 12 has no option for such an identifier."""
    digest = hashlib.sha256()
    with open(file, 'r+b') as saved:
        while part := saved.read(CHUNK):
            digest.update(part)
        saved.seek(max(0, saved.tell() - 64))
        trailer = re.search(rb'startxref\s+(\d+)', saved.read())
        if trailer is None:
            raise SystemExit('the saved file has no cross-reference table')
        start = int(trailer[1])
        saved.seek(start)
        head = saved.read(MAX_TRAILER)
        if head.startswith(b'xref'):
            # A cross-reference table and the trailer follow `xref`.
            head += saved.read()
        else:
            # The binary data of the cross-reference stream follows the dictionary.
            head = head.split(b'stream', 1)[0]
        saved.seek(start)
        saved.write(head.replace(STATIC_ID, digest.hexdigest()[:len(STATIC_ID)].encode()))
