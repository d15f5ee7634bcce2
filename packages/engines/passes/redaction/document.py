"""Prepares a PDF for the search: removes the parts of the file that belong to no page and may repeat redacted
content."""
from typing import Iterator

import pikepdf

from engines.passes.redaction.drawings import REPLACING
from engines.passes.redaction.jpeg import without_metadata

# Keys that are removed from every object: metadata, private data of programs, previews, scripts and links to other
# files.
ANYWHERE = ('/Metadata', '/PieceInfo', '/Thumb', '/LastModified', '/AA', '/AF', '/Alternates', '/OPI', '/Measure', '/PtData', '/VP')
OF_CATALOG = ('/SpiderInfo', '/Legal', '/Perms', '/DSS', '/Collection', '/Threads', '/Requirements', '/Extensions')
OF_NAMES = ('/EmbeddedFiles', '/JavaScript', '/AlternatePresentations', '/Renditions', '/IDS', '/URLS', '/Templates')
OF_FORM = ('/XFA', '/CO', '/SigFlags')
# Types of annotations that contain files. Annotations with files are removed, because files are not searched.
WITH_FILES = ('/FileAttachment', '/Sound', '/Movie', '/Screen', '/RichMedia', '/3D', '/Projection')
# Link actions that are kept.
KEPT_ACTIONS = ('/GoTo', '/URI', '/Named')
HIDDEN = 2 | 32
# During the search, the layers of the PDF are stored under KEPT_LAYERS instead of LAYERS. Without layers, all
# content is visible, so hidden layers are searched too.
LAYERS, KEPT_LAYERS = '/OCProperties', '/LayersDuringRedaction'


def prepare(pdf) -> list[str]:
    """Removes the parts of the document that a redacted PDF must not contain. Returns the names of the removed
    parts."""
    removed: list[str] = []
    root = pdf.Root
    names = root.get('/Names')
    if isinstance(names, pikepdf.Dictionary):
        if '/EmbeddedFiles' in names:
            removed.append('attachments')
        if '/JavaScript' in names:
            removed.append('scripts')
        remove(names, OF_NAMES)
    if '/Metadata' in root or '/Info' in pdf.trailer:
        removed.append('metadata')
    if '/Info' in pdf.trailer:
        del pdf.trailer['/Info']
    remove(root, OF_CATALOG)
    form = root.get('/AcroForm')
    if isinstance(form, pikepdf.Dictionary):
        if '/XFA' in form:
            removed.append('XFA form')
        remove(form, OF_FORM)
    removed += remove_annotations(pdf)
    for thing in containers(pdf):
        removed += clean(thing)
        if isinstance(thing, pikepdf.Stream) and is_jpeg(thing):
            clean_picture(thing)
    opening = root.get('/OpenAction')
    if isinstance(opening, pikepdf.Dictionary) and not is_kept_action(opening):
        del root['/OpenAction']
        removed.append('scripts')
    if LAYERS in root:
        root[KEPT_LAYERS] = root[LAYERS]
        del root[LAYERS]
    return list(dict.fromkeys(removed))


def restore_layers(pdf) -> None:
    if KEPT_LAYERS in pdf.Root:
        pdf.Root[LAYERS] = pdf.Root[KEPT_LAYERS]
        del pdf.Root[KEPT_LAYERS]


def remove(thing, keys) -> None:
    for key in keys:
        if key in thing:
            del thing[key]


def remove_annotations(pdf) -> list[str]:
    """Removes annotations that contain files, and hidden annotations other than form fields, popups and links. Gives
    every remaining annotation an object number. Returns the kinds of removed annotations."""
    removed = []
    for page in (one.obj for one in pdf.pages):
        notes = page.get('/Annots')
        if not isinstance(notes, pikepdf.Array):
            continue
        kept = []
        for note in notes:
            if not isinstance(note, pikepdf.Dictionary):
                continue
            if note.get('/Subtype') in WITH_FILES:
                removed.append('attachments')
            elif int(note.get('/F', 0)) & HIDDEN and note.get('/Subtype') not in ('/Widget', '/Popup', '/Link'):
                removed.append('hidden comments')
            else:
                kept.append(note if note.is_indirect else pdf.make_indirect(note))
        page['/Annots'] = pikepdf.Array(kept)
    return removed


def clean(thing) -> list[str]:
    removed = []
    remove(thing, ANYWHERE)
    for key in ('/A', '/Next'):
        action = thing.get(key)
        if isinstance(action, pikepdf.Dictionary) and '/S' in action and not is_kept_action(action):
            del thing[key]
            removed.append('scripts')
    if thing.get('/FT') == '/Sig' and '/V' in thing:
        del thing['/V']
        removed.append('signatures')
    # Removes the content of an attached file. Any object may refer to an attached file.
    if '/EF' in thing:
        del thing['/EF']
    return removed


def is_jpeg(stream) -> bool:
    filters = stream.get('/Filter')
    if isinstance(filters, pikepdf.Array):
        return len(filters) == 1 and filters[0] == '/DCTDecode'
    return filters == '/DCTDecode'


def clean_picture(picture) -> None:
    data = picture.read_raw_bytes()
    cleaned = without_metadata(data)
    if len(cleaned) != len(data):
        picture.write(cleaned, filter=pikepdf.Name.DCTDecode, decode_parms=picture.get('/DecodeParms'))


def is_kept_action(action) -> bool:
    return action.get('/S') in KEPT_ACTIONS


def containers(pdf) -> Iterator:
    """Returns all dictionaries and streams of the file, including dictionaries and streams inside other objects."""
    for thing in pdf.objects:
        yield from inside(thing)


def inside(thing) -> Iterator:
    """Returns the dictionaries and streams inside an object, and the object itself. References to indirect objects are
    not followed."""
    waiting = [thing]
    first = True
    while waiting:
        one = waiting.pop()
        if not first and isinstance(one, pikepdf.Object) and one.is_indirect:
            continue
        first = False
        if isinstance(one, (pikepdf.Dictionary, pikepdf.Stream)):
            yield one
            waiting += [value for _, value in one.items()]
        elif isinstance(one, pikepdf.Array):
            waiting += list(one)


def clean_tags(pdf, pages: list) -> None:
    """Removes the texts of each tag that belongs to a redacted page or to no page."""
    redacted = {page.objgen for page in pages}
    for thing in containers(pdf):
        if '/S' in thing and '/P' in thing and any(key in thing for key in (*REPLACING, '/T')):
            page = thing.get('/Pg')
            if page is None or page.objgen in redacted:
                remove(thing, (*REPLACING, '/T'))
