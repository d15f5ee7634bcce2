/** Makes a tagged PDF in which the pages share lists, and reads the tags of a PDF. */
import { python } from '../../samples/run.ts';

/**
 * Writes a tagged PDF of six pages. Each page has a heading with an identifier, a role and a class, a picture with an
 * alternative text, a link to the next page, and a row of a table with an empty cell. A paragraph begins on page 3 and
 * ends on page 4. All pages share a dictionary of resources with the pictures of all pages, of 20 kB each.
 */
const taggedPages = `
import os, sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
for n in range(6):
    pdf.add_blank_page(page_size=(300, 400))
pages = [page.obj for page in pdf.pages]
root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
def element(parent, kind, *kids, **members):
    return pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name('/' + kind), P=parent, K=Array(kids), **members))
document = element(root, 'Document', Pg=pages[0])
root.K = document
table = element(document, 'Table')
spanning = element(document, 'P', 4, Dictionary(Type=Name.MCR, Pg=pages[3], MCID=4), Pg=pages[2])
pictures = [pdf.make_stream(os.urandom(20000), Type=Name.XObject, Subtype=Name.Image, Width=200, Height=100, ColorSpace=Name.DeviceGray, BitsPerComponent=8, StructParent=20 + n) for n in range(6)]
resources = pdf.make_indirect(Dictionary(Font=Dictionary(F=font), XObject=Dictionary({f'/I{n}': one for n, one in enumerate(pictures)})))
parents, headings = {}, []
for n, page in enumerate(pages):
    word = sys.argv[2] % (n + 1)
    lines = [f'/P <</MCID {mcid}>> BDC BT /F 12 Tf 20 {350 - 20 * mcid} Td ({text}) Tj ET EMC' for mcid, text in enumerate([f'heading {word}', f'link {word}', f'cell {word}', f'body {word}', f'spanning {word}'][:5 if n in (2, 3) else 4])]
    page.Contents = pdf.make_stream('\\n'.join([*lines, f'/Figure <</MCID 5>> BDC q 50 0 0 50 20 20 cm /I{n} Do Q EMC']).encode())
    page.Resources, page.StructParents = resources, n
    link = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([20, 20, 90, 80]), Border=Array([0, 0, 0]), Dest=Array([pages[(n + 1) % 6], Name.Fit]), StructParent=10 + n))
    page.Annots = Array([link])
    heading = element(document, f'Kopf{n + 1}', 0, ID=String(f'id{n + 1}'), C=Name(f'/class{n + 1}'), Pg=page)
    linked = element(document, 'Link', 1, Dictionary(Type=Name.OBJR, Obj=link), Pg=page)
    row = element(table, 'TR')
    cell, blank = element(row, 'TD', 2, Pg=page), element(row, 'TD')
    row.K = Array([blank, cell])
    table.K.append(row)
    body = element(document, 'P', 3, Pg=page)
    picture = element(document, 'Figure', 5, Dictionary(Type=Name.OBJR, Obj=pictures[n], Pg=page), Pg=page, Alt=String(f'picture {word}'))
    for one in (heading, linked, body, picture):
        document.K.append(one)
    headings.append(heading)
    parents.update({n: Array([heading, linked, cell, body, spanning if n in (2, 3) else None, picture]), 10 + n: linked, 20 + n: picture})
document.K.append(table)
document.K.append(spanning)
for heading, other in zip(headings, headings[1:]):
    heading.Ref = Array([other])
def leaf(keys):
    return pdf.make_indirect(Dictionary(Limits=Array([keys[0], keys[-1]]), Nums=Array([one for key in keys for one in (key, parents[key])])))
keys = sorted(parents)
root.ParentTree, root.ParentTreeNextKey = Dictionary(Kids=Array([leaf(keys[:5]), leaf(keys[5:])])), 30
root.IDTree = Dictionary(Names=Array([one for n, heading in enumerate(headings) for one in (String(f'id{n + 1}'), heading)]))
root.RoleMap = Dictionary({f'/Kopf{n + 1}': Name('/' + sys.argv[3]) for n in range(6)})
root.ClassMap = Dictionary({f'/class{n + 1}': Dictionary(O=Name.Layout, SpaceAfter=int(sys.argv[4])) for n in range(6)})
pdf.Root.StructTreeRoot, pdf.Root.MarkInfo, pdf.Root.Lang = root, Dictionary(Marked=True), String(sys.argv[5])
pdf.Root.Dests = Dictionary(end=Array([pages[5], Name.Fit]))
pdf.save(sys.argv[1])
`;

/**
 * Prints the tags of a PDF as JSON. `strange` lists references that do not belong to the pages of the file. Each string
 * in `texts` contains the type and the language of the element to which the parent tree assigns the content, and the
 * text of the content.
 */
