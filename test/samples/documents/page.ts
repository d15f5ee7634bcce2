/**
 * Samples of page formats: PDF, PostScript, DjVu and XPS with the letter on two pages, and EPS and AI with the sample
 * picture.
 */
import { globSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { letter } from './letter.ts';
import { blocks, blockSize, columns, picture } from '../pictures/picture.ts';
import { python, run } from '../run.ts';
import type { SampleMakers } from '../samples.ts';

export const pageSize = { width: 595, height: 842 };

/** A filled square on each page, in points from the top left. The square shows the orientation of the page. */
export const squares = [
  { page: 1, x: 480, y: 40, size: 60, colour: [220, 30, 30] },
  { page: 2, x: 60, y: 720, size: 60, colour: [30, 60, 220] },
] as const;

export const pages: SampleMakers = {
  pdf: (file) => writeFile(file, pdf()),
  ps: async (file, sample) => {
    await run('/usr/bin/pdftops', ['-level3', await sample('pdf'), file]);
  },
  eps: (file) => writeFile(file, eps()),
  // Illustrator files are PDF files, so the sample is a PDF with another extension.
  ai: async (file, sample) => {
    const [svg, made] = [await sample('svg'), `${file}.pdf`];
    await run('/usr/bin/rsvg-convert', [
      '--format',
      'pdf',
      '--dpi-x',
      '192',
      '--dpi-y',
      '192',
      '--output',
      made,
      svg,
    ]);
    await rename(made, file);
  },
  djvu: async (file, sample) => {
    await python(packDjvu, [file, await sample('pdf'), JSON.stringify(pageLines.map(textOfPage))]);
  },
  xps: async (file) => {
    await python(packXps, [file, JSON.stringify(xps())]);
  },
};

interface DrawnLine {
  text: string;
  size: number;
  /** Distance from the left, in points. */
  x?: number;
  /** Whether the text is on the same line as the previous text. */
  beside?: true;
}

const [first, second] = letter.sections;

const pageLines: readonly (readonly DrawnLine[])[] = [
  [
    { text: letter.title, size: 24 },
    { text: first.heading, size: 16 },
    ...first.paragraphs.flatMap((paragraph) => wrapped(paragraph)),
  ],
  [
    { text: second.heading, size: 16 },
    ...second.paragraphs.flatMap((paragraph) => wrapped(paragraph)),
    ...letter.list.map((item) => ({ text: `\u2022 ${item}`, size: 11, x: 80 })),
    ...letter.table.flatMap(([boat, berth]) => [
      { text: boat, size: 11 },
      { text: berth, size: 11, x: 200, beside: true as const },
    ]),
    { text: `See ${letter.link.text}.`, size: 11 },
  ],
];

const textOfPage = (lines: readonly DrawnLine[]) => lines.map(({ text }) => text).join(' ');

/** Splits a paragraph into lines of at most 70 characters. */
function wrapped(paragraph: string): DrawnLine[] {
  return (paragraph.match(/.{1,70}(?:\s|$)/g) ?? []).map((text) => ({ text: text.trim(), size: 11 }));
}

function pdf(): Buffer {
  const kids = pageLines.map((_, n) => `${4 + n * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pageLines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pageLines.flatMap((lines, n) => [page(5 + n * 2, n === pageLines.length - 1), stream(n + 1, lines)]),
  ];
  return assemble(objects);
}

function page(content: number, withLink: boolean): string {
  const link = `/Annots [<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [60 565 200 585] /A << /S /URI /URI (${letter.link.href}) >> >>]`;
  return (
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] ` +
    `/Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R ${withLink ? link : ''} >>`
  );
}

/** Returns the lines with their positions: the left end of the baseline, in points from the top left of the page. */
function placed(lines: readonly DrawnLine[]): (DrawnLine & { x: number; y: number })[] {
  let y = pageSize.height - 770;
  return lines.map((line) => {
    if (!line.beside) y += line.size * 1.6;
    return { ...line, x: line.x ?? 60, y };
  });
}

function stream(number: number, lines: readonly DrawnLine[]): string {
  const drawn = placed(lines).map(
    ({ text, size, x, y }) =>
      `BT /F1 ${size} Tf ${x} ${(pageSize.height - y).toFixed(1)} Td (${escaped(text)}) Tj ET`,
  );
  const marks = squares
    .filter((square) => square.page === number)
    .map(({ x, y: top, size, colour }) => {
      const rgb = colour.map((value) => (value / 255).toFixed(4)).join(' ');
      return `q ${rgb} rg ${x} ${pageSize.height - top - size} ${size} ${size} re f Q`;
    });
  const body = [...drawn, ...marks].join('\n');
  return `<< /Length ${Buffer.byteLength(body, 'latin1')} >>\nstream\n${body}\nendstream`;
}

/**
 * Escapes text for a PDF string. In WinAnsi encoding, the code of the bullet is 0x95, which is a control character in
 * Latin-1.
 */
function escaped(text: string): string {
  return text.replaceAll('\u2022', '\u0095').replace(/[\\()]/g, '\\$&');
}

function assemble(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = body.length;
    body += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Returns the sample picture as EPS, in the size of the picture at 192 dpi. Omits transparent blocks. */
function eps(): string {
  const { width, height } = picture();
  const scale = 72 / 192;
  const filled = blocks.flatMap(([red, green, blue, alpha], n) => {
    if (alpha === 0) return [];
    const [x, y] = [(n % columns) * blockSize, height - (Math.floor(n / columns) + 1) * blockSize];
    const rgb = (alpha ? [red, green, blue] : [255, 255, 255])
      .map((value) => (value / 255).toFixed(4))
      .join(' ');
    return `${rgb} setrgbcolor ${x} ${y} ${blockSize} ${blockSize} rectfill`;
  });
  const [right, top] = [width * scale, height * scale];
  return [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${Math.ceil(right)} ${Math.ceil(top)}`,
    `%%HiResBoundingBox: 0 0 ${right.toFixed(4)} ${top.toFixed(4)}`,
    '%%EndComments',
    `${scale} ${scale} scale`,
    ...filled,
    'showpage',
    '%%EOF',
    '',
  ].join('\n');
}

const schema = 'http://schemas.microsoft.com/xps/2005/06';
const [xpsFont = ''] = globSync('/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf').reverse();

/** Returns the parts of an XPS file by name. Lengths are in 1/96 inch. */
function xps(): Record<string, string> {
  const scale = 96 / 72;
  const pixels = (points: number) => (points * scale).toFixed(2);
  const relations = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="R0" Type="${schema}/${type}" Target="${target}"/></Relationships>`;
  const glyphs = ({ text, size, x, y }: ReturnType<typeof placed>[number]) =>
    `<Glyphs FontUri="/Resources/Font.ttf" FontRenderingEmSize="${pixels(size)}" OriginX="${pixels(x)}" OriginY="${pixels(y)}" Fill="#ff000000" UnicodeString="${text}"/>`;
  const square = ({ x, y, size, colour }: (typeof squares)[number]) =>
    `<Path Fill="#ff${Buffer.from(colour).toString('hex')}" Data="M ${pixels(x)},${pixels(y)} h ${pixels(size)} v ${pixels(size)} h -${pixels(size)} z"/>`;
  const fixedPages = pageLines.map((lines, n) => [
    `<FixedPage xmlns="${schema}" xml:lang="en" Width="${pixels(pageSize.width)}" Height="${pixels(pageSize.height)}">`,
    ...[
      ...placed(lines).map(glyphs),
      ...squares.filter(({ page: number }) => number === n + 1).map(square),
      '</FixedPage>',
    ],
  ]);
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="ttf" ContentType="application/vnd.ms-opentype"/>' +
      '<Default Extension="fdseq" ContentType="application/vnd.ms-package.xps-fixeddocumentsequence+xml"/>' +
      '<Default Extension="fdoc" ContentType="application/vnd.ms-package.xps-fixeddocument+xml"/>' +
      '<Default Extension="fpage" ContentType="application/vnd.ms-package.xps-fixedpage+xml"/></Types>',
    '_rels/.rels': relations('fixedrepresentation', '/FixedDocSeq.fdseq'),
    'FixedDocSeq.fdseq': `<FixedDocumentSequence xmlns="${schema}"><DocumentReference Source="/Documents/1/FixedDoc.fdoc"/></FixedDocumentSequence>`,
    'Documents/1/FixedDoc.fdoc': `<FixedDocument xmlns="${schema}">${pageLines.map((_, n) => `<PageContent Source="Pages/${n + 1}.fpage"/>`).join('')}</FixedDocument>`,
    ...Object.fromEntries(
      fixedPages.map((parts, n) => [`Documents/1/Pages/${n + 1}.fpage`, parts.join('\n')]),
    ),
    ...Object.fromEntries(
      fixedPages.map((_, n) => [
        `Documents/1/Pages/_rels/${n + 1}.fpage.rels`,
        relations('required-resource', '/Resources/Font.ttf'),
      ]),
    ),
  };
}

const packXps = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as packed:
    for name, text in json.loads(sys.argv[2]).items():
        packed.writestr(name, text)
    packed.write('${xpsFont}', 'Resources/Font.ttf')
`;

/**
 * Python program that renders the pages of a PDF, adds a text layer to each page, and combines the pages into one DjVu
 * file.
 */
const packDjvu = `
import json, os, subprocess, sys, tempfile
file, pdf, texts = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
with tempfile.TemporaryDirectory() as work:
    subprocess.run(['pdftoppm', '-r', '100', pdf, f'{work}/page'], check=True)
    pages = []
    for n, text in enumerate(texts, 1):
        page = f'{work}/page-{n}.djvu'
        subprocess.run(['c44', '-dpi', '100', f'{work}/page-{n}.ppm', page], check=True)
        with open(f'{work}/text', 'w') as out:
            out.write(f'(page 0 0 826 1169 {json.dumps(text, ensure_ascii=False)})')
        subprocess.run(['djvused', page, '-e', f'select 1; set-txt {work}/text; save'], check=True)
        pages.append(page)
    subprocess.run(['djvm', '-c', file, *pages], check=True)
`;
