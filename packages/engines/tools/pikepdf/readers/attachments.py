"""Lists the files attached to a PDF, and packs them."""
import hashlib
import sys
import zipfile

import pikepdf

from engines.shared.pdf.attachments import attached_files, content_of
from engines.shared.pdf.objects import get, name_of
from engines.shared.runner import zip_times
from engines.shared.runner.member_names import free_name, plain_name


def read(pdf, _step) -> list[dict] | None:
    return [described(name, file) for name, file in attached_files(pdf)] or None


def described(name: str, file) -> dict:
    stream = content_of(file)
    content = stream.read_bytes()
    found = {'name': name, 'size': len(content), 'sha256': hashlib.sha256(content).hexdigest()}
    kind = name_of(get(stream, '/Subtype')).lstrip('/')
    if kind:
        found['type'] = kind
    relationship = name_of(get(file, '/AFRelationship')).lstrip('/')
    if relationship:
        found['relationship'] = relationship
    description = str(get(file, '/Desc', ''))
    return {**found, **({'description': description} if description else {})}


def pack(pdf, output: str) -> None:
    """Packs all attached files. Ends the runner if the PDF has no attached files, or if an attached file cannot be
    read."""
    files = attached_files(pdf)
    if not files:
        sys.exit('protean-reason: no_attachments')
    taken: set[str] = set()
    with zipfile.ZipFile(output, 'w') as archive:
        for name, file in files:
            try:
                content = content_of(file).read_bytes()
            except pikepdf.PdfError:
                # Exits with an error, because an incomplete zip would look complete.
                sys.exit('protean-reason: damaged')
            zip_times.add(archive, free_name(plain_name(name), taken), content)
