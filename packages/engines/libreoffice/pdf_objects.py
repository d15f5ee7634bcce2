"""Packs the objects of a finished PDF into streams: tags are thousands of small ones, most of the file while each stands alone."""
import os
import subprocess

QPDF = '/usr/bin/qpdf'
# qpdf warns with 3 about what it repaired.
DONE = (0, 3)


def pack(file: str) -> None:
    """Rewrites the file in place. It stays as it is where qpdf is not installed, fails, or makes it no smaller."""
    packed = f'{file}.packed'
    if not os.path.exists(QPDF):
        return
    command = [QPDF, '--object-streams=generate', '--deterministic-id', file, packed]
    # It says what it repaired, and errors of the office's own file are none of the caller's.
    status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    if status in DONE and os.path.getsize(packed) < os.path.getsize(file):
        os.replace(packed, file)
    elif os.path.exists(packed):
        os.remove(packed)
