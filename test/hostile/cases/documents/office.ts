/**
 * Spreadsheets, presentations and RTF files that include other files, fetch URLs, run programs, or expand to a huge
 * size.
 */
import { askedProgram } from '../../bytes/biff.ts';
import { outside, pptx, xlsx } from '../../bytes/open-xml.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { laughs } from '../files/bombs.ts';

const tables = ['pdf', 'csv', 'html', 'xlsx'];

const cell = (inside: string) => `<sheetData><row r="1"><c r="A1">${inside}</c></row></sheetData>`;

const openXml: readonly FileCase[] = [
  {
    name: 'xlsx-webservice',
    kind: 'network',
    ext: 'xlsx',
    to: tables,
    make: ({ url }) => xlsx(cell(`<f>_xlfn.WEBSERVICE("${url}data.xml")</f>`)),
  },
  {
    name: 'xls-dde',
    kind: 'code',
    ext: 'xls',
    to: tables,
    make: ({ marker }) => askedProgram('/bin/sh', `-c touch ${marker}`),
  },
  {
    name: 'xlsx-dde',
    kind: 'code',
    ext: 'xlsx',
    to: tables,
    make: ({ marker }) => xlsx(cell(`<f>DDE("/bin/sh","-c","touch ${marker}")</f>`)),
  },
  {
    name: 'xlsx-external',
    kind: 'read',
    ext: 'xlsx',
    to: tables,
    make: ({ text: file }) =>
      xlsx(cell(`<f>'file://${file}'#$S.A1</f>`), {
        'xl/externalLinks/_rels/externalLink1.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${outside('x', 'externalLinkPath', `file://${file}`)}</Relationships>`,
        'xl/externalLinks/externalLink1.xml':
          '<?xml version="1.0"?><externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><externalBook r:id="x"><sheetNames><sheetName val="S"/></sheetNames></externalBook></externalLink>',
      }),
  },
  {
    name: 'xlsx-corner',
    kind: 'resource',
    ext: 'xlsx',
    to: ['csv', 'pdf', 'html', 'json'],
    make: () =>
      xlsx(
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
      ),
  },
  {
    name: 'xlsx-merged',
    kind: 'resource',
    ext: 'xlsx',
    to: ['csv', 'html', 'json'],
    make: () =>
      xlsx(`${cell('<v>1</v>')}<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`),
  },
  {
    name: 'xlsx-laughs',
    kind: 'resource',
    ext: 'xlsx',
    to: ['csv', 'json'],
    make: () =>
      xlsx(cell('<v>1</v>'), {
        'xl/sharedStrings.xml': `<!DOCTYPE s [${laughs}]><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>&l9;</t></si></sst>`,
      }),
  },
  {
    name: 'xlsx-bomb',
    kind: 'resource',
    ext: 'xlsx',
    to: ['csv', 'json', 'pdf'],
    long: true,
    make: () => xlsx(`<sheetData>${'<row><c><v>1</v></c></row>'.repeat(5_000_000)}</sheetData>`),
  },
  {
    name: 'xlsx-costly-formula',
    kind: 'resource',
    ext: 'xlsx',
    to: ['csv', 'pdf'],
    long: true,
    make: () =>
      xlsx(
        `<sheetData>${Array.from({ length: 2000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><f>SUMPRODUCT((A$3000:Z$1048576=ROW())*1)</f></c></row>`).join('')}</sheetData>`,
      ),
  },
  {
    name: 'pptx-image-http',
    kind: 'network',
    ext: 'pptx',
    to: ['pdf', 'png', 'odp'],
    make: ({ url }) =>
      pptx(
        '<p:pic><p:nvPicPr><p:cNvPr id="2" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="i"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr></p:pic>',
        outside('i', 'image', `${url}picture.png`),
      ),
  },
  {
    name: 'pptx-media-file',
    kind: 'read',
    ext: 'pptx',
    to: ['pdf', 'odp'],
    make: ({ text: file }) =>
      pptx(
        '<p:pic><p:nvPicPr><p:cNvPr id="2" name="p"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="v"/></p:nvPr></p:nvPicPr><p:blipFill/><p:spPr/></p:pic>',
        outside('v', 'video', `file://${file}`),
      ),
  },
];
const rtf = (inside: string) => `{\\rtf1\\ansi ${inside}\\par x}`;

const older: readonly FileCase[] = [
  {
    name: 'rtf-picture-field',
    kind: 'network',
    ext: 'rtf',
    to: ['pdf', 'docx', 'html'],
    make: ({ url }) => rtf(`{\\field{\\*\\fldinst INCLUDEPICTURE "${url}picture.png" \\\\d}{\\fldrslt x}}`),
  },
  {
    name: 'rtf-include-text',
    kind: 'read',
    ext: 'rtf',
    to: ['pdf', 'txt', 'html'],
    make: ({ text: file }) => rtf(`{\\field{\\*\\fldinst INCLUDETEXT "${file}"}{\\fldrslt x}}`),
  },
  {
    name: 'rtf-template',
    kind: 'network',
    ext: 'rtf',
    to: ['pdf', 'docx'],
    make: ({ url }) => rtf(`{\\*\\template ${url}t.dot}`),
  },
  {
    name: 'rtf-object-link',
    kind: 'read',
    ext: 'rtf',
    to: ['pdf', 'odt'],
    make: ({ text: file }) =>
      rtf(
        `{\\object\\objautlink\\objupdate{\\*\\objclass Word.Document}{\\*\\objdata ${Buffer.from(file).toString('hex')}}}`,
      ),
  },
  {
    name: 'rtf-deep',
    kind: 'resource',
    ext: 'rtf',
    to: ['pdf', 'txt', 'html'],
    make: () => rtf('{'.repeat(500_000)),
  },
  {
    name: 'csv-webservice',
    kind: 'network',
    ext: 'csv',
    to: ['xlsx', 'pdf', 'html', 'ods'],
    make: ({ url }) => `a,b\n"=WEBSERVICE(""${url}x"")",1\n`,
  },
  {
    name: 'csv-dde',
    kind: 'code',
    ext: 'csv',
    to: ['xlsx', 'pdf', 'ods'],
    make: ({ marker }) =>
      `a,b\n"=cmd|'/C touch ${marker}'!A0","=DDE(""/bin/sh"";""-c"";""touch ${marker}"")"\n`,
  },
  {
    name: 'slk-formula',
    kind: 'network',
    ext: 'slk',
    to: ['pdf', 'csv', 'xlsx'],
    make: ({ url }) => `ID;P\nC;X1;Y1;K"x";EWEBSERVICE("${url}x")\nE\n`,
  },
];

export const office = inCategory('office', [...openXml, ...older]);
