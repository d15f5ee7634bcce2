"""Makes a PDF conform to PDF/A without redrawing its pages. Text, tags and pictures stay unchanged."""
import pikepdf

from engines.passes.pdfa import actions, annotations, packet
from engines.passes.pdfa.standard import PROFILE, Level, readable_names
from engines.shared.pdf.objects import containers, get, has_members, listed, name_of

# Keys that are removed from each type of dictionary, because PDF/A forbids them or readers may ignore them.
USELESS = {
    '/Image': ('/Alternates', '/OPI'),
    '/Form': ('/OPI', '/Ref', '/PS', '/Subtype2'),
    '/ExtGState': ('/TR', '/TR2', '/HTP', '/HTO'),
}
RENDERING = ('/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation')


@readable_names()
def conform(pdf, level: Level) -> list[str]:
    """Changes the PDF so that it conforms to the PDF/A level `level`. Returns descriptions of the removed content."""
    lost = []
    if actions.remove(pdf):
        lost.append('scripts and actions')
    if remove_signatures(pdf):
        lost.append('signatures')
    if annotations.settle(pdf, level):
        lost.append('annotations that are not allowed')
    if settle_files(pdf, level):
        lost.append('attached files')
    settle_root(pdf)
    settle_layers(pdf, level)
    settle_objects(pdf, level)
    settle_groups(pdf, level)
    write_output_intent(pdf)
    packet.write(pdf, level)
    return lost


def settle_root(pdf) -> None:
    root = pdf.Root
    for key in ('/Requirements', '/NeedsRendering', '/Perms', '/SpiderInfo', '/Legal'):
        if key in root:
            del root[key]
    names = get(root, '/Names')
    for key in ('/AlternatePresentations', '/Renditions'):
        if names is not None and key in names:
            del names[key]
    for page in pdf.pages:
        for key in ('/PresSteps', '/Trans', '/Dur'):
            if key in page.obj:
                del page.obj[key]


def remove_signatures(pdf) -> bool:
    """Removes signatures, which are invalid because the file is rewritten. Returns whether any signature was
    removed."""
    found = False
    form = get(pdf.Root, '/AcroForm')
    for field in containers(pdf):
        if has_members(field) and name_of(get(field, '/FT')) == '/Sig' and '/V' in field:
            del field['/V']
            found = True
    if has_members(form) and '/SigFlags' in form:
        del form['/SigFlags']
    return found


def settle_files(pdf, level: Level) -> bool:
    """For PDF/A-1 and PDF/A-2, removes attached files, and returns whether any file was removed. For PDF/A-3, which
    allows attached files, adds their missing properties, such as the type and the relationship to the document."""
    root = pdf.Root
    if level.part < 3:
        names = get(root, '/Names')
        found = names is not None and '/EmbeddedFiles' in names
        for holder, key in ((names, '/EmbeddedFiles'), (root, '/AF'), (root, '/Collection')):
            if has_members(holder) and key in holder:
                del holder[key]
        for thing in containers(pdf):
            if has_members(thing) and has_members(get(thing, '/EF')):
                del thing['/EF']
                found = True
        return found
    attached = [thing for thing in containers(pdf) if has_members(thing) and has_members(get(thing, '/EF'))]
    for file in attached:
        file.Type = pikepdf.Name.Filespec
        name = get(file, '/UF', get(file, '/F', pikepdf.String('attachment')))
        file.F, file.UF = name, name
        if '/AFRelationship' not in file:
            file.AFRelationship = pikepdf.Name.Unspecified
        for stream in {key: value for key, value in file.EF.items() if isinstance(value, pikepdf.Stream)}.values():
            if '/Subtype' not in stream:
                stream.Subtype = pikepdf.Name('/application/octet-stream')
            if not has_members(get(stream, '/Params')):
                stream.Params = pikepdf.Dictionary()
            if '/ModDate' not in stream.Params:
                stream.Params.ModDate = pikepdf.String("D:19800101000000Z")
    if attached:
        root.AF = pikepdf.Array([file if file.is_indirect else pdf.make_indirect(file) for file in attached])
    return False


def settle_layers(pdf, level: Level) -> None:
    """Completes the layer configurations. Does nothing for PDF/A-1, which forbids layers: the check fails because of
    the layers, and the pages are redrawn without layers."""
    layers = get(pdf.Root, '/OCProperties')
    if level.part == 1 or not has_members(layers):
        return
    groups = listed(get(layers, '/OCGs'))
    for n, config in enumerate([get(layers, '/D'), *listed(get(layers, '/Configs'))]):
        if not has_members(config):
            continue
        config.Name = pikepdf.String(f'Layers {n + 1}')
        for key in ('/AS', '/Order'):
            if key in config:
                del config[key]
        config.Order = pikepdf.Array(groups)


