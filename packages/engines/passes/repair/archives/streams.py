"""Decompresses a file up to the damage, and compresses the data again."""
import bz2
import lzma
import os
import zlib
import subprocess

from engines.passes.repair.archives import tapes
from engines.passes.repair.outcome import NothingLeft, TooMuch, most_bytes

# Flags of bsdtar by compression.
FILTERS = {
    'gz': '--gzip', 'bz2': '--bzip2', 'xz': '--xz', 'zst': '--zstd', 'lz4': '--lz4', 'lz': '--lzip', 'lzma': '--lzma',
    'z': '--compress',
}

READERS = {
    'gz': lambda: zlib.decompressobj(31), 'bz2': bz2.BZ2Decompressor, 'xz': lzma.LZMADecompressor,
    'lzma': lzma.LZMADecompressor,
}
BROKEN = (zlib.error, lzma.LZMAError, OSError, EOFError)
# Number of bytes per piece. Small pieces limit the loss, because a damaged piece is lost completely.
PIECE = 1 << 10


def repair(step) -> str:
    kind = step['from'].removeprefix('tar.')
    raw = os.path.join(step['work'], 'raw')
    size = unpack(step['input'], raw, kind)
    saved = f'{size} bytes'
    if kind != step['from']:
        os.rename(raw, f'{raw}.cut')
        files = tapes.copied(f'{raw}.cut', raw)
        saved = f'{files} file{"" if files == 1 else "s"}'
    options = ['--options', 'gzip:!timestamp'] if kind == 'gz' else []
    packing = ['bsdtar', '--format', 'raw', FILTERS[kind], *options, '-cf', step['output'], '-C', step['work'], 'raw']
    subprocess.run(packing, check=True)
    os.remove(raw)
    return saved


def read(name: str, out, reader_of) -> str:
    """Decompresses all concatenated streams and writes the decompressed data to `out`. Returns the reason why the
    decompression stopped."""
    size, most = 0, most_bytes(os.path.getsize(name))
    with open(name, 'rb') as file:
        reader, piece = reader_of(), file.read(PIECE)
        while piece:
            try:
                part = reader.decompress(piece)
            except BROKEN as error:
                return str(error)
            out.write(part)
            size += len(part)
            if size > most:
                raise TooMuch('result_too_large')
            piece = file.read(PIECE)
            if reader.eof:
                piece, reader = reader.unused_data + piece, reader_of()
    return 'it is empty'


def unpack(name: str, result: str, kind: str) -> int:
    """Decompresses the file `name` up to the damage, and writes the data to the file `result`. Returns the number of
    decompressed bytes."""
    with open(result, 'wb') as out:
        if kind in READERS:
            why = read(name, out, READERS[kind])
        else:
            # libarchive is used only for formats without a Python reader, because it loses buffered data when it fails.
            reading = subprocess.run(['bsdcat', name], stdout=out, stderr=subprocess.PIPE, check=False)
            why = reading.stderr.decode('utf-8', 'replace')[-500:]
    size = os.path.getsize(result)
    if size > most_bytes(os.path.getsize(name)):
        raise TooMuch('result_too_large')
    if size == 0:
        raise NothingLeft(why)
    return size
