"""Archives of nothing but pictures: which members are some, by their content, and in which order they are looked at."""
import re
from typing import Iterable

from engines.libarchive import sources
from engines.libarchive.entry import Entry, Refused
from engines.libarchive.rules import Meter

MAX_PICTURES = 1000
KINDS = {
    'jpg': re.compile(rb'\xff\xd8\xff'),
    'png': re.compile(rb'\x89PNG\r\n\x1a\n'),
    'gif': re.compile(rb'GIF8[79]a'),
    'webp': re.compile(rb'RIFF....WEBP', re.DOTALL),
}
# What desktops leave beside the files.
LITTER = re.compile(r'(^|/)(__MACOSX/.*|\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$', re.IGNORECASE)


NOT_IMAGES = 'not_images'


def spooled_pictures(entries: Iterable[Entry], folder: str, meter: Meter) -> list[Entry]:
    """The pictures in natural order, put by in `folder`; raises where anything else is there."""
    found = []
    for entry in entries:
        if entry.kind == 'folder' or LITTER.search(entry.path):
            continue
        if entry.kind != 'file':
            raise Refused(f'{entry.path} is a link, and not a picture.', NOT_IMAGES)
        if len(found) == MAX_PICTURES:
            raise Refused(f'There are more than {MAX_PICTURES} pictures in the archive.', 'too_many_files')
        found.append(sources.spooled(entry, f'{folder}/member{len(found)}', meter))
        kind_of(found[-1])
    if not found:
        raise Refused('There is no picture in the archive.', NOT_IMAGES)
    return sorted(found, key=lambda entry: natural(entry.path))


def natural(path: str) -> list:
    """Numbers in names count as numbers, so that the tenth page comes after the second."""
    return [int(part) if part.isdecimal() else part for part in re.split(r'(\d+)', path.casefold())]


def kind_of(entry: Entry) -> str:
    head = next(iter(entry.read()), b'')
    for kind, mark in KINDS.items():
        if mark.match(head):
            return kind
    raise Refused(f'{entry.path} is not a picture: JPEG, PNG, GIF and WebP are.', NOT_IMAGES)
