"""Packs and unpacks Unified Font Objects, which are zipped folders of small files."""
import io
import os
import re
import zipfile
import zlib
from xml.etree import ElementTree

from engines.shared.runner import zip_times

from engines.tools.fonttools.bounds import MAX_BYTES, Unreadable

# Maximum number of files in a UFO font. Each glyph of a UFO font is a file, and some fonts cover all characters.
MAX_FILES = 70_000
# Property lists that name other files and folders of the font. The names in a property list must not contain a path.
LISTS = ('contents.plist', 'layercontents.plist')
PLAIN_NAME = re.compile(r'(?!\.\.?$)[^/\\\0]*')
INCLUDE = re.compile(rb'\binclude(?:\s|#[^\r\n]*[\r\n])*\(')


def unpack(data: bytes, folder: str) -> str:
    """Unpacks the zip `data` below `folder`. Returns the path of the font's folder."""
    target = f'{folder}/read.ufo'
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            files = [info for info in packed.infolist() if not info.is_dir()]
            if len(files) > MAX_FILES or sum(info.file_size for info in files) > MAX_BYTES:
                raise Unreadable('the font is too large')
            root = root_of([info.filename for info in files])
            for info in files:
                if info.filename.startswith(root):
                    content = packed.read(info)
                    check_names(info.filename.rpartition('/')[2], content)
                    write(target, info.filename[len(root):], content)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise Unreadable(f'not a complete archive: {error}') from error
    return target


def check_names(name: str, content: bytes) -> None:
    """Refuses property lists that contain paths, and feature files that include other files, because FontForge would
    open these files."""
    if name.lower().endswith('.fea') and INCLUDE.search(content):
        raise Unreadable('its features include another file')
    if name.lower() not in LISTS:
        return
    try:
        # Checks the XML elements of the property list instead of a parsed dictionary. If a key occurs twice, a parsed
        # dictionary would contain only one of the two values, and FontForge may use the other value.
        listed = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise Unreadable(f'{name} is not a list of names') from error
    for element in listed.iter():
        if element.tag.rpartition('}')[2] == 'string' and not PLAIN_NAME.fullmatch(''.join(element.itertext()).strip()):
            raise Unreadable('it lists a file outside the font')


def root_of(names: list[str]) -> str:
    """Returns the common prefix of the file names: an empty string, or the folder of the font."""
    marks = [name for name in names if name.rpartition('/')[2] == 'metainfo.plist']
    if not marks:
        raise Unreadable('the archive contains no font')
    return min(marks, key=len).removesuffix('metainfo.plist')


def write(target: str, name: str, data: bytes) -> None:
    parts = name.split('/')
    if any(part in ('', '.', '..') for part in parts) or '\\' in name:
        raise Unreadable('a file is outside the font')
    os.makedirs(os.path.join(target, *parts[:-1]), exist_ok=True)
    with open(os.path.join(target, *parts), 'wb') as file:
        file.write(data)


def pack(folder: str, output: str) -> None:
    found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
    with zipfile.ZipFile(output, 'w') as packed:
        for path in sorted(found):
            with open(path, 'rb') as file:
                zip_times.add(packed, f'font.ufo/{os.path.relpath(path, folder)}', file.read())
