"""Prints the content of an office document as JSON: `office_reader.py <file> <extension>`.

Prints the text of the document. For some formats, also prints the headings, list items, table rows and links, or the
number of pages of the document.
"""
import json
import posixpath
import re
import struct
import sys
import zipfile
from xml.etree import ElementTree

WORD = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
DRAWING = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
SLIDES = '{http://schemas.openxmlformats.org/presentationml/2006/main}'
RELATION = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
FALLBACK = '{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback'
ODF = '{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}'
TEXT, TABLE, OFFICE, PRESENTATION = (ODF % name for name in ('text', 'table', 'office', 'presentation'))
HREF = '{http://www.w3.org/1999/xlink}href'


def text_of(element, texts, breaks, skipped=()):
    """Returns the text in `element`, in document order. Includes only the text of elements with a tag in `texts`, or
    all text if `texts` is None. `breaks` maps a tag to the text that is added after each element with this tag. Ignores
    elements with a tag in `skipped`."""
    parts = []

    def walk(node):
        if node.tag in skipped:
            return
        if node.text and (texts is None or node.tag in texts):
            parts.append(node.text)
        for child in node:
            walk(child)
            if child.tail and texts is None:
                parts.append(child.tail)
        if node.tag in breaks:
            parts.append(breaks[node.tag])

    walk(element)
    return ''.join(parts)


def relations(archive, part):
    folder, name = posixpath.split(part)
    rels = ElementTree.fromstring(archive.read(f'{folder}/_rels/{name}.rels'))
    return {rel.get('Id'): rel.get('Target') for rel in rels}


def word(path):
    with zipfile.ZipFile(path) as archive:
        body = ElementTree.fromstring(archive.read('word/document.xml'))
        names = style_names(ElementTree.fromstring(archive.read('word/styles.xml')))
        links = relations(archive, 'word/document.xml')

    def read(element):
        breaks = {WORD + 'p': '\n', WORD + 'tab': '\t', WORD + 'br': '\n'}
        return text_of(element, {WORD + 't'}, breaks, {FALLBACK})

    def style(paragraph):
        found = paragraph.find(f'{WORD}pPr/{WORD}pStyle')
        return names.get(found.get(WORD + 'val'), '') if found is not None else ''

    def level(paragraph):
        return paragraph.find(f'{WORD}pPr/{WORD}outlineLvl')

    paragraphs = list(body.iter(WORD + 'p'))
    return {
        'text': read(body),
        'headings': [read(p) for p in paragraphs if re.match('(heading|title)', style(p), re.I) or level(p) is not None],
        'items': [read(p) for p in paragraphs if p.find(f'{WORD}pPr/{WORD}numPr') is not None or 'list' in style(p).lower()],
        'rows': [[read(cell) for cell in row.iter(WORD + 'tc')] for row in body.iter(WORD + 'tr')],
        'links': [[read(link), links.get(link.get(RELATION + 'id'))] for link in body.iter(WORD + 'hyperlink')],
    }


def style_names(styles):
    return {
        style.get(WORD + 'styleId'): style.find(WORD + 'name').get(WORD + 'val')
        for style in styles.iter(WORD + 'style')
        if style.find(WORD + 'name') is not None
    }


def power_point(path):
    with zipfile.ZipFile(path) as archive:
        main = 'ppt/presentation.xml'
        targets = relations(archive, main)
        order = [slide.get(RELATION + 'id') for slide in ElementTree.fromstring(archive.read(main)).iter(SLIDES + 'sldId')]
        slides = [ElementTree.fromstring(archive.read(posixpath.normpath(f'ppt/{targets[each]}'))) for each in order]
    breaks = {DRAWING + 'p': '\n', DRAWING + 'br': '\n'}
    return {'text': '\n'.join(text_of(slide, {DRAWING + 't'}, breaks, {FALLBACK}) for slide in slides), 'pages': len(slides)}


