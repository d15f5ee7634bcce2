"""Checks that a finished file conforms to PDF/A. docs/pdfa.md lists the rules that are checked completely."""
import re
import xml.etree.ElementTree as ElementTree

import pikepdf

from engines.passes.pdfa import actions, annotations, check_content, check_fonts, check_xmp, packet
from engines.passes.pdfa.conform import RENDERING, is_transparent
from engines.passes.pdfa.standard import Broken, Level, readable_names
from engines.shared.pdf.objects import containers, get, has_members, items, listed, name_of, number_of
from engines.shared.pdf.page_box import inherited

SPACES = {
    'pdfaid': 'http://www.aiim.org/pdfa/ns/id/',
    'dc': 'http://purl.org/dc/elements/1.1/',
    'pdf': 'http://ns.adobe.com/pdf/1.3/',
    'xmp': 'http://ns.adobe.com/xap/1.0/',
    'rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
}
PROPERTIES = {
    '/Title': 'dc:title',
    '/Author': 'dc:creator',
    '/Subject': 'dc:description',
    '/Keywords': 'pdf:Keywords',
    '/Creator': 'xmp:CreatorTool',
    '/Producer': 'pdf:Producer',
    '/CreationDate': 'xmp:CreateDate',
    '/ModDate': 'xmp:ModifyDate',
}
FILTERS = ('/ASCIIHexDecode', '/ASCII85Decode', '/FlateDecode', '/RunLengthDecode', '/CCITTFaxDecode', '/JBIG2Decode', '/DCTDecode')


def check(file: str, level: Level) -> None:
    """Raises `Broken` for the first violated rule."""
    with open(file, 'rb') as stream:
        data = stream.read()
    check_bytes(data, level)
    with pikepdf.open(file) as pdf:
        if pdf.is_encrypted or '/ID' not in pdf.trailer:
            raise Broken('structure', 'the file is encrypted or has no ID')
        check_document(pdf, level)


@readable_names()
def check_document(pdf, level: Level) -> None:
    check_metadata(pdf, level)
    check_intents(pdf)
    check_root(pdf, level)
    check_annotations(pdf, level)
    for _, keys in actions.holders(pdf):
        raise Broken('actions', f'an action under {keys[0]} is not allowed')
    for thing in containers(pdf):
        check_object(thing, level)
    check_fonts.check(pdf, level)
    check_content.check(pdf, level)


def check_bytes(data: bytes, level: Level) -> None:
    if not re.match(rb'%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}', data):
        raise Broken('structure', 'the header does not conform to PDF/A')
    if level.part == 1 and not data.startswith(b'%PDF-1.4'):
        raise Broken('structure', 'part 1 requires PDF 1.4')
    if not data.rstrip(b'\r\n').endswith(b'%%EOF'):
        raise Broken('structure', 'data follows the end marker')
    # Searches the raw bytes, because the parser hides object streams.
    if level.part == 1 and re.search(rb'/Type\s*/(?:ObjStm|XRef)\b', data):
        raise Broken('structure', 'object streams are not allowed in part 1')


def check_metadata(pdf, level: Level) -> None:
    metadata = get(pdf.Root, '/Metadata')
    if not isinstance(metadata, pikepdf.Stream) or '/Filter' in metadata:
        raise Broken('metadata', 'the XMP packet is missing or compressed')
    packet_bytes = metadata.read_raw_bytes()
    try:
        tree = ElementTree.fromstring(packet_bytes)
    except ElementTree.ParseError as error:
        raise Broken('metadata', f'the XMP packet is not well-formed XML: {error}') from error

    # A simple property is written as an element, or as an attribute of a `Description` element.
    attributes = {key: value for one in tree.iter(f'{{{SPACES["rdf"]}}}Description') for key, value in one.attrib.items()}

    def value(name: str) -> str:
        found = tree.find(f'.//{name}', SPACES)
        space, _, local = name.partition(':')
        return attributes.get(f'{{{SPACES[space]}}}{local}', '').strip() if found is None else ''.join(found.itertext()).strip()

    if (value('pdfaid:part'), value('pdfaid:conformance')) != (str(level.part), level.conformance):
        raise Broken('metadata', 'the XMP packet names another level')
    for key, name in PROPERTIES.items():
        if key not in pdf.docinfo:
            continue
        said = packet.text_of(pdf.docinfo.get(key))
        expected = packet.iso_date(said) if key in packet.DATES and packet.DATE.match(said) else said
        if value(name) != expected:
            raise Broken('metadata', f'{key} and {name} differ')
    check_xmp.check(packet_bytes, tree, level)


