"""Reads XML, and zip packages of XML, as a stream. Rejects custom entities, and ignores external references."""
import zipfile
from xml.parsers import expat

from engines.passes.file_info.bounds import MB, Unread, limited

MAX_PACKAGE = 64 * MB
MAX_MEMBERS = 20_000


def parse(content: bytes, on_start, on_text=None, on_end=None) -> None:
    """Parses XML and calls the handlers with element and attribute names without prefixes."""
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(*_):
        raise Unread('declares entities')

    def start(name, attributes):
        on_start(local(name), {local(key): value for key, value in attributes.items()})

    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    if on_text:
        parser.CharacterDataHandler = on_text
    if on_end:
        parser.EndElementHandler = lambda name: on_end(local(name))
    parser.Parse(content, True)


def local(name: str) -> str:
    return name.rpartition(':')[2]


class Package:
    """Reads the members of a zip, and limits their total decompressed size."""

    def __init__(self, path: str) -> None:
        self.archive = zipfile.ZipFile(path)
        self.names = self.archive.namelist()
        self.left = MAX_PACKAGE
        if len(self.names) > MAX_MEMBERS:
            raise Unread('too many members')

    def read(self, name: str) -> bytes:
        with self.archive.open(name) as member:
            content = limited(member, self.left)
        self.left -= len(content)
        return content

    def read_if_any(self, name: str) -> bytes | None:
        return self.read(name) if name in self.names else None

    def matching(self, start: str, end: str = '') -> list[str]:
        return [name for name in self.names if name.startswith(start) and name.endswith(end)]