def settle_objects(pdf, level: Level) -> None:
    for thing in containers(pdf):
        if not has_members(thing):
            continue
        kind = name_of(get(thing, '/Subtype')) if isinstance(thing, pikepdf.Stream) else name_of(get(thing, '/Type'))
        for key in USELESS.get(kind, ()):
            if key in thing and not (kind == '/ExtGState' and key == '/TR2' and name_of(thing[key]) == '/Default'):
                del thing[key]
        if get(thing, '/Interpolate') is True:
            thing.Interpolate = False
        for key in ('/Intent', '/RI'):
            if kind in ('/Image', '/ExtGState') and key in thing and name_of(thing[key]) not in RENDERING:
                del thing[key]
        if name_of(get(thing, '/Subtype')) == '/CIDFontType2' and '/CIDToGIDMap' not in thing:
            thing.CIDToGIDMap = pikepdf.Name.Identity
        if level.part == 1 and name_of(get(thing, '/Subtype')) == '/CIDFontType2':
            list_characters(pdf, thing)
        # The lists of a font's characters are removed, because from PDF/A-2 on they are optional, but must be complete
        # if they are present.
        if level.part > 1 and name_of(get(thing, '/Type')) == '/FontDescriptor':
            for key in ('/CIDSet', '/CharSet'):
                if key in thing:
                    del thing[key]
        if '/Metadata' in thing and thing.objgen != pdf.Root.objgen:
            # Removes the XMP packet of a picture or font, because the packet may use undeclared schemas.
            del thing['/Metadata']
        if '/PieceInfo' in thing:
            del thing['/PieceInfo']
    for page in pdf.pages:
        resources = get(page.obj, '/Resources')
        for form in forms_in(resources):
            if '/Resources' not in form and resources is not None:
                form.Resources = resources


def list_characters(pdf, font) -> None:
    """Adds the list of a font's characters (`CIDSet`), which PDF/A-1 requires. Handles only fonts whose character codes
    equal the glyph numbers, and lists all glyphs."""
    descriptor = get(font, '/FontDescriptor')
    program = get(descriptor, '/FontFile2')
    if not isinstance(program, pikepdf.Stream) or '/CIDSet' in descriptor or name_of(font.CIDToGIDMap) != '/Identity':
        return
    count = glyph_count(program.read_bytes())
    if count:
        bits = b'\xff' * (count // 8) + bytes([0xFF00 >> count % 8 & 0xFF] if count % 8 else [])
        descriptor.CIDSet = pdf.make_stream(bits)


def glyph_count(program: bytes) -> int:
    tables = int.from_bytes(program[4:6], 'big')
    for at in range(12, 12 + 16 * tables, 16):
        if program[at : at + 4] == b'maxp':
            offset = int.from_bytes(program[at + 8 : at + 12], 'big')
            return int.from_bytes(program[offset + 4 : offset + 6], 'big')
    return 0


def forms_in(resources):
    drawn = get(resources, '/XObject')
    if has_members(drawn):
        yield from (one for _, one in drawn.items() if name_of(get(one, '/Subtype')) == '/Form')


def settle_groups(pdf, level: Level) -> None:
    """For PDF/A-1, removes transparency groups and empty soft masks if nothing in the file is transparent."""
    if level.part > 1 or any(True for thing in containers(pdf) if is_transparent(thing)):
        return
    for thing in containers(pdf):
        if has_members(thing) and name_of(get(get(thing, '/Group'), '/S')) == '/Transparency':
            del thing['/Group']
        if has_members(thing) and name_of(get(thing, '/SMask')) == '/None':
            del thing['/SMask']


def is_transparent(thing) -> bool:
    """Returns whether a dictionary makes content transparent, with a soft mask, a blend mode or an opacity."""
    if not has_members(thing):
        return False
    if has_members(get(thing, '/SMask')) or get(thing, '/SMaskInData', 0) not in (0, None):
        return True
    modes = {name_of(mode) for mode in listed(get(thing, '/BM'))}
    if modes - {'', '/Normal', '/Compatible'}:
        return True
    # In the dictionary of a button, `/CA` contains a caption instead of an opacity.
    opacities = [thing[key] for key in ('/CA', '/ca') if key in thing]
    return any(not is_container_or_text(value) and float(value) != 1 for value in opacities)


def is_container_or_text(value) -> bool:
    return has_members(value) or isinstance(value, (pikepdf.String, pikepdf.Name, pikepdf.Array))


def write_output_intent(pdf) -> None:
    """Declares that colours without a profile are sRGB."""
    with open(PROFILE, 'rb') as file:
        profile = pdf.make_stream(file.read())
    profile.N = 3
    name = pikepdf.String('sRGB IEC61966-2.1')
    intent = pikepdf.Dictionary(Type=pikepdf.Name.OutputIntent, S=pikepdf.Name.GTS_PDFA1, DestOutputProfile=profile)
    intent.OutputConditionIdentifier, intent.Info = name, name
    intent.RegistryName = pikepdf.String('http://www.color.org')
    pdf.Root.OutputIntents = pikepdf.Array([pdf.make_indirect(intent)])