def check_intents(pdf) -> None:
    intents = listed(get(pdf.Root, '/OutputIntents'))
    profiles = [get(intent, '/DestOutputProfile') for intent in intents if name_of(get(intent, '/S')) == '/GTS_PDFA1']
    if len(profiles) != 1 or not isinstance(profiles[0], pikepdf.Stream):
        raise Broken('colours', 'the output intent or its profile is missing')
    check_profile(profiles[0], 2)


def check_profile(stream, newest: int) -> None:
    head = stream.read_bytes()[:40]
    spaces = {1: b'GRAY', 3: b'RGB ', 4: b'CMYK'}
    components = int(number_of(get(stream, '/N')))
    if len(head) < 40 or head[36:40] != b'acsp' or head[8] > newest:
        raise Broken('colours', 'a colour profile is invalid or of a later version')
    if head[16:20] != spaces.get(components) and not (components == 3 and head[16:20] == b'Lab '):
        raise Broken('colours', 'a colour profile is for another colour space')


def check_root(pdf, level: Level) -> None:
    root, names = pdf.Root, get(pdf.Root, '/Names')
    form = get(root, '/AcroForm')
    if has_members(form) and ('/XFA' in form or get(form, '/NeedAppearances') is True):
        raise Broken('annotations', 'the form has XFA or NeedAppearances')
    forbidden = [key for key in ('/Requirements', '/NeedsRendering') if key in root]
    if has_members(names):
        forbidden += [key for key in ('/JavaScript', '/AlternatePresentations') if key in names]
        if level.part < 3 and '/EmbeddedFiles' in names:
            forbidden.append('/EmbeddedFiles')
    if level.part == 1 and '/OCProperties' in root:
        raise Broken('layers', 'part 1 does not allow layers')
    if forbidden:
        raise Broken('structure', f'the catalogue has {forbidden[0]}')
    for page in pdf.pages:
        corners = [number_of(value) for value in listed(inherited(page, '/MediaBox'))]
        if len(corners) != 4:
            raise Broken('structure', 'a page has no valid size')
        if not all(3 <= abs(corners[n + 2] - corners[n]) <= 14_400 for n in (0, 1)):
            raise Broken('structure', 'a page is too small or too large')


def check_annotations(pdf, level: Level) -> None:
    for one in annotations.of_pages(pdf):
        kind, flags = name_of(get(one, '/Subtype')), int(number_of(get(one, '/F')))
        if kind not in annotations.allowed(level):
            raise Broken('annotations', f'{kind} is not allowed')
        if kind != '/Popup' and (not flags & annotations.PRINT or flags & (annotations.INVISIBLE | annotations.HIDDEN | annotations.NO_VIEW)):
            raise Broken('annotations', f'{kind} is not printed or not visible')
        if level.part == 1 and number_of(get(one, '/CA'), 1) != 1:
            raise Broken('transparency', f'{kind} is transparent')
        shown = annotations.appearance_of(one)
        if shown is None and not annotations.is_drawn_by_reader(one):
            raise Broken('annotations', f'{kind} has no appearance')
        looks = get(one, '/AP')
        if looks is not None and (not has_members(looks) or set(looks.keys()) != {'/N'}):
            raise Broken('annotations', f'{kind} has other appearances')
        # `or` cannot be used instead of the default value, because a pikepdf name has no truth value.
        field = get(one, '/FT', get(get(one, '/Parent'), '/FT'))
        is_button = kind == '/Widget' and name_of(field) == '/Btn'
        if shown is not None and not is_button and not isinstance(shown, pikepdf.Stream):
            raise Broken('annotations', f'{kind} has several appearances')


