/**
 * Makes files in many formats with metadata that the option `strip_metadata` must remove: author, time, place and
 * program. Each file is a canary: a test fails if its metadata appears in a result.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { python, run } from '../../samples/run.ts';
import type { Workbench } from '../results/workbench.ts';

const who = 'Metadata Canary';
const when = '2019-03-07T08:09:10Z';

/** Text in the content of the canary files. Every conversion must keep this text. */
export const sentence = 'The quick brown fox reads on.';

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="CanaryWriter 3" xmp:CreateDate="${when}"><dc:creator><rdf:Seq><rdf:li>${who}</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** Content credentials (C2PA) for a JPEG, in a JUMBF box that fills one marker segment. */
const manifest = Buffer.from(
  `JP\0\x01\0\0\0\x01\0\0\0\x60jumb\0\0\0\x20jumdc2pa\0\x11\0\x10 c2pa signed by ${who} with CanaryWriter`,
);

const marker = (code: number, content: Buffer) => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

export async function picture(
  lab: Workbench,
  ext: 'jpg' | 'png' | 'webp' | 'tiff' | 'avif',
  orientation = 1,
): Promise<string> {
  const file = path.join(lab.dir, `canary-${orientation}.${ext}`);
  const pixels = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, n) => (n * 7 + (n >> 6) * 13) % 256));
  await sharp(pixels, { raw: { width: 64, height: 48, channels: 3 } })
    .withIccProfile('p3')
    .withExif({
      IFD0: {
        Artist: who,
        Copyright: 'Canary Works',
        Software: 'CanaryWriter',
        DateTime: '2019:03:07 08:09:10',
        Orientation: String(orientation),
      },
      IFD2: { DateTimeOriginal: '2019:03:07 08:09:10' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withXmp(xmp)
    .withMetadata({ orientation })
    .toFile(file);
  if (ext === 'jpg') {
    const plain = await readFile(file);
    const notes = [marker(0xfe, Buffer.from(`made by ${who}`)), marker(0xeb, manifest)];
    await writeFile(file, Buffer.concat([plain.subarray(0, 2), ...notes, plain.subarray(2)]));
  }
  return file;
}

export async function gif(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'canary.gif');
  const plain = await readFile(await lab.samples.get('gif'));
  const colours = plain.readUInt8(10) & 0x80 ? 3 * 2 ** ((plain.readUInt8(10) & 7) + 1) : 0;
  const comment = Buffer.from(`made by ${who} with CanaryWriter`);
  const note = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])]);
  await writeFile(file, Buffer.concat([plain.subarray(0, 13 + colours), note, plain.subarray(13 + colours)]));
  return file;
}

export async function svg(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'canary.svg');
  const inside = (await readFile(await picture(lab, 'jpg'))).toString('base64');
  await writeFile(
    file,
    `<?xml version="1.0"?><!-- Created by ${who} with CanaryWriter -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" inkscape:version="CanaryWriter 1" sodipodi:docname="canary-template.svg" width="200" height="100">
<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">${who}</dc:creator></rdf:RDF></metadata>
<desc>Created with CanaryWriter</desc><sodipodi:namedview><inkscape:grid/></sodipodi:namedview>
<rect width="200" height="100" fill="#369"/><text x="5" y="40" font-size="12">${sentence}</text>
<image width="64" height="48" xlink:href="data:image/jpeg;base64,${inside}"/></svg>`,
  );
  return file;
}

/** Makes an audio or video file of 2 seconds. The file has all tags in `tags` that its container supports. */
export async function media(lab: Workbench, ext: string, flags: readonly string[] = []): Promise<string> {
  const file = path.join(lab.dir, `canary-media.${ext}`);
  const isVideo = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'wmv', 'flv', 'ogv', 'm4v', 'ts'].includes(ext);
  const tags = {
    title: 'Canary Works live',
    artist: who,
    author: who,
    comment: `by ${who}`,
    encoded_by: 'CanaryWriter',
    date: '2019-03-07',
    creation_time: when,
    location: '+51.5000-000.1000/',
  };
  await run('/usr/bin/ffmpeg', [
    ...['-y', '-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'],
    ...(isVideo
      ? ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=128x96:rate=25', '-pix_fmt', 'yuv420p']
      : []),
    ...Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
    ...(ext === 'aac' ? ['-write_id3v2', '1'] : []),
    ...['-metadata:s:a:0', `title=${who}`, '-metadata:s:a:0', 'language=fra', ...flags, file],
  ]);
  return file;
}

