"""Checks whether a PDF follows the rules of PDF/UA-1 (ISO 14289-1) that a program can check. docs/pdfua.md lists these
rules."""
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pikepdf

from engines.shared.pdf.accessible_content import unmarked_pages, used_fonts
from engines.shared.pdf.objects import containers, get, has_members, listed, name_of
from engines.shared.pdf.structure_tree import STANDARD, Element, elements_of, roles_of, standard_kind

TITLE = './/{http://purl.org/dc/elements/1.1/}title'
PART = '{http://www.aiim.org/pdfua/ns/id/}part'
# Maps each type of element that needs a certain parent to the types that its parent may have.
PARENTS = {
    'TR': ('Table', 'THead', 'TBody', 'TFoot'), 'THead': ('Table',), 'TBody': ('Table',), 'TFoot': ('Table',), 'TH': ('TR',),
    'TD': ('TR',), 'LI': ('L',), 'LBody': ('LI',), 'TOCI': ('TOC',),
}
CHILDREN = {
    'Table': ('TR', 'THead', 'TBody', 'TFoot', 'Caption'), 'THead': ('TR',), 'TBody': ('TR',), 'TFoot': ('TR',), 'TR': ('TH', 'TD'),
    'L': ('L', 'LI', 'Caption'), 'LI': ('Lbl', 'LBody'), 'TOC': ('TOC', 'TOCI', 'Caption'),
}
# Matches a language tag, or an empty string, which means an unknown language.
LANGUAGE = re.compile(r'(?:[A-Za-z]{2,3}|[A-Za-z]{4,8}|[xi])(?:-[A-Za-z0-9]{1,8})*|')
NEEDS_NO_FONT_FILE = ('/Type3', '/Type0')


@dataclass(frozen=True)
class Problem:
    # Clause of ISO 14289-1.
    clause: str
    what: str


def problems(pdf, identified: bool = True) -> list[Problem]:
    """Returns each violated rule once. With `identified`, the file must also declare itself as PDF/UA."""
    found = [*document_problems(pdf, identified), *structure_problems(pdf), *annotation_problems(pdf), *object_problems(pdf), *font_problems(pdf)]
    pages = unmarked_pages(pdf)
    if pages:
        found.append(Problem('7.1', f'content without tags is not marked as an artifact on {len(pages)} pages'))
    return list(dict.fromkeys(found))


def document_problems(pdf, identified: bool) -> Iterator[Problem]:
    root = pdf.Root
    packet = packet_of(pdf)
    if identified and not states_part(packet):
        yield Problem('5', 'the metadata does not state that the file is PDF/UA-1')
    if '/StructTreeRoot' not in root:
        yield Problem('7.1', 'the file has no tags')
    marks = get(root, '/MarkInfo')
    if get(marks, '/Marked') is not True:
        yield Problem('7.1', 'the file is not marked as tagged')
    if get(marks, '/Suspects') is True:
        yield Problem('7.1', 'the tags are marked as uncertain')
    title = packet.find(TITLE) if packet is not None else None
    if title is None or not ''.join(title.itertext()).strip():
        yield Problem('7.1', 'the title is missing in the metadata')
    if get(get(root, '/ViewerPreferences'), '/DisplayDocTitle') is not True:
        yield Problem('7.1', 'readers show the file name instead of the title')
    if has_members(get(root, '/AcroForm')) and is_dynamic(get(root.AcroForm, '/XFA')):
        yield Problem('7.15', 'the file has a dynamic XFA form')
    if pdf.is_encrypted and not pdf.allow.accessibility:
        yield Problem('7.16', 'the encryption does not allow assistive technology')
    layers = get(root, '/OCProperties')
    for one in [get(layers, '/D'), *listed(get(layers, '/Configs'))]:
        if has_members(one) and (not str(get(one, '/Name', '')).strip() or '/AS' in one):
            yield Problem('7.10', 'a configuration of layers has no name, or sets layers automatically')


def packet_of(pdf):
    metadata = get(pdf.Root, '/Metadata')
    try:
        return ElementTree.fromstring(metadata.read_bytes()) if isinstance(metadata, pikepdf.Stream) else None
    except ElementTree.ParseError:
        return None


def states_part(packet) -> bool:
    if packet is None:
        return False
    values = [one.get(PART) for one in packet.iter()] + [one.text for one in packet.iter(PART)]
    return '1' in [value.strip() for value in values if value]


def is_dynamic(xfa) -> bool:
    streams = [one for one in (listed(xfa) if isinstance(xfa, pikepdf.Array) else [xfa]) if isinstance(one, pikepdf.Stream)]
    return any(b'dynamicRender>required' in one.read_bytes().replace(b' ', b'') for one in streams)


def structure_problems(pdf) -> Iterator[Problem]:
    roles = roles_of(pdf)
    if any(kind in STANDARD for kind in roles if roles[kind] != kind):
        yield Problem('7.1', 'a standard type of tags has another role')
    elements = elements_of(pdf)
    if any(standard_kind(name_of(get(one.node, '/S'))[1:], roles) is None for one in elements):
        yield Problem('7.1', 'a type of tags has no standard role')
    language = str(get(pdf.Root, '/Lang', ''))
    if not language.strip() and any(one.has_content and not one.inherited('/Lang') for one in elements):
        yield Problem('7.2', 'the language of the text is not stated')
    if not LANGUAGE.fullmatch(language) or not all(LANGUAGE.fullmatch(one.text('/Lang')) for one in elements):
        yield Problem('7.2', 'a stated language is not a language tag')
    for one in elements:
        yield from element_problems(one)
    yield from missing_texts(elements)
    notes = Counter(one.text('/ID') for one in elements if one.kind == 'Note')
    if any(not key or count > 1 for key, count in notes.items()):
        yield Problem('7.9', 'a note has no unique identifier')
    yield from heading_problems([one.kind for one in elements])