const tagsOf = `
import json, re, sys, pikepdf
pdf = pikepdf.open(sys.argv[1])
root = pdf.Root.StructTreeRoot
pages = {page.obj.objgen: n for n, page in enumerate(pdf.pages, 1)}
notes = {note.objgen for page in pdf.pages for note in page.obj.get('/Annots', [])}
def nodes(tree, leaf):
    pairs = list(tree.get(leaf, []))
    return [*zip(pairs[::2], pairs[1::2]), *(one for kid in tree.get('/Kids', []) for one in nodes(kid, leaf))]
def listed(value):
    return [] if value is None else list(value) if isinstance(value, pikepdf.Array) else [value]
strange, elements, kinds, languages = [], {}, [], {}
def walk(element, parent, page, language):
    if isinstance(element, int):
        return
    if '/Pg' in element:
        page = element.Pg
        if page.objgen not in pages: strange.append('page')
    if element.get('/Type') == '/OBJR' and element.Obj.get('/Type') == '/Annot' and element.Obj.objgen not in notes: strange.append('annotation')
    if '/S' not in element:
        return
    if element.P.objgen != parent.objgen: strange.append('parent')
    elements[element.objgen] = element
    kinds.append(str(element.S)[1:])
    languages[element.objgen] = language = str(element.get('/Lang', language))
    for kid in listed(element.get('/K')):
        walk(kid, element, page, language)
for kid in listed(root.get('/K')):
    walk(kid, root, None, str(pdf.Root.get('/Lang', '')))
for element in elements.values():
    strange += ['reference' for one in element.get('/Ref', []) if one.objgen not in elements]
owners = dict(nodes(root.ParentTree, '/Nums'))
strange += ['owner' for value in owners.values() for one in listed(value) if one is not None and one.objgen not in elements]
ids = nodes(root.get('/IDTree', {}), '/Names')
strange += ['id' for key, one in ids if one.objgen not in elements or str(one.ID) != str(key)]
def kind_of(element):
    kind = str(element.S)
    return str(root.get('/RoleMap', {}).get(kind, kind))[1:]
texts = []
for page in pdf.pages:
    for mcid, text in re.findall(r'/MCID (\\d+)>> BDC BT.*?\\((.*?)\\) Tj', page.obj.Contents.read_bytes().decode()):
        owned = listed(owners.get(page.obj.get('/StructParents')))
        if int(mcid) >= len(owned):
            texts.append(f'untagged {text}')
            continue
        element = owned[int(mcid)]
        classes = [int(root.ClassMap[str(one)].SpaceAfter) for one in listed(element.get('/C'))]
        texts.append(' '.join([kind_of(element), languages[element.objgen], *map(str, classes), text]))
for page in pdf.pages:
    strange += ['link' for note in page.obj.get('/Annots', []) if kind_of(owners[note.StructParent]) != 'Link']
    for name, thing in page.obj.Resources.get('/XObject', {}).items():
        strange += ['picture'] if kind_of(owners[thing.StructParent]) != 'Figure' else []
objects = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary)]
print(json.dumps({
    'strange': strange, 'kinds': kinds, 'texts': texts,
    'alternatives': sorted(str(one.Alt) for one in objects if '/Alt' in one),
    'ids': [str(key) for key, one in ids], 'roles': sorted(root.get('/RoleMap', {}).keys()), 'classes': sorted(root.get('/ClassMap', {}).keys()),
    'pages': sum(one.get('/Type') == '/Page' for one in objects),
}))
`;

/** Writes a PDF with one page that has marked content and a key, but without tags. */
const untaggedPage = `
import sys, pikepdf
from pikepdf import Dictionary, Name
pdf = pikepdf.new()
pdf.add_blank_page(page_size=(300, 400))
page = pdf.pages[0].obj
page.Resources = Dictionary(Font=Dictionary(F=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)))
page.Contents, page.StructParents = pdf.make_stream(b'/P <</MCID 0>> BDC BT /F 12 Tf 20 300 Td (bare) Tj ET EMC'), 0
pdf.save(sys.argv[1])
`;

export interface TagsOfFile {
  /** References that do not belong to the pages of the file. */
  strange: string[];
  /** Types of the structure elements, in the order of the structure tree. */
  kinds: string[];
  /**
   * For each text in the order of the pages: the type and the language of its element, the space after it that the
   * classes of the element declare, and the text. Texts without an element begin with `untagged`.
   */
  texts: string[];
  alternatives: string[];
  ids: string[];
  roles: string[];
  classes: string[];
  /** Number of page objects in the file. */
  pages: number;
}

interface TaggedFile {
  /** The words of page n. `%d` is replaced by n. */
  words?: string;
  /** The structure type of the headings. */
  role?: string;
  /** An attribute of the classes of the headings. */
  space?: number;
  language?: string;
}

export async function makeTaggedPages(
  file: string,
  { words = 'page-%d', role = 'H1', space = 1, language = 'en' }: TaggedFile = {},
): Promise<string> {
  await python(taggedPages, [file, words, role, String(space), language]);
  return file;
}

export async function makeUntaggedPage(file: string): Promise<string> {
  await python(untaggedPage, [file]);
  return file;
}

export const readTags = async (file: string): Promise<TagsOfFile> =>
  JSON.parse((await python(tagsOf, [file])).stdout.toString()) as TagsOfFile;