/**
 * Runs a Python program on the members of a sample, which must be a zip archive. In the Python program, the variable
 * `members` maps the names of the members to bytes. Writes the changed members to a new archive, and resolves with the
 * path of this archive.
 */
async function altered(
  lab: Workbench,
  ext: string,
  program: string,
  args: readonly string[] = [],
): Promise<string> {
  const file = path.join(lab.dir, `canary.${ext}`);
  const start = `import sys, zipfile, re
source, result, *args = sys.argv[1:]
with zipfile.ZipFile(source) as archive:
    members = {name: archive.read(name) for name in archive.namelist()}
who, when = ${JSON.stringify(who)}, ${JSON.stringify(when)}
def put(name, pattern, text):
    before = members[name]
    members[name] = re.sub(pattern.encode(), lambda found: text.encode() + found[0], before, count=1)
    assert members[name] != before, (name, pattern)
def relate(name, kind, target, more=''):
    put(name, '</Relationships>', f'<Relationship Id="rIdCanary{len(members)}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"{more}/>')
CORE = f'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>{who}</dc:creator><cp:lastModifiedBy>{who}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">{when}</dcterms:created></cp:coreProperties>'
APP = '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Template>canary-template.dotx</Template><Company>Canary Works</Company><Application>CanaryWriter</Application></Properties>'
def properties():
    members['docProps/core.xml'] = CORE.encode()
    members['docProps/app.xml'] = APP.encode()
`;
  const end = `
with zipfile.ZipFile(result, 'w', zipfile.ZIP_DEFLATED) as written:
    for name, data in members.items():
        written.writestr(zipfile.ZipInfo(name, (2019, 3, 7, 8, 9, 10)), data, zipfile.ZIP_STORED if name == 'mimetype' else zipfile.ZIP_DEFLATED)
`;
  await python(start + program + end, [await lab.samples.get(ext), file, ...args]);
  return file;
}

export const docx = async (lab: Workbench) =>
  altered(
    lab,
    'docx',
    `
properties()
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
members['word/comments.xml'] = f'<w:comments {W}><w:comment w:id="0" w:author="{who}" w:initials="MC" w:date="{when}"><w:p><w:r><w:t>${sentence}</w:t></w:r></w:p></w:comment></w:comments>'.encode()
members['word/people.xml'] = f'<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="{who}"/></w15:people>'.encode()
members['word/media/canary.jpg'] = open(args[0], 'rb').read()
put('[Content_Types].xml', '<Override', '<Default Extension="jpg" ContentType="image/jpeg"/>')
put('[Content_Types].xml', '</Types>', '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/>')
put('[Content_Types].xml', '</Types>', '<Override PartName="/word/people.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.people+xml"/>')
relate('word/_rels/document.xml.rels', 'comments', 'comments.xml')
relate('word/_rels/document.xml.rels', 'attachedTemplate', 'file:///C:/canary-template.dotx', ' TargetMode="External"')
relate('word/_rels/document.xml.rels', 'image', 'media/canary.jpg')
put('word/document.xml', '<w:sectPr|</w:body>', f'<w:p w:rsidR="00CA1234"><w:commentRangeStart w:id="0"/><w:ins w:id="9" w:author="{who}" w:date="{when}"><w:r w:rsidR="00CA1234"><w:t>${sentence}</w:t></w:r></w:ins><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>')
`,
    [await picture(lab, 'jpg')],
  );

export const pptx = (lab: Workbench) =>
  altered(
    lab,
    'pptx',
    `
properties()
members['ppt/commentAuthors.xml'] = f'<p:cmAuthorLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cmAuthor id="0" name="{who}" initials="MC" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>'.encode()
put('[Content_Types].xml', '</Types>', '<Override PartName="/ppt/commentAuthors.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.commentAuthors+xml"/>')
relate('ppt/_rels/presentation.xml.rels', 'commentAuthors', 'commentAuthors.xml')
`,
  );

