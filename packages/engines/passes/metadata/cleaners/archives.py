"""Cleans the headers of zip and gzip files, and checks archives for times, owners and comments."""
import shutil
import struct
import subprocess
import tarfile
import zipfile

from engines.tools.libarchive import binding
from engines.tools.libarchive.entry import Unreadable
from engines.passes.metadata.cleaners.notes import EPOCH, Notes, Refused
from engines.shared.runner.zip_times import DIRECTORY, EARLIEST, END, LOCAL

# Extra fields that are kept: encryption parameters, and the Unicode name of a member.
EXTRAS_KEPT = (0x9901, 0x7075)
SIZES_FOLLOW, ENCRYPTED, UTF8 = 8, 1, 0x800
AES = 99
CHUNK = 1024 * 1024
MAX_MEMBERS = 65_534
MAX_HEADER = 64 * 1024 * 1024
# For each compression of a tar archive, the name of the libarchive filter.
FILTERS = {'gz': 'gzip', 'bz2': 'bzip2', 'xz': 'xz', 'zst': 'zstd', 'lz4': 'lz4', 'lz': 'lzip', 'lzma': 'lzma'}
PAX_KEPT = {'path', 'linkpath', 'size', 'hdrcharset'}


def clean_zip(source: str, result: str) -> None:
    """Rewrites the headers of a zip. The compressed data stays unchanged, including encrypted data."""
    try:
        archive = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise Refused(f'not a zip: {error}') from error
    with archive, open(source, 'rb') as read, open(result, 'wb') as written:
        if len(archive.infolist()) > MAX_MEMBERS:
            raise Refused('too many members', 'too_many_files')
        directory = []
        for member in archive.infolist():
            if max(member.compress_size, member.file_size, written.tell()) >= 0xFFFFFFFF:
                raise Refused('a member is too large', 'result_too_large')
            directory.append(copy_member(member, read, written))
        at = written.tell()
        written.writelines(directory)
        size = written.tell() - at
        written.write(END + struct.pack('<HHHHIIH', 0, 0, len(directory), len(directory), size, at, 0))


def copy_member(member: zipfile.ZipInfo, read, written) -> bytes:
    """Copies a member with a clean local header. Returns the entry of the member for the central directory."""
    flags, at = member.flag_bits, written.tell()
    if flags & ENCRYPTED and flags & SIZES_FOLLOW and member.compress_type != AES:
        # The time of the member cannot be removed, because the password check of ZipCrypto uses this time.
        raise Refused('ZipCrypto checks the password against the time of a member', 'wrong_password')
    flags &= ~SIZES_FOLLOW
    name = member.orig_filename.encode('utf-8' if flags & UTF8 else 'cp437')
    extra = kept_extras(member.extra)
    read.seek(member.header_offset)
    head = read.read(30)
    if head[:4] != LOCAL or len(head) < 30:
        raise Refused('a member is not at the offset that the directory declares')
    name_length, extra_length = struct.unpack_from('<HH', head, 26)
    read.seek(name_length + extra_length, 1)
    common = struct.pack('<HHH', member.extract_version, flags, member.compress_type) + EARLIEST
    common += struct.pack('<IIIHH', member.CRC, member.compress_size, member.file_size, len(name), len(extra))
    written.write(LOCAL + common + name + extra)
    left = member.compress_size
    while left > 0:
        piece = read.read(min(CHUNK, left))
        if not piece:
            raise Refused('a member is truncated')
        written.write(piece)
        left -= len(piece)
    made_by = struct.pack('<BB', member.create_version, member.create_system)
    # Of the attributes, only the permissions and the file type (folder or link) are kept.
    return DIRECTORY + made_by + common + struct.pack('<HHHII', 0, 0, 0, member.external_attr & 0xFFFF0010, at) + name + extra


def kept_extras(extra: bytes) -> bytes:
    found, at = b'', 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from('<HH', extra, at)
        if kind in EXTRAS_KEPT:
            found += extra[at:at + 4 + length]
        at += 4 + length
    return found


