"""Writes the files into which a PDF is divided."""
import re
import subprocess
from dataclasses import dataclass

import pikepdf

from engines.tools.pikepdf.bookmarks import remove_dead_bookmarks

# Characters that a file name on a common system cannot contain.
FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')
MAX_NAME = 80


@dataclass(frozen=True)
class Part:
    # Name of the file, without its extension.
    name: str
    # Page numbers, from 1.
    pages: list[int]


def write_parts(source: str, folder: str, parts: list[Part], finish) -> None:
    """Writes a file for each part. `finish(source, result)` writes the final file."""
    with pikepdf.open(source) as pdf:
        has_bookmarks = '/Outlines' in pdf.Root or '/Dests' in pdf.Root or '/Names' in pdf.Root
    taken: set[str] = set()
    for part in parts:
        result = f'{folder}/{distinct(file_name(part.name), taken)}.pdf'
        extracted = f'{source}-part'
        extract(source, part.pages, extracted)
        if has_bookmarks:
            with pikepdf.open(extracted, allow_overwriting_input=True) as pdf:
                remove_dead_bookmarks(pdf)
                pdf.save(extracted, encryption=pdf.is_encrypted or False)
        finish(extracted, result)


def extract(source: str, pages: list[int], result: str) -> None:
    command = ['qpdf', source, '--pages', '.', ','.join(map(str, pages)), '--', result]
    status = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    if status not in (0, 3):
        raise SystemExit(f'qpdf failed with status {status}')


def file_name(text: str) -> str:
    name = ' '.join(FORBIDDEN.sub(' ', text).split()).strip('. ')
    while len(name.encode()) > MAX_NAME:
        name = name[:-1]
    return name.strip() or 'part'


def distinct(name: str, taken: set[str]) -> str:
    number, candidate = 1, name
    while candidate.lower() in taken:
        number += 1
        candidate = f'{name} ({number})'
    taken.add(candidate.lower())
    return candidate
