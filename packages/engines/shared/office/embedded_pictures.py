"""Extracts pictures embedded as data URIs from a document, because pandoc needs 500 bytes of memory per character of a
data URI."""
import base64
import binascii
import hashlib
import os
import re

from engines.shared.html.kept_out import Kept

# Minimum number of base64 characters of an extracted picture. Pictures with fewer characters stay in the document.
SMALLEST = 8 * 1024
EMBEDDED = re.compile(r'data:image/(png|jpe?g|gif|webp|bmp|tiff|svg\+xml);base64,([A-Za-z0-9+/]{%d,}={0,2})' % SMALLEST, re.IGNORECASE)
ENDING_OF = {'jpeg': 'jpg', 'tiff': 'tif', 'svg+xml': 'svg'}
TYPE_OF = {ending: kind for kind, ending in ENDING_OF.items()} | {'emf': 'x-emf', 'wmf': 'x-wmf'}


def taken_out(text: str, folder: str) -> str:
    """Saves each picture in `folder` and replaces its data URI with the file name."""
    return EMBEDDED.sub(lambda link: name_of(link, folder), text)


def name_of(link: re.Match, folder: str) -> str:
    kind = link[1].lower()
    try:
        content = base64.b64decode(link[2], validate=True)
    except binascii.Error:
        return link[0]
    name = f"picture-{hashlib.sha256(content).hexdigest()[:32]}.{ENDING_OF.get(kind, kind)}"
    with open(os.path.join(folder, name), 'wb') as file:
        file.write(content)
    return name


def link_to(file: str) -> bytes:
    ending = file.rsplit('.', 1)[1]
    with open(file, 'rb') as picture:
        return f'data:image/{TYPE_OF.get(ending, ending)};base64,'.encode() + base64.b64encode(picture.read())


KEPT: Kept = (re.compile(rb'picture-[0-9a-z]+\.[a-z]{3,4}'), link_to)
