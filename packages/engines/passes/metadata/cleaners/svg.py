"""Cleans SVG drawings: removes data about programs and people, hidden data of editors, and comments. Cleans embedded
pictures."""
import gzip
import re

from engines.passes.metadata.cleaners import markup
from engines.passes.metadata.cleaners.markup import DROP, local, local_of
from engines.passes.metadata.cleaners.notes import Notes, Refused

# Namespaces of data that only editors read.
EDITORS = re.compile(
    r'inkscape\.org|sodipodi|creativecommons\.org|web\.resource\.org/cc|purl\.org/dc/|rdf-syntax-ns|ns\.adobe\.com|adobe:ns:|bohemiancoding'
    r'|figma\.com|serif\.com|svgjs|boxy-svg|vectornator|c2pa\.org'
)
SAYS_PROGRAM = re.compile(r'\b(created|generated|made|exported|produced)\s+(with|by|in|using)\b', re.IGNORECASE)
MAX_UNPACKED = 192 * 1024 * 1024


class DrawingRules(markup.Rules):
    def __init__(self, text: str, notes: Notes):
        self.notes = notes
        self.prefixes = {prefix for prefix, space in markup.declared(text) if EDITORS.search(space)}

    def element(self, name: str, attributes: dict[str, str]):
        prefix = name.rpartition(':')[0]
        if local(name) == 'metadata' or prefix in self.prefixes:
            self.notes.credentials |= name.startswith('c2pa:')
            return DROP
        return None

    def attribute(self, element: str, name: str, value: str) -> str | None:
        prefix, _, kind = name.rpartition(':')
        if prefix in self.prefixes or (prefix == 'xmlns' and kind in self.prefixes) or name.startswith('data-'):
            return None
        if local(name) == 'href':
            return markup.with_clean_pictures(value, self.notes)
        return value

    def keeps_instruction(self, text: str) -> bool:
        return text.startswith('xml-stylesheet')


DESCRIPTION = re.compile(r'<desc(?:\s[^>]*)?>([^<]{0,300})</desc>\s*')


def clean(data: bytes, notes: Notes) -> bytes:
    text = markup.without_entities(markup.decoded(data))
    text = DESCRIPTION.sub(lambda match: '' if SAYS_PROGRAM.search(match[1]) else match[0], text)
    return markup.rewrite(text.encode('latin-1'), DrawingRules(text, notes))


def traces(data: bytes) -> list[str]:
    reader = markup.Reader(data).read()
    found = ['a comment'] if reader.comments else []
    found += [f'namespace {space}' for space in reader.namespaces if EDITORS.search(space)]
    for element, attributes, texts in reader.elements:
        if local_of(element) == 'metadata':
            found.append('<metadata>')
        if local_of(element) == 'desc' and SAYS_PROGRAM.search(''.join(texts)):
            found.append('<desc>')
        for value in attributes.values():
            found += markup.traces_of_data_uris(value)
    return found


def clean_file(step: dict, notes: Notes) -> None:
    with open(step['input'], 'rb') as source:
        data = source.read()
    is_packed = data[:2] == b'\x1f\x8b'
    if is_packed:
        data = unpacked(step['input'])
    cleaned = clean(data, notes)
    with open(step['output'], 'wb') as result:
        result.write(gzip.compress(cleaned, mtime=0) if is_packed else cleaned)


def unpacked(file: str) -> bytes:
    try:
        with gzip.open(file) as stream:
            data = stream.read(MAX_UNPACKED + 1)
    except (OSError, EOFError, ValueError) as error:
        raise Refused(f'not gzip: {error}') from error
    if len(data) > MAX_UNPACKED:
        raise Refused('a drawing is too large', 'too_complex')
    return data


def traces_of_file(step: dict) -> list[str]:
    with open(step['output'], 'rb') as result:
        data = result.read()
    return traces(unpacked(step['output']) if data[:2] == b'\x1f\x8b' else data)
