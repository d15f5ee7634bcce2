"""Cleans PDFs: removes times and the names of people and programs from the document, its pages, comments and pictures.
The content of the pages stays unchanged."""
import json
import re
import sys
import zlib

import pikepdf

from engines.passes.metadata import runner
from engines.passes.metadata.cleaners import pictures
from engines.passes.metadata.cleaners.notes import Notes, Refused
from engines.shared.pdf.objects import containers, get, has_members, listed, name_of
from engines.shared.runner import reproducible

# Keys that are removed from every object: XMP packets, private data of programs, page thumbnails, and times.
ANYWHERE = ('/Metadata', '/PieceInfo', '/LastModified', '/Thumb', '/CreatorInfo', '/DSS', '/SpiderInfo', '/Legal')
OF_ANNOTATIONS = ('/T', '/M', '/CreationDate', '/NM')
OF_SIGNATURES = ('/Name', '/M', '/Location', '/Reason', '/ContactInfo', '/Cert', '/Prop_Build', '/Contents')
OF_FILES = ('/CreationDate', '/ModDate', '/Mac', '/CheckSum')
MAX_PICTURE = 256 * 1024 * 1024
PACKETS = re.compile(rb'<x:xmpmeta|http://ns\.adobe\.com/xap/1\.0/|http://ns\.adobe\.com/pdf/1\.3/|W5M0MpCehiHzreSzNTczkc9d')


def clean(step: dict, notes: Notes) -> None:
    try:
        with pikepdf.open(step['input']) as pdf:
            if pdf.is_encrypted:
                raise Refused('the PDF is encrypted', 'password_required')
            clean_root(pdf, notes)
            for thing in list(containers(pdf)):
                if has_members(thing):
                    clean_object(thing, notes)
            for key in ('/Info', '/ID'):
                if key in pdf.trailer:
                    del pdf.trailer[key]
            # Old readers do not support object streams, so the result has them only if the source has them.
            pdf.save(step['output'], object_stream_mode=pikepdf.ObjectStreamMode.preserve)
    except pikepdf.PasswordError as error:
        raise Refused(str(error), 'password_required') from error
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        raise Refused(f'pikepdf: {error}', 'damaged') from error
    # Replaces the identifier with an identifier that is derived only from the content.
    reproducible.normalize(step['output'])


def clean_root(pdf, notes: Notes) -> None:
    root = pdf.Root
    if '/Perms' in root:
        del root['/Perms']
    form = get(root, '/AcroForm')
    # Rewriting the file invalidates its signatures.
    if has_members(form) and '/SigFlags' in form:
        del form['/SigFlags']
    files = get(root, '/AF')
    if files is not None:
        kept = [file for file in listed(files) if not is_manifest(file)]
        if len(kept) != len(listed(files)):
            notes.credentials = True
            root['/AF'] = pikepdf.Array(kept)


def is_manifest(file) -> bool:
    return name_of(get(file, '/AFRelationship')) == '/C2PA_Manifest'


def clean_object(thing, notes: Notes) -> None:
    kind = name_of(get(thing, '/Subtype'))
    for key in ANYWHERE:
        if key in thing:
            del thing[key]
    if is_annotation(thing):
        # A form field keeps `/T`, its name, which is needed to fill in the form.
        remove(thing, OF_ANNOTATIONS if kind != '/Widget' else ('/M', '/NM'))
    if name_of(get(thing, '/FT')) == '/Sig' and '/V' in thing:
        del thing['/V']
    if '/ByteRange' in thing and '/Filter' in thing:
        remove(thing, OF_SIGNATURES)
    if has_members(get(thing, '/EF')):
        if is_manifest(thing):
            notes.credentials = True
            del thing['/EF']
        else:
            remove_from_files(thing)
    if kind == '/Image' and isinstance(thing, pikepdf.Stream):
        clean_picture(thing, notes)


def is_annotation(thing) -> bool:
    return name_of(get(thing, '/Type')) == '/Annot' or ('/Rect' in thing and '/Subtype' in thing)


def remove(thing, keys: tuple[str, ...]) -> None:
    for key in keys:
        if key in thing:
            del thing[key]


def remove_from_files(thing) -> None:
    for _, file in list(thing.EF.items()):
        parameters = get(file, '/Params')
        if has_members(parameters):
            remove(parameters, OF_FILES)


def clean_picture(stream, notes: Notes) -> None:
    """Cleans a picture whose data is a complete picture file. Pictures stored as bare pixels cannot contain
    metadata."""
    data = picture_file(stream)
    if data is None or not pictures.kind_of(data):
        return
    try:
        cleaned = pictures.clean(data, notes)
    except Refused:
        # A damaged picture stays, because PDF readers show its readable part.
        return
    # The orientation is removed, because PDF readers ignore the EXIF orientation of a picture.
    cleaned = without_orientation(cleaned)
    if cleaned != data:
        parameters = listed(get(stream, '/DecodeParms'))
        stream.write(cleaned, filter=listed(stream.Filter)[-1], decode_parms=parameters[-1] if parameters else None)


def picture_file(stream) -> bytes | None:
    """Returns the bytes of a JPEG or JPEG 2000 picture, decompressed if the stream is compressed a second time. Returns
    None for a stream that is not a JPEG or JPEG 2000 picture."""
    *packings, coding = [name_of(one) for one in listed(get(stream, '/Filter'))] or ['']
    if coding not in ('/DCTDecode', '/JPXDecode') or any(one != '/FlateDecode' for one in packings):
        return None
    data = stream.read_raw_bytes()
    for _ in packings:
        try:
            data = zlib.decompressobj().decompress(data, MAX_PICTURE)
        except zlib.error:
            return None
    return data


def without_orientation(data: bytes) -> bytes:
    rest = data[2:]
    while data.startswith(b'\xff\xd8') and rest[:2] == b'\xff\xe1':
        rest = rest[2 + int.from_bytes(rest[2:4], 'big'):]
    return data[:2] + rest


def traces(step: dict) -> list[str]:
    """Returns the metadata that is left in the result. Searches all objects of the PDF and the decompressed bytes of
    all streams for metadata."""
    found = []
    with pikepdf.open(step['output']) as pdf:
        if '/Info' in pdf.trailer and len(pdf.trailer.Info.keys()) > 0:
            found.append('document information')
        for thing in containers(pdf):
            if not has_members(thing):
                continue
            found += [key for key in ANYWHERE if key in thing]
            if is_annotation(thing):
                widget = name_of(get(thing, '/Subtype')) == '/Widget'
                found += [key for key in OF_ANNOTATIONS if key in thing and not (widget and key in ('/T', '/CreationDate'))]
            if isinstance(thing, pikepdf.Stream):
                found += traces_of_stream(thing)
    return found


def traces_of_stream(stream) -> list[str]:
    try:
        picture = picture_file(stream)
        if picture is not None:
            return pictures.traces(picture)
        if name_of(get(stream, '/Subtype')) == '/Image' or name_of(get(stream, '/Type')) == '/EmbeddedFile':
            return []
        return ['an XMP packet'] if PACKETS.search(stream.read_bytes()) else []
    except (pikepdf.PdfError, Refused):
        return []


if __name__ == '__main__':
    runner.run(json.loads(sys.argv[1]), clean, traces)
