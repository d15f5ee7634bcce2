/** Breaks each checked rule of PDF/A once in a conforming file, and tests that the check finds the violation. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';

/** Applies each change to a copy of a file, and prints the result of the check. */
const program = `
import json, os, sys, tempfile
import pikepdf
from engines.passes.pdfa import check, conform, runner
from engines.passes.pdfa.standard import Broken, Level

def found(level, change):
    with tempfile.TemporaryDirectory() as folder:
        return found_within(folder, level, change)

def found_within(folder, level, change):
    made, out = os.path.join(folder, 'made.pdf'), os.path.join(folder, 'out.pdf')
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(200, 200))
    page = pdf.pages[0].obj
    page.Contents = pdf.make_stream(b'q 0 0 1 rg 10 10 50 50 re f Q')
    page.Resources = pikepdf.Dictionary()
    pdf.docinfo['/Title'] = 'A page'
    pdf.docinfo['/CreationDate'] = "D:20200102030405+01'00'"
    conform.conform(pdf, level)
    keep = {}
    def annotation(**more):
        page.Annots = pikepdf.Array([pikepdf.Dictionary(Type=pikepdf.Name.Annot, Rect=[0, 0, 9, 9], **more)])
    def font(**more):
        page.Resources.Font = pikepdf.Dictionary(F=pikepdf.Dictionary(Type=pikepdf.Name.Font, **more))
    def image(data=b'abc', **more):
        stream = pikepdf.Stream(pdf, data)
        for key, value in dict(Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=1, Height=1, BitsPerComponent=8, **more).items():
            stream['/' + key] = value
        page.Resources.XObject = pikepdf.Dictionary(I=stream)
    exec(change, {**globals(), **locals()})
    pdf.save(made, **keep.get('save', {}))
    if keep.get('raw'):
        out = made
    else:
        runner.write(made, out, level)
    if 'bytes' in keep:
        data = open(out, 'rb').read()
        open(out, 'wb').write(keep['bytes'](data))
    try:
        check.check(out, level)
    except Broken as broken:
        return broken.area
    return 'conforms'

print(json.dumps([found(Level(level), change) for level, change in json.load(sys.stdin)]))
`;

const N = 'pikepdf.Name';
const D = 'pikepdf.Dictionary';

/**
 * Returns code that adds properties to the XMP packet. In the added properties, the prefix `n` means the namespace dc,
 * and `m` means exif.
 */
const described = (properties: string) =>
  `pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(b'</rdf:RDF>', b'<rdf:Description rdf:about="" xmlns:n="http://purl.org/dc/elements/1.1/" xmlns:m="http://ns.adobe.com/exif/1.0/" xmlns:o="http://example.com/own/">${properties}</rdf:Description></rdf:RDF>'))`;
const list = (kind: string, ...texts: readonly string[]) =>
  `<rdf:${kind}>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:${kind}>`;

