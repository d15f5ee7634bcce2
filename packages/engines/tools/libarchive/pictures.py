"""Reads archives of images. Checks by the content of each entry that the entry is an image, and sorts the images into
reading order."""
import re
from typing import Iterable

from engines.tools.libarchive import sources
from engines.tools.libarchive.entry import Entry, Refused
from engines.tools.libarchive.rules import Meter

MAX_PICTURES = 1000
KINDS = {
    'jpg': re.compile(rb'\xff\xd8\xff'),
    'png': re.compile(rb'\x89PNG\r\n\x1a\n'),
    'gif': re.compile(rb'GIF8[79]a'),
    'webp': re.compile(rb'RIFF....WEBP', re.DOTALL),
}
# Files that desktop environments add.
DESKTOP_FILES = re.compile(r'(^|/)(__MACOSX/.*|\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$', re.IGNORECASE)


NOT_IMAGES = 'not_images'


def spooled_pictures(entries: Iterable[Entry], folder: str, meter: Meter) -> list[Entry]:
    """Stores the images of the archive in `folder`, and returns their entries in natural order. Raises if an entry is
    not an image."""
    found = []
    for entry in entries:
        if entry.kind == 'folder' or DESKTOP_FILES.search(entry.path):
            continue
        if entry.kind != 'file':
            raise Refused(f'{entry.path} is a link, not an image.', NOT_IMAGES)
        if len(found) == MAX_PICTURES:
            raise Refused(f'The archive contains more than {MAX_PICTURES} images.', 'too_many_files')
        found.append(sources.spooled(entry, f'{folder}/member{len(found)}', meter))
        kind_of(found[-1])
    if not found:
        raise Refused('The archive contains no images.', NOT_IMAGES)
    return sorted(found, key=lambda entry: natural(entry.path))


def natural(path: str) -> list:
    """Returns a sort key that compares numbers in names by value: page 10 follows page 2."""
    return [int(part) if part.isdecimal() else part for part in re.split(r'(\d+)', path.casefold())]


def kind_of(entry: Entry) -> str:
    head = next(iter(entry.read()), b'')
    for kind, mark in KINDS.items():
        if mark.match(head):
            return kind
    raise Refused(f'{entry.path} is not an image (JPEG, PNG, GIF or WebP).', NOT_IMAGES)