def traces_of_zip(file: str) -> list[str]:
    with open(file, 'rb') as stream:
        data = stream.read(MAX_HEADER)
        stream.seek(0, 2)
        tail = min(stream.tell(), 22)
        stream.seek(-tail, 2)
        end = stream.read()
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
    # An archive without a comment ends with the end record.
    found = ['an archive comment'] if end[:4] != END else []
    for member in members:
        if member.date_time != (1980, 1, 1, 0, 0, 0) or member.comment or member.extra != kept_extras(member.extra):
            found.append(f'time or comment of {member.filename}')
        if member.header_offset + 14 <= len(data) and data[member.header_offset + 10:member.header_offset + 14] != EARLIEST:
            found.append(f'time in the local header of {member.filename}')
    return found


def clean_file(step: dict, _: Notes) -> None:
    """Cleans a zip or gzip file. Copies an archive of any other format unchanged, because Protean itself has packed the
    archive without owners and with a fixed time."""
    if step['to'] == 'zip':
        clean_zip(step['input'], step['output'])
    elif step['to'] == 'gz':
        strip_gzip(step['input'], step['output'])
    else:
        shutil.copyfile(step['input'], step['output'])


def strip_gzip(source: str, result: str) -> None:
    with open(source, 'rb') as read, open(result, 'wb') as written:
        head = read.read(10)
        if head[:3] != b'\x1f\x8b\x08' or len(head) < 10:
            raise Refused('not gzip')
        flags = head[3]
        if flags & 4:
            read.seek(struct.unpack('<H', read.read(2))[0], 1)
        for flag in (8, 16):
            if flags & flag:
                while read.read(1) not in (b'\0', b''):
                    pass
        if flags & 2:
            read.seek(2, 1)
        written.write(b'\x1f\x8b\x08\0\0\0\0\0' + head[8:9] + b'\xff')
        shutil.copyfileobj(read, written, CHUNK)


def traces_of_file(step: dict) -> list[str]:
    kind, file = step['to'], step['output']
    if kind == 'zip':
        return traces_of_zip(file)
    if kind == '7z':
        return traces_of_7z(file, step['options'].get('password') or '?')
    with open(file, 'rb') as stream:
        head = stream.read(10)
    found = ['gzip header'] if head[:2] == b'\x1f\x8b' and (head[3] or any(head[4:8])) else []
    return found + (traces_of_tar(file, kind) if kind.startswith('tar') else [])


class Stream:
    """Presents an iterator over bytes as a file that can only be read forward."""

    def __init__(self, pieces):
        self.pieces, self.rest = iter(pieces), b''

    def read(self, size: int) -> bytes:
        while len(self.rest) < size:
            piece = next(self.pieces, None)
            if piece is None:
                break
            self.rest += piece
        found, self.rest = self.rest[:size], self.rest[size:]
        return found


def traces_of_tar(file: str, kind: str) -> list[str]:
    packing = kind.removeprefix('tar').removeprefix('.')
    found = []
    try:
        entries = binding.read_entries(file, ['raw'], [FILTERS[packing]] if packing else ['none'])
        pieces = (piece for entry in entries for piece in entry.read())
        with tarfile.open(fileobj=Stream(pieces), mode='r|') as archive:
            for member in archive:
                owners = member.uid or member.gid or member.uname or member.gname
                if owners or member.mtime != EPOCH or not PAX_KEPT.issuperset(member.pax_headers):
                    found.append(f'owner or time of {member.name}')
    except (tarfile.TarError, Unreadable) as error:
        found.append(f'a tar that cannot be inspected: {error}')
    return found


def traces_of_7z(file: str, password: str) -> list[str]:
    command = ['7zz', 'l', '-slt', '-ba', f'-p{password}', '--', file]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace', check=False)
    if done.returncode != 0:
        return ['an archive that cannot be inspected']
    found = []
    for line in done.stdout.splitlines():
        name, _, value = line.partition(' = ')
        if name in ('Modified', 'Created', 'Accessed', 'Comment') and value and not value.startswith('1980-01-01 00:00:00'):
            found.append(line)
    return found