const rules: readonly [rule: string, levels: string, change: string, area: string][] = [
  [
    'an XMP packet that does not declare the part of PDF/A',
    '1 2 3',
    `pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(b'part>', b'prat>'))`,
    'metadata',
  ],
  ['no XMP packet', '1 2 3', `del pdf.Root['/Metadata']`, 'metadata'],
  ['a title that differs from the XMP packet', '1 2 3', `pdf.docinfo['/Title'] = 'Another page'`, 'metadata'],
  [
    'a date that differs from the XMP packet',
    '2',
    `pdf.docinfo['/CreationDate'] = "D:20200102030405+02'00'"`,
    'metadata',
  ],
  ['an XMP packet that is not XML', '2', `pdf.Root.Metadata.write(b'<x')`, 'metadata'],
  [
    'a list instead of a text value',
    '1 2 3',
    described(`<n:format>${list('Seq', 'text/plain')}</n:format>`),
    'metadata',
  ],
  ['a text value instead of a list', '1 2 3', described('<n:subject>one</n:subject>'), 'metadata'],
  ['a list of another kind', '1 2 3', described(`<n:subject>${list('Seq', 'one')}</n:subject>`), 'metadata'],
  ['a text without a language', '2', described(`<n:rights>${list('Alt', 'mine')}</n:rights>`), 'metadata'],
  ['a number in words', '2', described('<m:ColorSpace>one</m:ColorSpace>'), 'metadata'],
  ['a date in words', '2', described('<m:DateTimeOriginal>May</m:DateTimeOriginal>'), 'metadata'],
  ['a text value instead of a structure', '2', described('<m:Flash>on</m:Flash>'), 'metadata'],
  ['a property that no schema declares', '1 2 3', described('<o:own>1</o:own>'), 'metadata'],
  ['an unknown property of a known schema', '1 2 3', described('<n:owner>me</n:owner>'), 'metadata'],
  ['no output intent', '1 2 3', `del pdf.Root['/OutputIntents']`, 'colours'],
  [
    'an output intent without a valid ICC profile',
    '2',
    `pdf.Root.OutputIntents[0].DestOutputProfile.write(b'x' * 200)`,
    'colours',
  ],
  ['CMYK colours in the page content', '1 2', `page.Contents = pdf.make_stream(b'0 0 0 1 k')`, 'colours'],
  ['a picture with CMYK colours', '2', `image(b'abcd', ColorSpace=${N}.DeviceCMYK)`, 'colours'],
  [
    'an encrypted file',
    '2',
    `keep.update(raw=True, save={'encryption': pikepdf.Encryption(owner='x', user='')})`,
    'structure',
  ],
  [
    'a cross-reference stream',
    '1',
    `keep.update(bytes=lambda data: data.replace(b'%%EOF', b'% << /Type /XRef >>\\n%%EOF'))`,
    'structure',
  ],
  [
    'a later PDF version in the header',
    '1',
    `keep.update(bytes=lambda data: data.replace(b'%PDF-1.4', b'%PDF-1.7'))`,
    'structure',
  ],
  ['data after the end-of-file marker', '2', `keep.update(bytes=lambda data: data + b'more')`, 'structure'],
  ['a page that is too large', '2', `page.MediaBox = pikepdf.Array([0, 0, 20000, 200])`, 'structure'],
  ['a string that is too long', '1 2', `page.Long = pikepdf.String('x' * 70000)`, 'structure'],
  ['an array that is too long', '1', `page.Long = pikepdf.Array([1] * 9000)`, 'structure'],
  ['an XFA form', '2', `pdf.Root.AcroForm = ${D}(Fields=[], XFA=pikepdf.String('x'))`, 'annotations'],
  [
    'a script that runs when the file is opened',
    '1 2 3',
    `pdf.Root.OpenAction = ${D}(S=${N}.JavaScript, JS=pikepdf.String('x'))`,
    'actions',
  ],
  ['a list of named scripts', '2', `pdf.Root.Names = ${D}(JavaScript=${D}(Names=[]))`, 'structure'],
  [
    'a link that starts a program',
    '1 2',
    `annotation(Subtype=${N}.Link, F=4, A=${D}(S=${N}.Launch, F=pikepdf.String('x')))`,
    'actions',
  ],
  [
    'a script that follows an allowed action',
    '2',
    `annotation(Subtype=${N}.Link, F=4, A=${D}(S=${N}.URI, URI=pikepdf.String('x'), Next=${D}(S=${N}.JavaScript)))`,
    'actions',
  ],
  ['a movie annotation', '2', `annotation(Subtype=${N}.Movie, F=4)`, 'annotations'],
  ['a link without the print flag', '2', `annotation(Subtype=${N}.Link)`, 'annotations'],
  ['an annotation without an appearance', '2', `annotation(Subtype=${N}.Square, F=4)`, 'annotations'],
  ['attached files', '1 2', `pdf.Root.Names = ${D}(EmbeddedFiles=${D}(Names=[]))`, 'structure'],
  [
    'an attached file without a relationship to the document',
    '3',
    `page.Held = ${D}(EF=${D}(F=pdf.make_stream(b'x')))`,
    'files',
  ],
  [
    'a stream with its data in another file',
    '2',
    `page.Held = pdf.make_stream(b'')\npage.Held['/F'] = pikepdf.String('x')`,
    'files',
  ],
  ['layers', '1', `pdf.Root.OCProperties = ${D}(OCGs=[], D=${D}())`, 'layers'],
  [
    'an opacity below 1',
    '1',
    `page.Resources.ExtGState = ${D}(G=${D}(Type=${N}.ExtGState, ca=0.5))`,
    'transparency',
  ],
  [
    'a picture with a soft mask',
    '1',
    `image(ColorSpace=${N}.DeviceRGB, SMask=pdf.make_stream(b'x'))`,
    'transparency',
  ],
  ['a transparency group', '1', `page.Group = ${D}(S=${N}.Transparency)`, 'transparency'],
  [
    'a transfer function',
    '2',
    `page.Resources.ExtGState = ${D}(G=${D}(Type=${N}.ExtGState, TR=${N}.Identity))`,
    'content',
  ],
  ['a picture with interpolation', '2', `image(ColorSpace=${N}.DeviceRGB, Interpolate=True)`, 'content'],
  ['a picture in JPEG 2000', '1', `image(Filter=${N}.JPXDecode)`, 'content'],
  [
    'an inline picture with LZW compression',
    '2',
    `page.Contents = pdf.make_stream(b'BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID x EI')`,
    'content',
  ],
  ['an unknown operator', '2', `page.Contents = pdf.make_stream(b'1 2 frob')`, 'content'],
  [
    'graphics states that are nested too deeply',
    '2',
    `page.Contents = pdf.make_stream(b'q ' * 29 + b'Q ' * 29)`,
    'content',
  ],
  ['a font that is not embedded', '1 2 3', `font(Subtype=${N}.Type1, BaseFont=${N}.Helvetica)`, 'fonts'],
  [
    'a character map that is not embedded',
    '2',
    `font(Subtype=${N}.Type0, BaseFont=${N}.X, Encoding=${N}('/UniGB-UCS2-H'), DescendantFonts=[])`,
    'fonts',
  ],
  [
    'a symbolic TrueType font with an encoding',
    '2',
    `font(Subtype=${N}.TrueType, BaseFont=${N}.X, FirstChar=0, LastChar=0, Widths=[1], Encoding=${N}.WinAnsiEncoding, FontDescriptor=${D}(Type=${N}.FontDescriptor, Flags=4, FontFile2=pdf.make_stream(b'x')))`,
    'fonts',
  ],
  [
    'a font subset without a list of its glyphs',
    '1',
    `font(Subtype=${N}.Type1, BaseFont=${N}('/ABCDEF+X'), FirstChar=0, LastChar=0, Widths=[1], FontDescriptor=${D}(Type=${N}.FontDescriptor, Flags=4, FontFile=pdf.make_stream(b'x')))`,
    'fonts',
  ],
];

const cases = [
  ...['1b', '2b', '3b'].map((level) => ({
    ...{ level, title: 'reports no violation in a file that conforms' },
    ...{ change: 'pass', area: 'conforms' },
  })),
  ...rules.flatMap(([violation, parts, change, area]) =>
    parts
      .split(' ')
      .map((part) => ({ level: `${part}b`, title: `reports a violation: ${violation}`, change, area })),
  ),
];

const run = spawnSync('/usr/bin/python3', ['-c', program], {
  env: pythonEnv,
  input: JSON.stringify(cases.map(({ level, change }) => [level, change])),
});
assert.equal(run.status, 0, run.stderr.toString());
const found = JSON.parse(run.stdout.toString()) as string[];

for (const [n, { level, title, area }] of cases.entries())
  test(`the PDF/A-${level} check ${title}`, () => {
    assert.equal(found[n], area);
  });
