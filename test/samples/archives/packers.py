"""Writes an archive in the format `kind`: `packers.py <kind> <file>`. Reads the files and folders of the archive (see
tree.ts) as JSON from standard input. Writes most formats byte by byte, without an archive library."""
import base64
import io
import json
import struct
import sys
import tarfile
import time
import zipfile
import zlib
from binascii import crc32

TYPES = {'file': 0o100000, 'folder': 0o040000, 'link': 0o120000}


def read_tree():
    members = json.load(sys.stdin)
    for member in members:
        member['bytes'] = base64.b64decode(member['data'])
    return members


def body(member):
    return member['target'].encode() if member['kind'] == 'link' else member['bytes']


def pack_zip(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for member in members:
            slash = '/' if member['kind'] == 'folder' else ''
            info = zipfile.ZipInfo(member['path'] + slash, time.gmtime(member['mtime'])[:6])
            info.external_attr = (TYPES[member['kind']] | member['mode']) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, body(member))
    return out.getvalue()


def pack_tar(members):
    out = io.BytesIO()
    kinds = {'file': tarfile.REGTYPE, 'folder': tarfile.DIRTYPE, 'link': tarfile.SYMTYPE}
    with tarfile.open(fileobj=out, mode='w', format=tarfile.PAX_FORMAT) as archive:
        for member in members:
            info = tarfile.TarInfo(member['path'])
            info.type, info.mode, info.mtime = kinds[member['kind']], member['mode'], member['mtime']
            info.linkname, info.size = member['target'], len(member['bytes'])
            archive.addfile(info, io.BytesIO(member['bytes']))
    return out.getvalue()


def pack_cpio(members):
    out = b''
    end = {'path': 'TRAILER!!!', 'kind': 'file', 'mode': 0, 'mtime': 0, 'bytes': b'', 'target': ''}
    for number, member in enumerate([*members, end], 1):
        name, data = member['path'].encode() + b'\0', body(member)
        mode = TYPES[member['kind']] | member['mode']
        fields = [number, mode, 0, 0, 1, member['mtime'], len(data), 0, 0, 0, 0, len(name), 0]
        out += padded(b'070701' + b''.join(b'%08X' % value for value in fields) + name, 4) + padded(data, 4)
    return out


def padded(data, to):
    return data + bytes(-len(data) % to)


def pack_ar(members):
    out = b'!<arch>\n'
    for member in members:
        data = member['bytes']
        out += b'%-16s%-12d%-6d%-6d%-8o%-10d`\n' % (
            member['path'].encode() + b'/', member['mtime'], 0, 0, TYPES['file'] | member['mode'], len(data))
        out += padded(data, 2)
    return out


def pack_deb(members):
    now = members[0]['mtime']
    control = [{'path': './control', 'kind': 'file', 'mode': 0o644, 'mtime': now, 'target': '',
                'bytes': b'Package: harbour\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <n@example.org>\nDescription: tree\n'}]
    dotted = [{**member, 'path': './' + member['path']} for member in members]
    parts = {'debian-binary': b'2.0\n', 'control.tar.gz': gzipped(pack_tar(control)), 'data.tar.gz': gzipped(pack_tar(dotted))}
    return pack_ar([{'path': path, 'mtime': now, 'mode': 0o644, 'bytes': data} for path, data in parts.items()])


def gzipped(data):
    packer = zlib.compressobj(wbits=31)
    return packer.compress(data) + packer.flush()


def pack_rpm(members):
    """Returns an RPM package: a lead, an empty signature, the tags that describe the payload, and a cpio archive
    compressed by gzip."""
    lead = struct.pack('>IBBHH66sHH16x', 0xEDABEEDB, 3, 0, 0, 1, b'harbour-1-1', 1, 5)
    tags = {1000: 'harbour', 1001: '1', 1002: '1', 1124: 'cpio', 1125: 'gzip', 1126: '9'}
    return lead + padded(rpm_header({}), 8) + rpm_header(tags) + gzipped(pack_cpio(members))


def rpm_header(tags):
    index, store = b'', b''
    for tag, value in tags.items():
        index += struct.pack('>IIII', tag, 6, len(store), 1)
        store += value.encode() + b'\0'
    return b'\x8e\xad\xe8\x01' + bytes(4) + struct.pack('>II', len(tags), len(store)) + index + store


