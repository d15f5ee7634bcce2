"""Writes the letter as an ebook in the format `kind`: `bookbinder.py <kind> <file>`. Uses no ebook library. Reads the
letter (see letter.ts) as JSON from standard input, including a cover in base64."""
import base64
import io
import json
import struct
import sys
import zipfile
from html import escape

BOOK = json.load(sys.stdin)
COVER = base64.b64decode(BOOK['cover'])
TITLE, AUTHOR, LINK = BOOK['title'], BOOK['author'], BOOK['link']
CHAPTERS = [section['heading'] for section in BOOK['sections']]


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            how = zipfile.ZIP_STORED if name == 'mimetype' else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2024, 2, 29, 12, 0, 0)), content, how)
    return out.getvalue()


def rest():
    """Returns the HTML after the paragraphs of the last section: the list, the table and the link."""
    items = ''.join(f'<li>{item}</li>' for item in BOOK['list'])
    head, *rows = BOOK['table']
    cells = ''.join(f'<th>{cell}</th>' for cell in head)
    body = ''.join('<tr>' + ''.join(f'<td>{cell}</td>' for cell in row) + '</tr>' for row in rows)
    link = f'<p>See <a href="{LINK["href"]}">{LINK["text"]}</a>.</p>'
    return f'<ul>{items}</ul><table><tr>{cells}</tr>{body}</table>{link}'


def section(number):
    this = BOOK['sections'][number]
    texts = ''.join(f'<p>{escape(text)}</p>' for text in this['paragraphs'])
    return f'<h2>{this["heading"]}</h2>{texts}' + (rest() if number == len(CHAPTERS) - 1 else '')


def page(title, body):
    return (f'<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'
            f'<head><title>{title}</title></head><body>{body}</body></html>')


def metadata(extra=''):
    return (f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">'
            f'<dc:title>{TITLE}</dc:title><dc:creator opf:role="aut">{AUTHOR}</dc:creator>'
            f'<dc:language>en</dc:language><dc:identifier id="id">urn:protean:letter</dc:identifier>{extra}</metadata>')


def package(manifest, spine='', cover='cover'):
    return ('<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">'
            + metadata(f'<meta name="cover" content="{cover}"/>') + f'<manifest>{manifest}</manifest>{spine}</package>')


def bind_epub():
    item = '<item id="{}" href="{}" media-type="{}"/>'.format
    manifest = (item('cover', 'cover.png', 'image/png') + item('ncx', 'toc.ncx', 'application/x-dtbncx+xml')
                + item('title', 'title.xhtml', 'application/xhtml+xml'))
    spine = '<itemref idref="title"/>'
    points, chapters = '', {}
    for number, heading in enumerate(CHAPTERS):
        name = f'chapter{number + 1}'
        manifest += item(name, f'{name}.xhtml', 'application/xhtml+xml')
        spine += f'<itemref idref="{name}"/>'
        points += (f'<navPoint id="{name}" playOrder="{number + 1}"><navLabel><text>{heading}</text></navLabel>'
                   f'<content src="{name}.xhtml"/></navPoint>')
        chapters[f'{name}.xhtml'] = page(heading, section(number))
    return zipped({
        'mimetype': 'application/epub+zip',
        'META-INF/container.xml': '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        'content.opf': package(manifest, f'<spine toc="ncx">{spine}</spine>'),
        'toc.ncx': f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><docTitle><text>{TITLE}</text>'
        f'</docTitle><navMap>{points}</navMap></ncx>',
        'cover.png': COVER,
        'title.xhtml': page(TITLE, f'<h1>{TITLE}</h1>'),
        **chapters,
    })


def bind_fb2():
    def texts(number):
        lines = ''.join(f'<p>{escape(text)}</p>' for text in BOOK['sections'][number]['paragraphs'])
        if number < len(CHAPTERS) - 1:
            return lines
        rows = ''.join('<tr>' + ''.join(f'<td>{cell}</td>' for cell in row) + '</tr>' for row in BOOK['table'])
        items = ''.join(f'<p>{item}</p>' for item in BOOK['list'])
        return f'{lines}{items}<table>{rows}</table><p>See <a l:href="{LINK["href"]}">{LINK["text"]}</a>.</p>'

    first, _, last = AUTHOR.partition(' ')
    sections = ''.join(f'<section><title><p>{heading}</p></title>{texts(n)}</section>' for n, heading in enumerate(CHAPTERS))
    return ('<?xml version="1.0" encoding="utf-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" '
            'xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><genre>prose</genre>'
            f'<author><first-name>{first}</first-name><last-name>{last}</last-name></author><book-title>{TITLE}</book-title>'
            '<coverpage><image l:href="#cover.png"/></coverpage><lang>en</lang></title-info>'
            '<document-info><author><nickname>p</nickname></author><date>2024</date><id>1</id><version>1</version></document-info>'
            f'</description><body><title><p>{TITLE}</p></title>{sections}</body>'
            f'<binary id="cover.png" content-type="image/png">{base64.b64encode(COVER).decode()}</binary></FictionBook>').encode()


def bind_fbz():
    return zipped({'letter.fb2': bind_fb2()})


def bind_htmlz():
    body = f'<h1>{TITLE}</h1>' + ''.join(section(n) for n in range(len(CHAPTERS)))
    guide = '<guide><reference href="cover.png" type="cover" title="Cover"/></guide>'
    return zipped({'index.html': page(TITLE, body), 'metadata.opf': package('', guide, 'cover.png'), 'cover.png': COVER})


def plain_text(mark=lambda heading: heading):
    parts = [mark(TITLE)]
    for this in BOOK['sections']:
        parts += [mark(this['heading']), *this['paragraphs']]
    return '\n\n'.join([*parts, *BOOK['list'], *('  '.join(row) for row in BOOK['table']), f'See {LINK["text"]}.']) + '\n'


def bind_txtz():
    return zipped({'index.txt': plain_text(), 'metadata.opf': package('')})


def bind_pmlz():
    text = plain_text(lambda heading: f'\\x{heading}\\x')
    pml = ''.join(letter if ord(letter) < 128 else f'\\U{ord(letter):04x}' for letter in text)
    return zipped({'index.pml': pml, 'cover.png': COVER, 'metadata.opf': package('')})


def bind_tcr():
    """Returns a TCR book without compression: each code in its dictionary represents the byte with the same value."""
    codes = b''.join(b'\1' + bytes([code]) for code in range(256))
    return b'!!8-Bit!!' + codes + plain_text().encode()


def bind_pdb():
    """Returns an uncompressed PalmDOC file. The text is in code page 1252, because readers expect this encoding."""
    text = plain_text().encode('cp1252')
    blocks = [text[at:at + 4096] for at in range(0, len(text), 4096)]
    records = [struct.pack('>HHIHHI', 1, 0, len(text), len(blocks), 4096, 0), *blocks]
    head = struct.pack('>32sHHIIIIII4s4sIIH', TITLE.encode().replace(b' ', b'_'), 0, 0, 0, 0, 0, 0, 0, 0, b'TEXt', b'REAd', 0, 0, len(records))
    at, index = len(head) + 8 * len(records) + 2, b''
    for record in records:
        index += struct.pack('>II', at, 0)
        at += len(record)
    return head + index + b'\0\0' + b''.join(records)


kind, file = sys.argv[1:]
with open(file, 'wb') as result:
    result.write(globals()[f'bind_{kind}']())
