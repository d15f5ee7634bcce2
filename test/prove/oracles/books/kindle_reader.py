"""Reads books in Palm databases: PalmDOC, Mobipocket and KF8."""
import re
import struct

from book_page import from_page, picture


def palm_records(data):
    count = struct.unpack_from('>H', data, 76)[0]
    starts = [struct.unpack_from('>I', data, 78 + 8 * n)[0] for n in range(count)] + [len(data)]
    return [data[start:end] for start, end in zip(starts, starts[1:])]


def unpacked(data):
    """Decompresses PalmDOC data."""
    out, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        at += 1
        if 1 <= code <= 8:
            out += data[at:at + code]
            at += code
        elif code < 0x80:
            out.append(code)
        elif code >= 0xC0:
            out += b' ' + bytes([code ^ 0x80])
        else:
            pair = (code << 8 | data[at]) & 0x3FFF
            at += 1
            for _ in range((pair & 7) + 3):
                out.append(out[-(pair >> 3)])
    return bytes(out)


def palm_text(records, trailers=0):
    packing, _, length, count = struct.unpack_from('>HHIH', records[0])
    text = b''
    for record in records[1:count + 1]:
        for bit in range(15, 0, -1):
            if trailers >> bit & 1:
                record = record[:-trailer_size(record)]
        if trailers & 1:
            record = record[:-((record[-1] & 3) + 1)]
        text += unpacked(record) if packing == 2 else record
    assert len(text) >= length, f'{len(text)} bytes of text, not {length}'
    return text[:length]


def trailer_size(record):
    size, shift = 0, 0
    for byte in reversed(record):
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte & 0x80:
            return size


def read_pdb(data):
    assert data[60:68] == b'TEXtREAd'
    name = data[:32].split(b'\0')[0].decode('cp1252').replace('_', ' ')
    return {'title': name, 'text': palm_text(palm_records(data)).decode('cp1252')}


def read_mobi(data):
    """Returns the content of the Mobipocket book in a Kindle file. If the file also contains a KF8 book, returns the
    headings of the KF8 book, and its text as `newerText`."""
    records = palm_records(data)
    book, names = kindle_book(records), mobi_tags(records[0])
    pictures = records[struct.unpack_from('>I', records[0], 108)[0]:]
    if 201 in names:
        book['cover'] = picture(pictures[struct.unpack('>I', names[201])[0]])
    # `kindle:flow:` refers to a drawing that is stored with the text, not to a picture record.
    embedded = [name for name in book['images'] if not name.startswith('kindle:flow:')]
    book['pictures'] = [picture(pictures[number - 1]) for number in map(picture_number, embedded)]
    if 121 in names and names[121] != b'\xff\xff\xff\xff':
        newer = kindle_book(records[struct.unpack('>I', names[121])[0]:])
        assert newer['version'] == 8
        book.update(headings=newer['headings'], newerText=newer['text'])
    return book


def picture_number(name):
    """Returns the number of a picture. Mobipocket writes the number of a picture in decimal, and KF8 writes it in base
    32."""
    newer = re.match(r'kindle:embed:(\w+)', name)
    return int(newer[1], 32) if newer else int(name)


def kindle_book(records):
    head = records[0]
    assert head[16:20] == b'MOBI'
    names = mobi_tags(head)
    offset, length = struct.unpack_from('>II', head, 84)
    text = palm_text(records, struct.unpack_from('>H', head, 242)[0]).decode('utf-8')
    return {**from_page(re.sub('<head>.*?</head>', '', text, flags=re.S)),
            'title': head[offset:offset + length].decode(), 'author': names.get(100, b'').decode(),
            'version': struct.unpack_from('>I', head, 36)[0],
            'contents': index_labels(records, struct.unpack_from('>I', head, 244)[0])}


def index_labels(records, at):
    """Returns the strings of an index. An index consists of a header record, entry records and string records."""
    if at == 0xFFFFFFFF:
        return []
    entries = struct.unpack_from('>I', records[at], 24)[0]
    strings, place, labels = records[at + 1 + entries], 0, []
    while place < len(strings) and strings[place]:
        length = strings[place] & 0x7F
        labels.append(strings[place + 1:place + 1 + length].decode())
        place += 1 + length
    return labels


def mobi_tags(head):
    at = 16 + struct.unpack_from('>I', head, 20)[0]
    assert head[at:at + 4] == b'EXTH'
    count = struct.unpack_from('>I', head, at + 8)[0]
    at, tags = at + 12, {}
    for _ in range(count):
        kind, size = struct.unpack_from('>II', head, at)
        tags.setdefault(kind, head[at + 8:at + size])
        at += size
    return tags
