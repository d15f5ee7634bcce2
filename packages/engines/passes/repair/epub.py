"""Repairs EPUB books: keeps the remaining chapters, and writes a new package file that lists them."""
import posixpath
import re
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape, quoteattr

from engines.passes.repair import parts
from engines.passes.repair.outcome import NothingLeft, amount

KINDS = {
    'xhtml': 'application/xhtml+xml', 'html': 'application/xhtml+xml', 'htm': 'application/xhtml+xml', 'css': 'text/css',
    'png': 'image/png', 'jpg': 'image/jpeg', 'jpeg': 'image/jpeg', 'gif': 'image/gif', 'svg': 'image/svg+xml',
    'ncx': 'application/x-dtbncx+xml', 'ttf': 'font/ttf', 'otf': 'font/otf', 'woff': 'font/woff',
}
PACKAGE = 'repaired.opf'
CONTAINER = (
    '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    f'<rootfile full-path="{PACKAGE}" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def repair(step) -> str:
    found, total = parts.read(step['input'])
    old = next((name for name in found if name.endswith('.opf')), None)
    package = found.pop(old).decode('utf-8', 'replace') if old else ''
    pages = [name for name in found if name.rsplit('.', 1)[-1].lower() in ('xhtml', 'html', 'htm')]
    chapters = in_order(package, posixpath.dirname(old or ''), pages)
    if not chapters:
        raise NothingLeft('no chapter is left')
    found.pop('META-INF/encryption.xml', None)
    found['mimetype'] = b'application/epub+zip'
    found['META-INF/container.xml'] = CONTAINER.encode()
    found[PACKAGE] = new_package(package, found, chapters).encode()
    parts.write(step['output'], found, first='mimetype')
    return f'{amount(len(chapters), "chapter", chapters_in(package))}, {amount(len(found), "part", total)}'


def chapters_in(package: str) -> int | None:
    """Returns the original number of chapters, or None if the list of chapters is truncated."""
    return len(re.findall(r'<(?:\w+:)?itemref\b', package)) or None if re.search(r'</(?:\w+:)?spine>', package) else None


def in_order(package: str, folder: str, pages: list[str]) -> list[str]:
    """Returns the remaining pages in the order of the original page list, or in file order if the page list is lost."""
    files = {}
    for item in re.findall(r'<(?:\w+:)?item\s[^>]*>', package):
        name, target = (re.search(rf'\b{key}="([^"]*)"', item) for key in ('id', 'href'))
        if name and target:
            files[name[1]] = posixpath.normpath(posixpath.join(folder, unquote(target[1])))
    spine = [files.get(name) for name in re.findall(r'<(?:\w+:)?itemref\b[^>]*?\bidref="([^"]*)"', package)]
    return [name for name in spine if name in pages] or pages


def new_package(old: str, found: dict[str, bytes], chapters: list[str]) -> str:
    known = {tag: re.search(rf'<dc:{tag}\b[^>]*>([^<]*)</dc:{tag}>', old) for tag in ('title', 'creator', 'language')}
    usual = {'title': escape('Repaired book'), 'language': 'und'}
    data = ''.join(
        f'<dc:{tag}>{match[1] if match else usual[tag]}</dc:{tag}>' for tag, match in known.items() if match or tag in usual
    )
    ids = {name: f'p{n}' for n, name in enumerate(found) if name.rsplit('.', 1)[-1].lower() in KINDS}
    items = ''.join(
        f'<item id="{key}" href={quoteattr(quote(name))} media-type="{KINDS[name.rsplit(".", 1)[-1].lower()]}"/>'
        for name, key in ids.items()
    )
    order = ''.join(f'<itemref idref="{ids[name]}"/>' for name in chapters)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{data}<dc:identifier id="id">repaired</dc:identifier></metadata>'
        f'<manifest>{items}</manifest><spine>{order}</spine></package>'
    )
