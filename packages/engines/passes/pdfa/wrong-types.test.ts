/**
 * Tests that the PDF/A check reports PDF names that are not UTF-8, and does not crash if values have the wrong type.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';

/**
 * Python code with two functions. `document` returns a conforming PDF with a form, a picture and fonts. `checked`
 * returns the area of the first violation in a PDF.
 */
const common = `
import io, json, os, sys, tempfile
import pikepdf
from pikepdf import Array, Dictionary, Name, String
from engines.passes.pdfa import check, conform, runner
from engines.passes.pdfa.standard import Broken, Level
from engines.shared.pdf.objects import items, is_container

def document(level):
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(200, 200))
    page = pdf.pages[0].obj
    page.Contents = pdf.make_stream(b'/CS0 cs /Perceptual ri q 0 0 1 rg 10 10 50 50 re f Q')
    def stream(data=b'', **members):
        one = pikepdf.Stream(pdf, data)
        for key, value in members.items():
            one['/' + key] = value
        return pdf.make_indirect(one)
    look = stream(b'0 g', Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9], Resources=Dictionary())
    text = Dictionary(Type=Name.Annot, Subtype=Name.Widget, Rect=[0, 0, 9, 9], F=4, FT=Name.Tx, T=String('a'), AP=Dictionary(N=look))
    child = Dictionary(Type=Name.Annot, Subtype=Name.Widget, Rect=[0, 0, 9, 9], F=4, AS=Name.On, AP=Dictionary(N=Dictionary(On=look, Off=look)))
    text, child = pdf.make_indirect(text), pdf.make_indirect(child)
    parent = pdf.make_indirect(Dictionary(FT=Name.Btn, T=String('b'), Kids=[child]))
    child.Parent = parent
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 9, 9], F=4, A=Dictionary(S=Name.URI, URI=String('https://example.com/')))
    page.Annots = Array([text, child, pdf.make_indirect(link)])
    pdf.Root.AcroForm = Dictionary(Fields=[text, parent])
    descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.Letters, Flags=32, FontFile2=stream(b'x'))
    plain = Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Letters, FirstChar=0, LastChar=0, Widths=[1],
        Encoding=Dictionary(BaseEncoding=Name.WinAnsiEncoding), FontDescriptor=descriptor)
    wide = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Letters, CIDToGIDMap=Name.Identity, FontDescriptor=descriptor)
    composite = Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Letters, Encoding=Name('/Identity-H'), DescendantFonts=[wide])
    drawn = Dictionary(Type=Name.Font, Subtype=Name.Type3, CharProcs=Dictionary(a=stream(b'0 0 d0')), FontMatrix=[1, 0, 0, 1, 0, 0])
    picture = stream(b'abc', Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8, ColorSpace=Name.DeviceRGB,
        Intent=Name.Perceptual, Interpolate=False)
    state = Dictionary(Type=Name.ExtGState, CA=1, ca=1, BM=Name.Normal, SMask=Name('/None'), TR2=Name.Default)
    page.Resources = Dictionary(Font=Dictionary(A=plain, B=composite, C=drawn), XObject=Dictionary(I=picture, F=look),
        ExtGState=Dictionary(G=state), ColorSpace=Dictionary(CS0=Array([Name.Indexed, Name.DeviceRGB, 0, String('abc')])))
    pdf.docinfo['/Title'] = 'A page'
    pdf.docinfo['/CreationDate'] = "D:20200102030405+01'00'"
    conform.conform(pdf, level)
    return pdf

def checked(pdf, level):
    with tempfile.TemporaryDirectory() as folder:
        made, out = os.path.join(folder, 'made.pdf'), os.path.join(folder, 'out.pdf')
        pdf.save(made)
        runner.write(made, out, level)
        try:
            check.check(out, level)
        except Broken as broken:
            return broken.area
        except pikepdf.PdfError:
            return 'damaged'
        except Exception as error:
            return f'crash: {type(error).__name__}: {error}'
    return 'conforms'
`;

function printed(program: string): unknown {
  const run = spawnSync('/usr/bin/python3', ['-c', common + program], { env: pythonEnv });
  assert.equal(run.status, 0, run.stderr.toString().slice(-2000));
  return JSON.parse(run.stdout.toString());
}

const areas = ['1b', '2b', '3b'].map((level) => [level, 'conforms']);

test('accepts a form field whose type is set in the field or in its parent', () => {
  const program = `print(json.dumps([[name, checked(document(Level(name)), Level(name))] for name in ('1b', '2b', '3b')]))`;
  assert.deepEqual(printed(program), areas);
});

test('reports non-UTF-8 keys in PDF/A-1, and all non-UTF-8 names in later PDF/A versions', () => {
  const program = `
def named(name, change):
    pdf = document(Level(name))
    change(pdf, pikepdf.Object.parse(b'/Letters#ce#cc'))
    return checked(pdf, Level(name))

def as_value(pdf, name):
    pdf.pages[0].obj.Held = name

def as_key(pdf, name):
    pdf.pages[0].obj.Held = pikepdf.Object.parse(b'<< /Letters#ce#cc 1 >>')

print(json.dumps({change.__name__: [named(name, change) for name in ('1b', '2b', '3b')] for change in (as_value, as_key)}))
`;
  assert.deepEqual(printed(program), {
    as_value: ['conforms', 'structure', 'structure'],
    as_key: ['structure', 'structure', 'structure'],
  });
});

test('does not crash if a value anywhere in a PDF has the wrong type', () => {
  const program = `
def places(thing, path, seen):
    if thing.is_indirect:
        if thing.objgen in seen:
            return
        seen.add(thing.objgen)
    for key, value in items(thing):
        if key == '/Length':  # pikepdf sets this key.
            continue
        yield (*path, key)
        if is_container(value):
            yield from places(value, (*path, key), seen)

def crash_of(pdf, level):
    try:
        check.check_document(pdf, level)
    except (Broken, pikepdf.PdfError):
        return None
    except Exception as error:
        return f'{type(error).__name__}: {error}'
    return None

level, found, count = Level('2b'), {}, 0
pdf = document(level)
# One stream for all members, because each new stream stays in the file and slows the next checks.
values = {'number': -7, 'boolean': True, 'name': Name.Wrong, 'text': String('wrong'), 'empty array': Array([]),
    'array': Array([Name.Wrong, 1]), 'dictionary': Dictionary(Wrong=1), 'stream': pdf.make_stream(b'x')}
for top in (pdf.Root, pdf.docinfo):
    for path in list(places(top, (), set())):
        thing = top
        for key in path[:-1]:
            thing = thing[key]
        kept = thing[path[-1]]
        for kind, value in values.items():
            thing[path[-1]] = value
            count += 1
            if crash := crash_of(pdf, level):
                found[f'{path} {kind}'] = crash
        thing[path[-1]] = kept
check.check_document(pdf, level)
print(json.dumps([count > 1000, found]))
`;
  assert.deepEqual(printed(program), [true, {}]);
});

const operators: readonly [content: string, area: string][] = [
  ['cs', 'content'],
  ['ri', 'content'],
  ['1 cs', 'content'],
  ['(x) ri', 'content'],
];

test('reports content operators whose operands are missing or have the wrong type', () => {
  const program = `
def drawn(content):
    pdf = document(Level('2b'))
    pdf.pages[0].obj.Contents = pdf.make_stream(content.encode())
    return checked(pdf, Level('2b'))

print(json.dumps([drawn(content) for content in ${JSON.stringify(operators.map(([content]) => content))}]))
`;
  assert.deepEqual(
    printed(program),
    operators.map(([, area]) => area),
  );
});
