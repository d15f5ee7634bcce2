"""Lists the files attached to a PDF."""
import hashlib

from engines.shared.pdf.attachments import content_of, named_files
from engines.shared.pdf.objects import get, name_of



def read(pdf, _step) -> list[dict] | None:
    return [described(name, file) for name, file in named_files(pdf)] or None


def described(name: str, file) -> dict:
    found = {'name': str(get(file, '/UF', get(file, '/F', name)))}
    stream = content_of(file)
    if stream is not None:
        content = stream.read_bytes()
        found['size'] = len(content)
        found['sha256'] = hashlib.sha256(content).hexdigest()
        kind = name_of(get(stream, '/Subtype')).lstrip('/')
        if kind:
            found['type'] = kind
    relationship = name_of(get(file, '/AFRelationship')).lstrip('/')
    if relationship:
        found['relationship'] = relationship
    description = str(get(file, '/Desc', ''))
    return {**found, **({'description': description} if description else {})}
