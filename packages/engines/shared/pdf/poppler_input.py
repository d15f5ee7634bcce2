"""Prepares PDFs for Poppler. Without this preparation, Poppler 25 would stop reading a page at a compressed empty
stream, and the rest of the page would be missing."""
import mmap
import os
import re
import subprocess

# Matches an empty stream. In an encrypted file, even an empty stream contains some bytes before decryption, so the
# pattern also matches an encrypted file.
EMPTY = re.compile(rb'stream\r?\n(?:\r?\n)?endstream|/Encrypt\b')


def poppler_input(file: str, folder: str) -> str:
    """Returns `file`, or the path of a copy in `folder`, in which each page has a single content stream. Returns `file`
    if qpdf cannot read the PDF, because Poppler may still be able to read it."""
    if not has_empty_stream(file):
        return file
    copy = os.path.join(folder, f'coalesced-{os.path.basename(file)}')
    command = ['qpdf', '--decrypt', '--coalesce-contents', '--no-warn', '--warning-exit-0', file, copy]
    return copy if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode == 0 else file


def has_empty_stream(file: str) -> bool:
    if os.path.getsize(file) == 0:
        return False
    with open(file, 'rb') as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return EMPTY.search(data) is not None