def pack_cab(members):
    """Returns a cabinet file with one uncompressed folder. Names are in UTF-8. Omits empty folders and links, which
    cabinets do not support."""
    files = [member for member in members if member['kind'] == 'file']
    content = b''.join(member['bytes'] for member in files)
    blocks = [content[at:at + 32768] for at in range(0, len(content), 32768)]
    entries, offset = b'', 0
    for member in files:
        entries += struct.pack('<IIHHHH', len(member['bytes']), offset, 0, *dos_time(member['mtime']), 0x80 | 0x20)
        entries += member['path'].replace('/', '\\').encode() + b'\0'
        offset += len(member['bytes'])
    data = b''.join(struct.pack('<IHH', 0, len(block), len(block)) + block for block in blocks)
    first = 36 + 8 + len(entries)
    folder = struct.pack('<IHH', first, len(blocks), 0)
    return struct.pack('<4sIIIIIBBHHHHH', b'MSCF', 0, first + len(data), 0, 44, 0, 3, 1, 1, len(files), 0, 0, 0) + folder + entries + data


def dos_time(mtime):
    year, month, day, hour, minute, second = time.gmtime(mtime)[:6]
    return (year - 1980) << 9 | month << 5 | day, hour << 11 | minute << 5 | second // 2


def pack_arj(members):
    out = arj_header(2, 'harbour.arj', members[0]['mtime'], b'', 0)
    for member in members:
        if member['kind'] != 'link':
            kind = 3 if member['kind'] == 'folder' else 0
            out += arj_header(kind, member['path'], member['mtime'], member['bytes'], member['mode']) + member['bytes']
    return out + b'\x60\xea\0\0'


def arj_header(kind, name, mtime, data, mode):
    """Returns a header that declares the host system Unix. The time is a DOS time, because ARJ readers before version 8
    do not expect Unix times."""
    date, hour = dos_time(mtime)
    first = struct.pack('<BBBBBBBBHHIIIHHBB', 30, 7, 1, 2, 0x10, 0, kind, 0, hour, date, len(data), len(data), crc32(data), 0, mode, 0, 0)
    header = first + name.encode() + b'\0' + b'\0'
    return b'\x60\xea' + struct.pack('<H', len(header)) + header + struct.pack('<I', crc32(header)) + b'\0\0'


def pack_lzh(members):
    """Returns an archive with level 2 headers and uncompressed data. Names are in Shift JIS. Each folder name is
    followed by the byte 0xff."""
    out = b''
    for member in members:
        if member['kind'] == 'link':
            continue
        folder, _, name = member['path'].rpartition('/')
        method = b'-lh0-'
        if member['kind'] == 'folder':
            method, folder, name = b'-lhd-', member['path'], ''
        extras = [(0x50, struct.pack('<H', TYPES[member['kind']] | member['mode']))]
        if folder:
            extras.append((0x02, b''.join(part.encode('shift-jis') + b'\xff' for part in folder.split('/'))))
        if name:
            extras.append((0x01, name.encode('shift-jis')))
        data = member['bytes']
        tail = b''.join(struct.pack('<HB', len(value) + 3, kind) + value for kind, value in extras)
        size = 24 + len(tail) + 2
        head = struct.pack('<H5sIIIBBHB', size, method, len(data), len(data), member['mtime'], 0x20, 2, crc16(data), ord('U'))
        out += head + tail + b'\0\0' + data
    return out + b'\0'


def crc16(data):
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


def pack_rar(members):
    """Returns a RAR 5 archive without compression."""
    out = b'Rar!\x1a\x07\x01\x00' + rar_block(1, 0, vint(0))
    for member in members:
        name, data = member['path'].encode(), member['bytes']
        extra = b''
        if member['kind'] == 'link':
            target = member['target'].encode()
            record = vint(5) + vint(1) + vint(0) + vint(len(target)) + target
            extra = vint(len(record)) + record
        flags = 2 | (1 if member['kind'] == 'folder' else 4)
        fields = vint(flags) + vint(len(data)) + vint(TYPES[member['kind']] | member['mode'])
        fields += struct.pack('<I', member['mtime'])
        if member['kind'] != 'folder':
            fields += struct.pack('<I', crc32(data))
        fields += vint(0) + vint(1) + vint(len(name)) + name
        out += rar_block(2, 2, fields, extra, data)
    return out + rar_block(5, 0, vint(0))


def rar_block(kind, flags, fields, extra=b'', data=b''):
    flags |= 1 if extra else 0
    sizes = (vint(len(extra)) if extra else b'') + (vint(len(data)) if flags & 2 else b'')
    header = vint(kind) + vint(flags) + sizes + fields + extra
    header = vint(len(header)) + header
    return struct.pack('<I', crc32(header)) + header + data


def vint(value):
    out = b''
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


kind, file = sys.argv[1:]
with open(file, 'wb') as result:
    result.write(globals()[f'pack_{kind}'](read_tree()))
