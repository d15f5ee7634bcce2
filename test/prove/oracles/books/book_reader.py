"""Reads a book without calibre if possible, and prints its content: `book_reader.py <extension> <file>`.

Prints JSON with the text. The JSON also contains the parts that the format has: title, author, headings, list items,
table rows, link targets, and the size and corner colour of the cover and other pictures.
"""
import base64
import io
import json
import posixpath
import re
import struct
import sys
import zipfile
import zlib
from xml.etree import ElementTree

from book_page import Page, body_of, from_package, from_page, picture
from calibre_reader import read_lit, read_lrf
from kindle_reader import read_mobi, read_pdb


def read_epub(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ('mimetype', zipfile.ZIP_STORED), 'mimetype comes first, stored'
    assert archive.read(first) == b'application/epub+zip'
    where = ElementTree.fromstring(archive.read('META-INF/container.xml')).find('.//{*}rootfile').get('full-path')
    opf = ElementTree.fromstring(archive.read(where))
    home = posixpath.dirname(where)
    items = {item.get('id'): item for item in opf.iterfind('.//{*}manifest/{*}item')}
    path = {key: posixpath.join(home, item.get('href')) for key, item in items.items()}
    pages = [path[ref.get('idref')] for ref in opf.iterfind('.//{*}spine/{*}itemref')]
    texts = {page: archive.read(page).decode() for page in pages}
    for text in texts.values():
        ElementTree.fromstring(text)
    book = from_page('\n'.join(body_of(text) for text in texts.values()))
    book['pictures'] = [picture(archive.read(posixpath.normpath(posixpath.join(posixpath.dirname(page), image))))
                        for page in pages for image in Page(texts[page]).parts['images']]
    nav = next((key for key, item in items.items() if 'nav' in (item.get('properties') or '').split()), None)
    ncx = next((key for key, item in items.items() if item.get('media-type') == 'application/x-dtbncx+xml'), None)
    labels = ElementTree.fromstring(archive.read(path[nav or ncx])).iterfind('.//{*}a' if nav else './/{*}navLabel/{*}text')
    book['contents'] = [''.join(label.itertext()).strip() for label in labels]
    cover = next((key for key, item in items.items() if 'cover-image' in (item.get('properties') or '')), None)
    named = opf.find('.//{*}metadata/{*}meta[@name="cover"]')
    cover = cover or (named is not None and named.get('content'))
    return {**book, **from_package(archive.read(where)), 'cover': picture(archive.read(path[cover])) if cover else None}


def read_zipped(data, suffix, read):
    archive = zipfile.ZipFile(io.BytesIO(data))
    names = archive.namelist()
    content = archive.read(next(name for name in names if name.endswith(suffix)))
    cover = next((name for name in names if 'cover' in name and name.endswith(('.png', '.jpg', '.jpeg'))), None)
    described = from_package(archive.read('metadata.opf')) if 'metadata.opf' in names else {}
    return {**read(content), **described, 'cover': picture(archive.read(cover)) if cover else None}


def read_htmlz(data):
    book = read_zipped(data, '.html', lambda content: from_page(body_of(content.decode())))
    archive = zipfile.ZipFile(io.BytesIO(data))
    book['pictures'] = [picture(archive.read(name)) for name in book['images'] if name in archive.namelist()]
    return book


def read_txtz(data):
    return read_zipped(data, '.txt', lambda content: {'text': content.decode()})


def read_pmlz(data):
    def plain(content):
        # PML writes a backslash as two backslashes.
        text = content.decode('cp1252').replace('\\\\', '\0')
        text = re.sub(r'\\U([0-9a-fA-F]{4})', lambda m: chr(int(m[1], 16)), text)
        text = re.sub(r'\\a(\d{3})', lambda m: bytes([int(m[1])]).decode('cp1252'), text)
        headings = [heading.strip() for heading in re.findall(r'\\[xX]\d?(?:="[^"]*")?(.*?)\\[xX]', text, re.S)]
        plain_text = re.sub(r'\\(?:[XC]\d|[a-zA-Z])(?:="[^"]*")?', ' ', text).replace('\0', '\\')
        return {'text': plain_text, 'headings': headings}
    return read_zipped(data, '.pml', plain)


def read_fb2(data):
    root = ElementTree.fromstring(data)
    info = root.find('.//{*}title-info')
    author = ' '.join(filter(None, (info.findtext(f'{{*}}author/{{*}}{part}-name') for part in ('first', 'middle', 'last'))))
    cover = info.find('{*}coverpage/{*}image')
    binaries = {item.get('id'): base64.b64decode(item.text) for item in root.iterfind('{*}binary')}
    name = cover.get('{http://www.w3.org/1999/xlink}href').lstrip('#') if cover is not None else None
    body = root.find('{*}body')
    lines = [''.join(line.itertext()) for line in body.iter() if line.tag.rpartition('}')[2] in ('p', 'td', 'th', 'subtitle')]
    return {
        'title': info.findtext('{*}book-title'), 'author': author, 'text': '\n'.join(lines),
        'headings': [' '.join(''.join(title.itertext()).split()) for title in body.iterfind('.//{*}title')],
        'links': [link.get('{http://www.w3.org/1999/xlink}href') for link in body.iterfind('.//{*}a')],
        'cover': picture(binaries[name]) if name else None,
    }


def read_rb(data):
    assert data[:4] == b'\xb0\x0c\xb0\x0c'
    at = struct.unpack_from('<I', data, 24)[0]
    book, cover = {'text': ''}, None
    for n in range(struct.unpack_from('<I', data, at)[0]):
        name, length, start, flags = struct.unpack_from('<32sIII', data, at + 4 + 44 * n)
        name, content = name.rstrip(b'\0').decode(), data[start:start + length]
        if flags == 8:
            count, size = struct.unpack_from('<II', content)
            sizes, place, text = struct.unpack_from(f'<{count}I', content, 8), 8 + 4 * count, b''
            for chunk in sizes:
                text += zlib.decompress(content[place:place + chunk])
                place += chunk
            assert len(text) == size
            if name.endswith('.html'):
                book.update(from_page(text.decode('cp1252')))
        elif flags == 2:
            facts = dict(line.split('=', 1) for line in content.decode().splitlines() if '=' in line)
            book.update(title=facts.get('TITLE'), author=facts.get('AUTHOR'))
        elif name.endswith('.png') and cover is None:
            cover = picture(content)
    return {**book, 'cover': cover}


def read_tcr(data):
    assert data[:9] == b'!!8-Bit!!'
    at, codes = 9, []
    for _ in range(256):
        codes.append(data[at + 1:at + 1 + data[at]])
        at += 1 + data[at]
    return {'text': b''.join(codes[code] for code in data[at:]).decode('utf-8')}


kind, file = sys.argv[1:]
readers = {
    'azw3': read_mobi,
    'epub': read_epub,
    'fb2': read_fb2,
    'htmlz': read_htmlz,
    'lit': read_lit,
    'lrf': read_lrf,
    'mobi': read_mobi,
    'pdb': read_pdb,
    'pmlz': read_pmlz,
    'rb': read_rb,
    'tcr': read_tcr,
    'txtz': read_txtz,
}
with open(file, 'rb') as stream:
    content = stream.read()
print(json.dumps(readers[kind](content)))
