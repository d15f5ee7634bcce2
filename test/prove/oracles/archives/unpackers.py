"""Reads an archive and prints its members as JSON: `unpackers.py <extension> <file>`. Does not use libarchive, except
for the links and modes of ISO images."""
import base64
import bz2
import io
import json
import os
import stat
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib
from calendar import timegm
from xml.etree import ElementTree

KINDS = {0o100000: 'file', 0o040000: 'folder', 0o120000: 'link'}
DECOMPRESSORS = {
    'gz': ['gzip', '-dc'], 'bz2': ['bzip2', '-dc'], 'xz': ['xz', '-dc'], 'zst': ['zstd', '-dc'], 'lz4': ['lz4', '-dc'],
    'lz': ['lzip', '-dc'], 'lzma': ['xz', '--format=lzma', '-dc'], 'br': ['brotli', '-dc'],
}


def member(path, kind, mode=0, mtime=0.0, data=b'', target=''):
    return {'path': path.rstrip('/'), 'kind': kind, 'mode': mode & 0o777, 'mtime': mtime,
            'data': base64.b64encode(data).decode(), 'target': target}


def from_zip(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        for info in archive.infolist():
            assert info.filename.isascii() or info.flag_bits & 0x800, f'{info.filename!r} is not marked as UTF-8'
            mode = info.external_attr >> 16
            kind = KINDS[stat.S_IFMT(mode)]
            content = archive.read(info)
            link = content.decode() if kind == 'link' else ''
            yield member(info.filename, kind, mode, timegm(info.date_time), b'' if link else content, link)


def from_tar(data):
    with tarfile.open(fileobj=io.BytesIO(data), mode='r:') as archive:
        for info in archive:
            kind = 'folder' if info.isdir() else 'link' if info.issym() else 'file'
            content = archive.extractfile(info).read() if info.isfile() else b''
            yield member(info.name, kind, info.mode, info.mtime, content, info.linkname)


def from_cpio(data):
    at = 0
    while True:
        assert data[at:at + 6] == b'070701'
        fields = [int(data[at + 6 + 8 * n:at + 14 + 8 * n], 16) for n in range(13)]
        _, mode, _, _, _, mtime, size, *_, name_size, _ = fields
        name = data[at + 110:at + 109 + name_size].decode()
        start = (at + 110 + name_size + 3) // 4 * 4
        at = (start + size + 3) // 4 * 4
        if name == 'TRAILER!!!':
            return
        kind, content = KINDS[stat.S_IFMT(mode)], data[start:start + size]
        link = content.decode() if kind == 'link' else ''
        yield member(name, kind, mode, mtime, b'' if link else content, link)


def from_folder(top):
    for here, folders, files in os.walk(top):
        for name in folders + files:
            at = os.path.join(here, name)
            status = os.lstat(at)
            kind = KINDS[stat.S_IFMT(status.st_mode)]
            content = open(at, 'rb').read() if kind == 'file' else b''
            target = os.readlink(at) if kind == 'link' else ''
            yield member(os.path.relpath(at, top), kind, status.st_mode, status.st_mtime, content, target)


def by_sevenzip(file):
    with tempfile.TemporaryDirectory() as top:
        subprocess.run(['7zz', 'x', '-bd', '-y', '-snl', f'-o{top}', file], check=True, stdout=subprocess.DEVNULL)
        yield from from_folder(top)


def from_iso(file):
    """Yields the members of an ISO image. 7-Zip reads the bytes and times of the members. bsdtar reads the links and
    modes, because 7-Zip does not show links and modes, which the Rock Ridge extension stores."""
    with tempfile.TemporaryDirectory() as top:
        subprocess.run(['bsdtar', '-xpf', file, '-C', top], check=True)
        shown = {found['path']: found for found in from_folder(top)}
    for found in by_sevenzip(file):
        yield {**shown[found['path']], 'data': found['data'], 'mtime': found['mtime']}


def from_xar(file):
    data = open(file, 'rb').read()
    _, header, _, packed = struct.unpack_from('>4sHHQ', data)
    heap = header + packed
    toc = ElementTree.fromstring(zlib.decompress(data[header:heap]))
    yield from xar_members(toc.find('toc'), '', data, heap)


def xar_members(parent, prefix, data, heap):
    for node in parent.findall('file'):
        name = node.find('name')
        plain = base64.b64decode(name.text).decode() if name.get('enctype') == 'base64' else name.text
        kind = {'file': 'file', 'directory': 'folder', 'symlink': 'link'}[node.findtext('type')]
        when = timegm(time.strptime(node.findtext('mtime', '1970-01-01T00:00:00Z')[:19], '%Y-%m-%dT%H:%M:%S'))
        yield member(prefix + plain, kind, int(node.findtext('mode', '0'), 8), when, xar_data(node, data, heap), node.findtext('link', ''))
        yield from xar_members(node, f'{prefix}{plain}/', data, heap)


def xar_data(node, data, heap):
    where = node.find('data')
    if where is None:
        return b''
    start = heap + int(where.findtext('offset'))
    content = data[start:start + int(where.findtext('length'))]
    style = where.find('encoding').get('style')
    return {'application/x-gzip': zlib.decompress, 'application/x-bzip2': bz2.decompress, 'application/octet-stream': bytes}[style](content)


def members(ext, file):
    first, _, last = ext.rpartition('.')
    if last in DECOMPRESSORS:
        plain = subprocess.run([*DECOMPRESSORS[last], file], check=True, capture_output=True).stdout
        return from_tar(plain) if first == 'tar' else [member('data', 'file', data=plain)]
    readers = {'zip': from_zip, 'tar': from_tar, 'cpio': from_cpio}
    if ext in readers:
        return readers[ext](open(file, 'rb').read())
    return {'iso': from_iso, 'xar': from_xar}.get(ext, by_sevenzip)(file)


print(json.dumps(list(members(*sys.argv[1:]))))
