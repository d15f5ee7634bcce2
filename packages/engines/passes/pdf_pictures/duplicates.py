"""Merges identical pictures, fonts, character maps and colour profiles of a PDF. Merged PDF files often contain
duplicate pictures and fonts."""
import hashlib
from collections import defaultdict

import pikepdf

from engines.passes.pdf_pictures.uses import Id
from engines.shared.pdf.objects import containers, get, has_members, is_container, items, name_of

# Subtypes of pictures and of font programs. Font programs of other types are recognized by their key `/Length1`, and
# colour profiles by their key `/N`. Forms are not merged, because programs that fill in a form edit the appearance of a
# single field.
MERGED = frozenset({'/Image', '/Type1C', '/CIDFontType0C', '/OpenType'})


def merge(pdf) -> None:
    """Makes all references to identical streams refer to the same stream."""
    merged: dict[Id, pikepdf.Stream] = {}
    # Pictures may become identical when their masks or profiles are merged, so the loop repeats until it finds no
    # duplicates.
    while same := duplicates(pdf, merged):
        merged.update(same)
        for thing in containers(pdf):
            for key, value in items(thing):
                if is_container(value) and value.is_indirect and value.objgen in same:
                    thing[key] = same[value.objgen]


def duplicates(pdf, merged: dict[Id, pikepdf.Stream]) -> dict[Id, pikepdf.Stream]:
    """Finds streams that repeat an earlier stream and are not yet merged. Returns a map from the id of each repeated
    stream to the earlier stream."""
    by_length = defaultdict(list)
    for stream in mergeable(pdf):
        if stream.objgen not in merged:
            by_length[get(stream, '/Length', 0)].append(stream)
    same, first = {}, {}
    for streams in by_length.values():
        for stream in streams if len(streams) > 1 else []:
            known = first.setdefault(fingerprint(stream), stream)
            if known is not stream:
                same[stream.objgen] = known
    return same


def mergeable(pdf) -> list[pikepdf.Stream]:
    streams: dict[Id, pikepdf.Stream] = {}
    for thing in pdf.objects:
        if not has_members(thing):
            continue
        if isinstance(thing, pikepdf.Stream):
            if name_of(get(thing, '/Subtype')) in MERGED or '/Length1' in thing or '/N' in thing:
                streams[thing.objgen] = thing
        elif isinstance(get(thing, '/ToUnicode'), pikepdf.Stream):
            streams[thing['/ToUnicode'].objgen] = thing['/ToUnicode']
    return list(streams.values())


def fingerprint(stream) -> tuple:
    """Returns a value that is equal for streams with the same content and the same members."""
    members = tuple((key, value.unparse() if isinstance(value, pikepdf.Object) else repr(value)) for key, value in sorted(items(stream)))
    return hashlib.sha256(stream.read_raw_bytes()).digest(), members