export async function xlsx(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'canary.xlsx');
  await python(
    `import sys, datetime, openpyxl
from openpyxl.comments import Comment
book = openpyxl.Workbook()
book.properties.creator = book.properties.lastModifiedBy = '${who}'
book.properties.company = 'Canary Works'
book.properties.created = book.properties.modified = datetime.datetime(2019, 3, 7, 8, 9, 10)
book.active['A1'] = '${sentence}'
book.active['A2'] = 42
book.active['A1'].comment = Comment('${sentence}', '${who}')
book.save(sys.argv[1])`,
    [file],
  );
  return file;
}

const ofOpenDocument = `
members['meta.xml'] = f'<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2"><office:meta><meta:initial-creator>{who}</meta:initial-creator><dc:creator>{who}</dc:creator><dc:date>{when}</dc:date><meta:generator>CanaryWriter</meta:generator></office:meta></office:document-meta>'.encode()
if b'"meta.xml"' not in members['META-INF/manifest.xml']:
    put('META-INF/manifest.xml', '</manifest:manifest>', '<manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/>')
`;

export const odt = (lab: Workbench) =>
  altered(
    lab,
    'odt',
    `${ofOpenDocument}
note = f'<text:p><office:annotation xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><dc:creator>{who}</dc:creator><dc:date>{when}</dc:date><meta:date-string>{when}</meta:date-string><text:p>${sentence}</text:p></office:annotation>${sentence}</text:p>'
put('content.xml', '</office:text>', note)
`,
  );

export const openDocument = (lab: Workbench, ext: 'ods' | 'odp') => altered(lab, ext, ofOpenDocument);

export const epub = (lab: Workbench) =>
  altered(
    lab,
    'epub',
    `
name = next(name for name in members if name.endswith('.opf'))
put(name, '</(?:opf:)?metadata>', f'<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">{who}</dc:creator><dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">{when}</dc:date><dc:publisher xmlns:dc="http://purl.org/dc/elements/1.1/">Canary Works</dc:publisher><meta name="generator" content="CanaryWriter"/>')
page = next(name for name in members if name.endswith(('.xhtml', '.html')) and b'</head>' in members[name])
put(page, '</head>', f'<meta name="author" content="{who}"/><!-- by {who} -->')
`,
  );

export async function pdf(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'canary.pdf');
  await python(
    `import sys, pikepdf
from pikepdf import Name, Dictionary, Array, String
source, result, picture, packet = sys.argv[1:]
with pikepdf.open(source) as pdf:
    pdf.docinfo['/Author'] = '${who}'
    pdf.docinfo['/Producer'] = 'CanaryWriter'
    pdf.docinfo['/CreationDate'] = 'D:20190307080910Z'
    stream = pdf.make_stream(packet.encode()); stream.Type = Name.Metadata; stream.Subtype = Name.XML
    pdf.Root.Metadata = stream
    page = pdf.pages[0]
    image = pdf.make_stream(open(picture, 'rb').read())
    image.Type, image.Subtype, image.Width, image.Height = Name.XObject, Name.Image, 64, 48
    image.ColorSpace, image.BitsPerComponent, image.Filter = Name.DeviceRGB, 8, Name.DCTDecode
    if '/Resources' not in page.obj: page.obj.Resources = Dictionary()
    if '/XObject' not in page.obj.Resources: page.obj.Resources.XObject = Dictionary()
    page.obj.Resources.XObject.Canary = image
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([10, 10, 30, 30]), T=String('${who}'), M=String('D:20190307080910Z'), Contents=String('${sentence}'))
    page.obj.Annots = Array([pdf.make_indirect(note)])
    pdf.save(result)`,
    [await lab.samples.get('pdf'), file, await picture(lab, 'jpg'), xmp],
  );
  return file;
}

