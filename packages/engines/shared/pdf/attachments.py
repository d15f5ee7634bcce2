"""Reads and writes the attached files of a PDF."""
import mimetypes

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from engines.shared.pdf.objects import get, has_members, listed


def attach(pdf, name: str, content: bytes, relationship: str, description: str = '') -> None:
    """Attaches a file. An attached file with the same name is replaced. The dates are constant, so that equal requests
    produce equal files."""
    kind = mimetypes.guess_type(name)[0] or 'application/octet-stream'
    if name.lower().endswith('.xml'):
        kind = 'text/xml'
    stream = pdf.make_stream(content)
    stream.Type, stream.Subtype = Name.EmbeddedFile, Name(f'/{kind}')
    stream.Params = Dictionary(Size=len(content), ModDate=String('D:19800101000000Z'))
    file = pdf.make_indirect(Dictionary(
        Type=Name.Filespec, F=String(name), UF=String(name), EF=Dictionary(F=stream, UF=stream),
        AFRelationship=Name(f'/{relationship}'),
    ))
    if description:
        file.Desc = String(description)
    others = [(other, value) for other, value in named_files(pdf) if other != name]
    pairs = sorted([*others, (name, file)], key=lambda pair: str(pair[0]).encode('utf-16-be'))
    names = get(pdf.Root, '/Names')
    if not has_members(names):
        pdf.Root.Names = names = Dictionary()
    tree = Dictionary(Names=Array([item for other, value in pairs for item in (String(other), value)]))
    pdf.Root.Names.EmbeddedFiles = pdf.make_indirect(tree)
    associated = [one for one in listed(get(pdf.Root, '/AF')) if str(get(one, '/UF', '')) != name]
    pdf.Root.AF = Array([*associated, file])


def named_files(pdf) -> list[tuple[str, object]]:
    """Returns the attached files by their names in the name tree."""
    found, waiting, seen = [], [get(get(pdf.Root, '/Names'), '/EmbeddedFiles')], 0
    while waiting and seen < 10_000:
        node, seen = waiting.pop(), seen + 1
        if not has_members(node):
            continue
        pairs = listed(node.get('/Names'))
        found += [(str(name), file) for name, file in zip(pairs[::2], pairs[1::2]) if has_members(file)]
        waiting += listed(node.get('/Kids'))
    return found


def attached_files(pdf) -> list[tuple[str, object]]:
    """Returns all attached files with their names: from the name tree, from the document's list `/AF`, and from
    annotations."""
    found, seen = [], set()
    notes = [get(note, '/FS') for page in pdf.pages for note in listed(get(page.obj, '/Annots'))]
    unnamed = [*listed(get(pdf.Root, '/AF')), *notes]
    for name, file in [*named_files(pdf), *(('', one) for one in unnamed)]:
        stream = content_of(file) if has_members(file) else None
        if stream is None or stream.objgen in seen:
            continue
        seen.add(stream.objgen)
        found.append((str(get(file, '/UF', get(file, '/F', name))), file))
    return found


def content_of(file) -> pikepdf.Stream | None:
    embedded = get(file, '/EF')
    stream = get(embedded, '/UF', get(embedded, '/F')) if has_members(embedded) else None
    return stream if isinstance(stream, pikepdf.Stream) else None