def element_problems(one: Element) -> Iterator[Problem]:
    parent = one.parent.kind if one.parent else ''
    if one.kind in PARENTS and parent not in PARENTS[one.kind]:
        yield Problem('7.2', f'{one.kind} is not in {" or ".join(PARENTS[one.kind])}')
    allowed = CHILDREN.get(one.kind)
    if allowed and any(child.kind not in allowed for child in one.children):
        yield Problem('7.2', f'{one.kind} contains an element other than {", ".join(allowed)}')
    kinds = [child.kind for child in one.children]
    if one.kind == 'Table' and (kinds.count('THead') > 1 or kinds.count('TFoot') > 1 or kinds.count('Caption') > 1):
        yield Problem('7.2', 'a table has several heads, feet or captions')
    if one.kind == 'TH' and one.attribute('/Scope') is None and not one.text('/ID'):
        yield Problem('7.5', 'the head of a table row or column has no scope')
    if one.kind == 'L' and any(child.kind == 'LI' and any(part.kind == 'Lbl' for part in child.children) for child in one.children):
        if one.attribute('/ListNumbering') is None:
            yield Problem('7.6', 'a list with labels does not state its numbering')


def missing_texts(elements: list[Element]) -> Iterator[Problem]:
    for kind, clause in (('Figure', '7.3'), ('Formula', '7.7')):
        count = sum(1 for one in elements if one.kind == kind and not (one.text('/Alt') or one.text('/ActualText')))
        name = kind.lower()
        if count:
            yield Problem(clause, f'a {name} has no alternative text' if count == 1 else f'{count} {name}s have no alternative text')


def heading_problems(kinds: list[str]) -> Iterator[Problem]:
    levels = [int(kind[1]) for kind in kinds if len(kind) == 2 and kind[0] == 'H' and kind[1].isdigit()]
    if levels and 'H' in kinds:
        yield Problem('7.4', 'headings with and without levels are mixed')
    if any(level > before + 1 for before, level in zip([0, *levels], levels)):
        yield Problem('7.4', 'a level of headings is skipped')


def annotation_problems(pdf) -> Iterator[Problem]:
    holders = {note.objgen: one for one in elements_of(pdf) for note in one.annotations}
    for page in pdf.pages:
        notes = [note for note in listed(get(page.obj, '/Annots')) if has_members(note)]
        if notes and get(page.obj, '/Tabs') != '/S':
            yield Problem('7.18', 'the tab order of a page with comments, links or fields is not that of the tags')
        for note in notes:
            yield from note_problems(note, holders.get(note.objgen))


def note_problems(note, holder: Element | None) -> Iterator[Problem]:
    kind = name_of(get(note, '/Subtype'))
    if kind == '/TrapNet':
        yield Problem('7.18', 'a trap network is not allowed')
    if kind in ('/Popup', '/PrinterMark', '/TrapNet') or int(get(note, '/F', 0)) & 2:
        return
    wanted = {'/Widget': 'Form', '/Link': 'Link'}.get(kind, 'Annot')
    if holder is None or not is_in(holder, wanted):
        yield Problem('7.18', f'a {"form field" if wanted == "Form" else wanted.lower()} is not in a tag {wanted}')
    described = holder is not None and holder.inherited('/Alt')
    if kind == '/Widget':
        parent = get(note, '/Parent')
        if not (described or str(get(note, '/TU', get(parent, '/TU', '')))):
            yield Problem('7.18', 'a form field has no description')
    elif kind == '/Link':
        if not str(get(note, '/Contents', '')):
            yield Problem('7.18', 'a link has no description')
    elif not (described or str(get(note, '/Contents', ''))):
        yield Problem('7.18', 'a comment has no description')


def is_in(element: Element | None, kind: str) -> bool:
    while element is not None:
        if element.kind == kind:
            return True
        element = element.parent
    return False


def object_problems(pdf) -> Iterator[Problem]:
    for thing in containers(pdf):
        if not has_members(thing):
            continue
        if has_members(get(thing, '/EF')) and ('/F' not in thing or '/UF' not in thing):
            yield Problem('7.11', 'an attached file has no name')
        if get(thing, '/Subtype') == '/Form' and '/Ref' in thing:
            yield Problem('7.20', 'a page refers to content in another file')


def font_problems(pdf) -> Iterator[Problem]:
    for font in used_fonts(pdf):
        inner = [one for one in listed(get(font, '/DescendantFonts')) if has_members(one)]
        if any(lacks_file(one) for one in [font, *inner]):
            yield Problem('7.21', 'a font is not embedded')


def lacks_file(font) -> bool:
    if name_of(get(font, '/Subtype')) in NEEDS_NO_FONT_FILE:
        return False
    descriptor = get(font, '/FontDescriptor')
    return not any(key in descriptor for key in ('/FontFile', '/FontFile2', '/FontFile3')) if has_members(descriptor) else True
