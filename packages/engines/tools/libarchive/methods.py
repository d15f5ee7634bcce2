"""Finds the unsupported compression methods of an archive, so that an intact archive is not reported as corrupt."""
import json
import os
import re
import subprocess
import zipfile

# Names of compression methods by their numbers in the zip specification (APPNOTE 4.4.5). For a compression method that
# is missing in this table, only the number of the method is reported.
ZIP_METHODS = {
    0: 'Store', 1: 'Shrink', **{2 + n: f'Reduce {1 + n}' for n in range(4)}, 6: 'Implode', 8: 'Deflate', 9: 'Deflate64',
    10: 'DCL Implode', 12: 'BZip2', 14: 'LZMA', 16: 'CMPSC', 18: 'TERSE', 19: 'LZ77', 93: 'Zstandard', 94: 'MP3', 95: 'XZ',
    96: 'JPEG', 97: 'WavPack', 98: 'PPMd', 99: 'AES',
}
# Compression methods of zip files that at least one reader supports.
ZIP_READ = {0, 1, 6, 8, 9, 12, 14, 93, 95, 98, 99}


def feature_of(reader: dict, file: str) -> str:
    """Returns the name of the unsupported feature that prevented `reader` from reading `file`."""
    if reader['tool'] == 'sevenzip':
        return named(reader['type'], methods_of_sevenzip(file, reader['type']))
    if reader['tool'] == 'unar':
        return named('rar' if is_rar(file) else 'archive', methods_of_unar(file))
    if any(name.startswith('zip') for name in reader.get('formats', ())):
        return zip_feature(file)
    return f'{"".join(reader.get("formats", ()))} {"".join(reader.get("filters", ()))} variant'


def named(kind: str, methods: list[str]) -> str:
    return f'{kind} method {", ".join(methods[:3])}' if methods else f'{kind} method'


def zip_feature(file: str) -> str:
    try:
        with zipfile.ZipFile(file) as archive:
            found = sorted({member.compress_type for member in archive.infolist()} - ZIP_READ)
    except (zipfile.BadZipFile, OSError, NotImplementedError):
        return 'zip method'
    return ', '.join(f'zip method {method} ({ZIP_METHODS.get(method, "unknown")})' for method in found[:3]) or 'zip method'


def needs_dictionary(file: str, filters: list[str]) -> bool:
    """Returns whether a Zstandard stream was compressed with a dictionary (RFC 8878, section 3.1.1.1.1.6)."""
    if 'zstd' not in filters:
        return False
    with open(file, 'rb') as stream:
        start = stream.read(5)
    return len(start) == 5 and start[:4] == b'\x28\xb5\x2f\xfd' and start[4] & 3 != 0


def is_rar(file: str) -> bool:
    with open(file, 'rb') as stream:
        return stream.read(4) == b'Rar!'


def methods_of_sevenzip(file: str, kind: str) -> list[str]:
    listing = listed(['7zz', f'-t{kind}', '-p?', 'l', '-slt', '--', file])
    return sorted(set(re.findall(r'^Method = (\S.*)$', listing, re.MULTILINE)))


def methods_of_unar(file: str) -> list[str]:
    try:
        contents = json.loads(listed(['lsar', '-j', '-nr', '-p', '?', file])).get('lsarContents', ())
    except ValueError:
        return []
    return sorted({str(member['XADCompressionName']) for member in contents if 'XADCompressionName' in member})


def listed(command: list[str]) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, env={**os.environ, 'LC_ALL': 'C.UTF-8'})
    return done.stdout.decode('utf-8', 'replace')
