"""Reads the parts of an office document or book: complete parts, and the beginnings of truncated XML parts."""
import re

from engines.passes.repair import markup
from engines.passes.repair.archives import zips

XML = re.compile(r'\.(?:xml|rels|opf|ncx|x?html?|vml)$', re.IGNORECASE)


def read(name: str) -> tuple[dict[str, bytes], int | None]:
    """Returns the parts by name, and the original number of parts if known."""
    found: dict[str, bytes] = {}
    with open(name, 'rb') as file, zips.mapped(file) as data:
        total = zips.declared(data)
        for member in zips.members(data):
            if member.name in found or member.name.endswith('/'):
                continue
            content = member.data if member.whole else mended(member)
            if content is not None:
                found[member.name] = content
    return found, total


def mended(member: zips.Member) -> bytes | None:
    return markup.close(member.data)[0] if XML.search(member.name) and member.data else None


def write(name: str, parts: dict[str, bytes], first: str | None = None) -> None:
    """Packs the repaired parts into the file `name`. The part `first` is stored uncompressed before all other parts."""
    with zips.packed(name) as out:
        if first in parts:
            zips.add(out, first, parts[first], stored=True)
        for path, content in parts.items():
            if path != first:
                zips.add(out, path, content)


def count(xml: bytes, *tags: str) -> int:
    """Returns the number of elements in `xml` with one of the names in `tags`."""
    return len(re.findall(rb'<(?:%s)[\s/>]' % b'|'.join(tag.encode() for tag in tags), xml))