def open_document(path):
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            root = ElementTree.fromstring(archive.read('content.xml'))
    else:
        root = ElementTree.parse(path).getroot()
    body = root.find(OFFICE + 'body')

    def read(element):
        breaks = {TEXT + 'p': '\n', TEXT + 'h': '\n', TEXT + 's': ' ', TEXT + 'tab': '\t', TEXT + 'line-break': '\n'}
        return text_of(element, None, breaks, {PRESENTATION + 'notes'})

    title = [p for p in body.iter(TEXT + 'p') if named_title(root, p.get(TEXT + 'style-name', ''))]
    return {
        'text': read(body),
        'headings': [read(heading) for heading in [*title, *body.iter(TEXT + 'h')]],
        'items': [read(item) for item in body.iter(TEXT + 'list-item')],
        'rows': [[read(cell) for cell in row.iter(TABLE + 'table-cell')] for row in body.iter(TABLE + 'table-row')],
        'links': [[read(link), link.get(HREF)] for link in body.iter(TEXT + 'a')],
        'pages': len(list(body.iter((ODF % 'drawing') + 'page'))),
    }


def named_title(root, name):
    """Returns whether the style is the title style, or an automatic style based on it."""
    styles = {style.get((ODF % 'style') + 'name'): style for style in root.iter((ODF % 'style') + 'style')}
    parent = styles[name].get((ODF % 'style') + 'parent-style-name', '') if name in styles else ''
    return 'Title' in (name, parent)


# Record types of a PowerPoint 97 stream: text in UTF-16, text with one byte per character, and a slide.
WIDE, NARROW, SLIDE = 0x0FA0, 0x0FA8, 1006


def power_point_97(path):
    import olefile

    with olefile.OleFileIO(path) as compound:
        data = compound.openstream('PowerPoint Document').read()
    slides = []

    def walk(start, end, texts):
        while start + 8 <= end:
            version, kind, length = struct.unpack_from('<HHI', data, start)
            body = data[start + 8 : start + 8 + length]
            if kind == SLIDE:
                slides.append([])
                walk(start + 8, start + 8 + length, slides[-1])
            elif version & 15 == 15:
                walk(start + 8, start + 8 + length, texts)
            elif kind in (WIDE, NARROW) and texts is not None:
                texts.append(body.decode('utf-16-le' if kind == WIDE else 'latin-1').replace('\r', '\n'))
            start += 8 + length

    walk(0, len(data), None)
    return {'text': '\n'.join(text for slide in slides for text in slide), 'pages': len(slides)}


SKIPPED_GROUPS = {'fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'fldinst', 'listtable', 'listoverridetable', 'pntext', 'listtext'}
RTF_TOKEN = re.compile(r"\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.S)


def rich_text(path):
    with open(path, encoding='latin-1') as file:
        source = file.read()
    out, stack, hidden, pending = [], [], False, 0
    for word_, number, byte, symbol, brace, plain in RTF_TOKEN.findall(source):
        if brace == '{':
            stack.append(hidden)
        elif brace == '}':
            hidden = stack.pop()
        elif symbol == '*' or word_ in SKIPPED_GROUPS:
            hidden = True
        elif word_ == 'u' and not hidden:
            out.append(chr(int(number) % 65536))
            pending = 1
        elif word_ in ('par', 'cell', 'row', 'line', 'tab', 'sect', 'page') and not hidden:
            out.append('\n')
        elif (byte or plain or symbol) and not hidden:
            text = bytes.fromhex(byte).decode('cp1252') if byte else plain or symbol.replace('~', ' ')
            out.append(text[pending:])
            pending = 0
    assert not stack, 'unbalanced groups'
    return {'text': ''.join(out)}


READERS = {
    **dict.fromkeys(('docx', 'docm', 'dotx'), word),
    **dict.fromkeys(('pptx', 'pptm', 'ppsx', 'potx'), power_point),
    **dict.fromkeys(('odt', 'ott', 'fodt', 'odp', 'otp', 'fodp', 'odg', 'otg', 'fodg'), open_document),
    **dict.fromkeys(('ppt', 'pps', 'pot'), power_point_97),
    'rtf': rich_text,
}

print(json.dumps(READERS[sys.argv[2]](sys.argv[1])))