def check_object(thing, level: Level) -> None:
    check_limits(thing, level)
    if not has_members(thing):
        check_space(thing, level)
        return
    if level.part == 1 and is_transparent(thing):
        raise Broken('transparency', 'an object is transparent')
    if level.part == 1 and name_of(get(get(thing, '/Group'), '/S')) == '/Transparency':
        raise Broken('transparency', 'a group is transparent')
    kind = name_of(get(thing, '/Type'))
    if kind == '/ExtGState' and ('/TR' in thing or name_of(get(thing, '/TR2')) not in ('', '/Default')):
        raise Broken('content', 'a transfer function is set')
    if has_members(get(thing, '/EF')) and level.part < 3:
        raise Broken('files', 'a file is attached')
    if has_members(get(thing, '/EF')) and '/AFRelationship' not in thing:
        raise Broken('files', 'an attached file declares no relationship to the document')
    if isinstance(thing, pikepdf.Stream):
        check_stream(thing, level)
    for key in ('/ColorSpace', '/CS'):
        if name_of(get(thing, key)) == '/DeviceCMYK':
            raise Broken('colours', 'CMYK colours have no profile')


def check_stream(stream, level: Level) -> None:
    if any(key in stream for key in ('/F', '/FFilter', '/FDecodeParms')):
        raise Broken('files', 'a stream refers to an external file')
    allowed = FILTERS if level.part == 1 else (*FILTERS, '/JPXDecode', '/Crypt')
    for name in listed(get(stream, '/Filter')):
        if name_of(name) not in allowed:
            raise Broken('content', f'{name} is not allowed')
    kind = name_of(get(stream, '/Subtype'))
    if kind == '/PS' or any(key in stream for key in ('/OPI', '/Alternates', '/Ref')) or name_of(get(stream, '/Subtype2')) == '/PS':
        raise Broken('content', 'a picture is drawn by PostScript or stored in another file')
    if kind == '/Image' and (get(stream, '/Interpolate') is True or name_of(get(stream, '/Intent')) not in ('', *RENDERING)):
        raise Broken('content', 'a picture is interpolated or has an unknown rendering intent')


def check_space(array, level: Level) -> None:
    """Checks a colour space array. The first element of the array is the kind of colour space."""
    first = name_of(array[0]) if len(array) else ''
    if first == '/ICCBased' and len(array) == 2 and isinstance(array[1], pikepdf.Stream):
        check_profile(array[1], 2 if level.part == 1 else 4)
    if first in ('/Indexed', '/Separation', '/DeviceN', '/Pattern') and any(name_of(value) == '/DeviceCMYK' for value in array):
        raise Broken('colours', 'CMYK colours have no profile')


def check_limits(thing, level: Level) -> None:
    most = 65_535 if level.part == 1 else 32_767
    if level.part == 1 and len(items(thing)) > (4095 if has_members(thing) else 8191):
        raise Broken('structure', 'an array or a dictionary is too long')
    for key, value in items(thing):
        names = [key.encode()] if isinstance(key, str) else []
        if isinstance(value, pikepdf.Name):
            names.append(bytes(value))
        if any(len(name) > 128 for name in names):
            raise Broken('structure', 'a name is too long')
        if level.part > 1 and not all(is_utf_8(name) for name in names):
            raise Broken('structure', 'a name is not UTF-8')
        if isinstance(value, pikepdf.String) and len(bytes(value)) > most:
            raise Broken('structure', 'a text is too long')
        if isinstance(value, int) and not -(2**31) <= value < 2**31:
            raise Broken('structure', 'a number is too large')


def is_utf_8(name: bytes) -> bool:
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True
