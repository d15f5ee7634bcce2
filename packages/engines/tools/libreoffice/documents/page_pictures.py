"""Embeds the pictures and charts of a stored web page. LibreOffice stores pictures and charts as separate files in the
folder of the web page."""
import base64
import os
import re
from urllib.parse import unquote

TYPES = {'.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.svg': 'image/svg+xml'}

SOURCE = re.compile(rb'(<img\b[^>]*?\bsrc=")([^"]+)(")', re.IGNORECASE)


def embed(page: str) -> None:
    """Rewrites the web page in place. In the folder of the page, removes all visible files except the page, even files
    that the page does not use."""
    folder = os.path.dirname(page)
    # The folder of the page also contains a hidden file with the warnings of the conversion step.
    beside = {name: os.path.join(folder, name) for name in os.listdir(folder) if not name.startswith('.')}
    del beside[os.path.basename(page)]
    if not beside:
        return
    with open(page, 'rb') as file:
        content = file.read()
    with open(page, 'wb') as file:
        file.write(SOURCE.sub(lambda found: found[1] + _source(found[2], beside) + found[3], content))
    for path in beside.values():
        os.remove(path)


def _source(name: bytes, beside: dict[str, str]) -> bytes:
    path = beside.get(unquote(name.decode('utf-8', 'replace')))
    kind = path and TYPES.get(os.path.splitext(path)[1].lower())
    if not path or not kind:
        return name
    with open(path, 'rb') as picture:
        return f'data:{kind};base64,'.encode() + base64.b64encode(picture.read())
