"""Replaces the timestamps and random ids in a finished file, so that equal inputs produce identical results."""
import hashlib
import json
import os
import re
import subprocess
import sys

from engines.shared.runner import zip_times

# Matches a date in a PDF. The replacement 1980-01-01 has the same number of digits as the date.
PDF_DATE = re.compile(rb'(/(?:CreationDate|ModDate)\s*\(D:)\d{14}')
PDF_ID = re.compile(rb'(/ID\s*\[\s*<)([0-9A-Fa-f]{32})(>\s*<)([0-9A-Fa-f]{32})(>)')
PDF_SUM = re.compile(rb'(/DocChecksum\s*/)[0-9A-Fa-f]{32}')
# Matches the type of a stream that contains compressed objects.
OBJECT_STREAM = re.compile(rb'/Type\s*/ObjStm\b')
POSTSCRIPT_DATE = re.compile(rb'(%%CreationDate: )\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}')
# Number of bytes at the start of a PostScript file that are searched for the date.
HEAD = 4096


def normalize(file: str) -> None:
    """Rewrites the file in place, with fixed dates and ids. Formats without timestamps and ids stay unchanged."""
    with open(file, 'rb') as stream:
        mark = stream.read(4)
    if mark == b'PK\3\4':
        zip_times.reset(file)
    elif mark == b'%PDF':
        rewrite(file, normalized_pdf)
    elif mark == b'%!PS':
        rewrite(file, lambda data: POSTSCRIPT_DATE.sub(rb'\g<1>Tue Jan  1 00:00:00 1980', data[:HEAD]) + data[HEAD:])


def normalized_pdf(data: bytes) -> bytes:
    """Returns the file with fixed dates, and with a hash of the content as its id. The length of the file stays the
    same, so all offsets stay valid."""
    bare = PDF_DATE.sub(rb'\g<1>19800101000000', data)
    name = hashlib.md5(PDF_SUM.sub(b'', PDF_ID.sub(b'', bare))).hexdigest().upper().encode()
    summed = PDF_SUM.sub(rb'\g<1>' + name, bare)
    return PDF_ID.sub(rb'\g<1>' + name + rb'\g<3>' + name + rb'\g<5>', summed)


def rewrite(file: str, change) -> None:
    with open(file, 'r+b') as stream:
        data = change(stream.read())
        stream.seek(0)
        stream.write(data)


def decompress_objects(file: str) -> None:
    """Rewrites a PDF without object streams. cairo 1.18 writes dates into a compressed object stream, so the length of
    the stream depends on the dates."""
    with open(file, 'rb') as stream:
        data = stream.read()
    if not data.startswith(b'%PDF') or not OBJECT_STREAM.search(data):
        return
    plain = f'{file}.plain'
    status = subprocess.run(['qpdf', '--object-streams=disable', file, plain], stdin=subprocess.DEVNULL, check=False).returncode
    if status != 0:
        sys.exit(f'qpdf failed with status {status}')
    os.replace(plain, file)


if __name__ == '__main__':
    result = json.loads(sys.argv[1])['output']
    decompress_objects(result)
    normalize(result)
