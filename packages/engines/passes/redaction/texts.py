"""Removes matches from the texts that a PDF stores outside of its pages: bookmarks, comments, form values, names, links
and tags."""
from typing import Callable, Iterator

import pikepdf

from engines.passes.redaction.document import containers
from engines.passes.redaction.drawings import REPLACING
from engines.passes.redaction.finder import Finder, without

# The strings under the keys in `DATA` are data, not text.
DATA = ('/ID', '/Lookup', '/O', '/U', '/OE', '/UE', '/Perms', '/Contents ByteRange', '/CheckSum', '/Panose')


def redact_strings(pdf, finder: Finder) -> int:
    """Replaces the matches in all strings. Returns the number of changed strings."""
    places = list(strings(pdf))
    texts = [text for text, _ in places]
    changed = 0
    # Names of destinations must be unique, so the replacement must not make two different names equal.
    used: dict[str, str] = {}
    for (text, replace), matches in zip(places, finder.find(texts)):
        if matches:
            new = without(text, matches)
            if text not in used and new in used.values():
                new = f'{new} {len(used)}'
            replace(used.setdefault(text, new))
            changed += 1
    return changed


def strings(pdf) -> Iterator[tuple[str, Callable[[str], None]]]:
    """Yields each string of the file, and a function that replaces it."""
    for thing in [*containers(pdf), pdf.trailer]:
        for key, value in list(thing.items()):
            if key in DATA:
                continue
            if isinstance(value, pikepdf.String):
                yield text_of(value), setter(thing, key)
            elif isinstance(value, pikepdf.Array) and not value.is_indirect:
                yield from strings_of_array(value)
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Array):
            yield from strings_of_array(thing)


def strings_of_array(array) -> Iterator[tuple[str, Callable[[str], None]]]:
    for n, value in enumerate(array):
        if isinstance(value, pikepdf.String):
            yield text_of(value), setter(array, n)
        elif isinstance(value, pikepdf.Array) and not value.is_indirect:
            yield from strings_of_array(value)


def setter(holder, key) -> Callable[[str], None]:
    def replace(text: str) -> None:
        holder[key] = pikepdf.String(text)

    return replace


def text_of(value) -> str:
    """Decodes a string: as UTF-16 or UTF-8 if it has a byte order mark, otherwise in PDFDocEncoding."""
    data = bytes(value)
    if data[:2] == b'\xff\xfe':
        return data[2:].decode('utf-16-le', 'replace')
    if data[:3] == b'\xef\xbb\xbf':
        return data[3:].decode('utf-8', 'replace')
    return str(value)


def redact_names(pdf, finder: Finder) -> None:
    """Removes matching named destinations that are stored in the format of PDF 1.1. In PDF 1.1, the names of
    destinations are keys of a dictionary instead of strings."""
    names = pdf.Root.get('/Dests')
    if isinstance(names, pikepdf.Dictionary):
        keys = list(names.keys())
        for key, matches in zip(keys, finder.find([key[1:] for key in keys])):
            if matches:
                del names[key]


def redact_marked_content(pdf, finder: Finder) -> int:
    """Removes the comments of all content streams. If a replacement text (`/ActualText`, `/Alt`, `/E`) of a content
    stream matches, also removes all replacement texts of the stream. Returns the number of pages, forms, patterns and
    glyphs with a match."""
    found: list[tuple[object, str]] = []
    commented = []
    for holder, data in contents(pdf):
        if b'%' in data:
            commented.append(holder)
        if any(key.encode() in data for key in REPLACING):
            found += [(holder, text) for text in replacing_texts(holder)]
    matched = {}
    for (holder, _), matches in zip(found, finder.find([text for _, text in found])):
        if matches:
            matched[id(holder)] = holder
    for holder in [*matched.values(), *commented]:
        rewrite(pdf, holder, id(holder) in matched)
    return len(matched)


def contents(pdf) -> Iterator[tuple[object, bytes]]:
    """Yields each page, form, pattern and glyph with its content."""
    for page in (one.obj for one in pdf.pages):
        yield page, joined(page)
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and (thing.get('/Subtype') == '/Form' or thing.get('/PatternType') == 1):
            yield thing, readable(thing)
        elif isinstance(thing, pikepdf.Dictionary) and isinstance(thing.get('/CharProcs'), pikepdf.Dictionary):
            for _, glyph in thing['/CharProcs'].items():
                if isinstance(glyph, pikepdf.Stream):
                    yield glyph, readable(glyph)


def joined(page) -> bytes:
    content = page.get('/Contents')
    parts = content if isinstance(content, pikepdf.Array) else [content]
    return b'\n'.join(readable(part) for part in parts if isinstance(part, pikepdf.Stream))


def readable(stream) -> bytes:
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return b''


def replacing_texts(holder) -> Iterator[str]:
    for instruction in pikepdf.parse_content_stream(holder, 'BDC DP'):
        for operand in instruction.operands:
            if isinstance(operand, pikepdf.Dictionary):
                yield from (text_of(operand[key]) for key in REPLACING if isinstance(operand.get(key), pikepdf.String))


def rewrite(pdf, holder, drops_texts: bool) -> None:
    """Rewrites a content stream without its comments. With `drops_texts`, also removes the replacement texts."""
    instructions = []
    for instruction in pikepdf.parse_content_stream(holder):
        if drops_texts and str(instruction.operator) in ('BDC', 'DP'):
            for operand in instruction.operands:
                if isinstance(operand, pikepdf.Dictionary):
                    for key in REPLACING:
                        if key in operand:
                            del operand[key]
        instructions.append(instruction)
    content = pikepdf.unparse_content_stream(instructions)
    if isinstance(holder, pikepdf.Stream):
        holder.write(content)
    else:
        holder['/Contents'] = pdf.make_stream(content)