export async function rtf(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'canary.rtf');
  const inside = (await readFile(await picture(lab, 'jpg'))).toString('hex');
  await writeFile(
    file,
    String.raw`{\rtf1\ansi{\*\generator CanaryWriter;}{\info{\author Metadata Canary}{\company Canary Works}{\creatim\yr2019\mo3\dy7}}{\*\revtbl{Unknown;}{Metadata Canary;}}{\*\rsidtbl\rsid123}
{\*\template canary-template.dot}\pard\insrsid123 The quick brown fox {\revised\revauth1\revdttm1234 reads on.}\par
{\*\atnid MC}{\*\atnauthor Metadata Canary}\chatn{\*\annotation{\*\atndate 1234}\pard A note.}
{\pict\jpegblip\picw64\pich48 ${inside}}\par}`,
  );
  return file;
}

export async function html(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'canary.html');
  const inside = (await readFile(await picture(lab, 'jpg'))).toString('base64');
  await writeFile(
    file,
    `<!doctype html><html><head><meta charset="utf-8"><meta name="author" content="${who}"><meta name="generator" content="CanaryWriter"><meta property="article:published_time" content="${when}"><title>A page</title><!-- by ${who} --></head><body><p>${sentence}</p><img src="data:image/jpeg;base64,${inside}"></body></html>`,
  );
  return file;
}

const plain: Readonly<Record<string, string>> = {
  vtt: `WEBVTT - by ${who}\n\nNOTE made with CanaryWriter\non 2019-03-07\n\n00:00.000 --> 00:02.000\n${sentence}\n`,
  ass: `[Script Info]\n; made with CanaryWriter\nTitle: Canary Works\nOriginal Script: ${who}\nScriptType: v4.00+\nPlayResX: 640\nPlayResY: 480\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,by ${who}\nDialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,${sentence}\n`,
  lrc: `[ar:${who}]\n[by:CanaryWriter]\n[00:00.00]${sentence}\n[00:02.00]And ends.\n`,
};

export async function subtitles(lab: Workbench, ext: 'vtt' | 'ass' | 'lrc'): Promise<string> {
  const file = path.join(lab.dir, `canary.${ext}`);
  await writeFile(file, plain[ext] ?? '');
  return file;
}

/** Makes an archive with owners, times and comments, if its format supports them. */
export async function archive(lab: Workbench, ext: 'zip' | 'tar' | 'tar.gz' | '7z'): Promise<string> {
  const file = path.join(lab.dir, `canary.${ext}`);
  await python(
    `import sys, zipfile, tarfile, io, time, os, subprocess, tempfile
kind, result = sys.argv[1:]
moment = time.mktime((2019, 3, 7, 8, 9, 10, 0, 0, 0))
if kind == 'zip':
    with zipfile.ZipFile(result, 'w') as archive:
        info = zipfile.ZipInfo('folder/read.txt', (2019, 3, 7, 8, 9, 10)); info.comment = b'by ${who}'
        archive.writestr(info, '${sentence}'); archive.comment = b'Canary Works'
elif kind == '7z':
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + '/folder'); open(folder + '/folder/read.txt', 'w').write('${sentence}')
        os.utime(folder + '/folder/read.txt', (moment, moment))
        subprocess.run(['/usr/bin/7zz', 'a', '-bd', result, folder + '/folder'], check=True, stdout=subprocess.DEVNULL)
else:
    with tarfile.open(result, 'w:gz' if kind == 'tar.gz' else 'w') as archive:
        info = tarfile.TarInfo('folder/read.txt'); info.size = ${sentence.length}; info.mtime = int(moment)
        info.uname = '${who}'; info.uid = 1234; info.pax_headers = {'comment': 'Canary Works'}
        archive.addfile(info, io.BytesIO(b'${sentence}'))`,
    [ext, file],
  );
  return file;
}

export async function font(lab: Workbench, ext: 'ttf' | 'otf' | 'woff' | 'woff2'): Promise<string> {
  const file = path.join(lab.dir, `canary.${ext}`);
  await python(
    `import sys
from fontTools.ttLib import TTFont
font = TTFont(sys.argv[1], recalcTimestamp=False)
for number, text in {3: 'CanaryWriter : Canary : 2019-03-07', 5: 'Version 1.000; CanaryWriter 3', 8: 'Canary Works', 9: '${who}'}.items():
    font['name'].setName(text, number, 3, 1, 0x409)
font['head'].created = font['head'].modified = 3634790950
font.save(sys.argv[2])`,
    [await lab.samples.get(ext), file],
  );
  return file;
}
