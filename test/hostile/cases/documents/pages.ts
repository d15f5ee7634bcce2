/** PDF and XPS files that refer to other files or URLs, run programs, repeat content, or unpack to a huge size. */
import { deflateSync } from 'node:zlib';
import { onePage, pdf } from '../../bytes/pdf.ts';
import { zipOf } from '../../bytes/zip.ts';
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';
import { zeroes } from '../files/bombs.ts';

const packed = '/Filter /FlateDecode';
const allOfPdf = ['pdf', 'png', 'txt', 'html', 'ps', 'docx', 'svg'];

const launch = ({ marker }: Fixtures) =>
  `/OpenAction << /S /Launch /F (/usr/bin/touch) /Unix (touch ${marker}) /Win << /F (touch) /P (${marker}) >> >>`;

const references: readonly FileCase[] = [
  {
    name: 'pdf-external-stream',
    kind: 'read',
    ext: 'pdf',
    to: allOfPdf,
    make: ({ text }) => onePage('', { head: `/F << /Type /Filespec /FS /URL /F (file://${text}) >>` }),
  },
  {
    name: 'pdf-external-file',
    kind: 'read',
    ext: 'pdf',
    to: ['png', 'txt', 'ps'],
    make: ({ text }) => onePage('', { head: `/F (${text})` }),
  },
  {
    name: 'pdf-launch',
    kind: 'code',
    ext: 'pdf',
    to: allOfPdf,
    make: (fixtures) => onePage('', { catalogue: launch(fixtures) }),
  },
  {
    name: 'pdf-script',
    kind: 'network',
    ext: 'pdf',
    to: allOfPdf,
    make: ({ url }) =>
      onePage('', {
        catalogue: `/OpenAction << /S /JavaScript /JS (this.submitForm("${url}"); app.launchURL("${url}");) >>`,
      }),
  },
  {
    name: 'pdf-postscript-object',
    kind: 'read',
    ext: 'pdf',
    to: ['png', 'ps', 'eps'],
    make: ({ text }) =>
      onePage('/P Do', {
        page: '/Resources << /XObject << /P 5 0 R >> >>',
        more: [{ head: '/Type /XObject /Subtype /PS', stream: `(${text}) run` }],
      }),
  },
  {
    name: 'pdf-alternate-image',
    kind: 'network',
    ext: 'pdf',
    to: ['png', 'html', 'svg'],
    make: ({ url }) =>
      onePage('100 0 0 100 0 0 cm /P Do', {
        page: '/Resources << /XObject << /P 5 0 R >> >>',
        more: [
          {
            head: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /OPI << /2.0 << /Type /OPI /Version 2.0 /F (${url}picture.png) >> >>`,
            stream: 'abc',
          },
        ],
      }),
  },
  {
    name: 'xps-image-file',
    kind: 'read',
    ext: 'xps',
    to: ['pdf', 'png'],
    make: ({ picture }) =>
      zipOf({
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="fpage" ContentType="application/vnd.ms-package.xps-fixedpage+xml"/><Default Extension="fdoc" ContentType="application/vnd.ms-package.xps-fixeddocument+xml"/><Default Extension="fdseq" ContentType="application/vnd.ms-package.xps-fixeddocumentsequence+xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
        '_rels/.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.microsoft.com/xps/2005/06/fixedrepresentation" Target="/s.fdseq"/></Relationships>',
        's.fdseq':
          '<FixedDocumentSequence xmlns="http://schemas.microsoft.com/xps/2005/06"><DocumentReference Source="/d.fdoc"/></FixedDocumentSequence>',
        'd.fdoc':
          '<FixedDocument xmlns="http://schemas.microsoft.com/xps/2005/06"><PageContent Source="/p.fpage"/></FixedDocument>',
        'p.fpage': `<FixedPage xmlns="http://schemas.microsoft.com/xps/2005/06" Width="100" Height="100"><Path Data="M0,0 L90,0 90,90z"><Path.Fill><ImageBrush ImageSource="../../../..${picture}" Viewbox="0,0,9,9" Viewport="0,0,90,90" ViewboxUnits="Absolute" ViewportUnits="Absolute"/></Path.Fill></Path></FixedPage>`,
      }),
  },
];

const costly: readonly FileCase[] = [
  {
    name: 'pdf-flate-bomb',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'txt', 'ps', 'html'],
    long: true,
    make: async () => onePage(await zeroes.zlib(1100), { head: packed }),
  },
  {
    name: 'pdf-flate-twice',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'txt'],
    make: async () =>
      onePage(deflateSync(await zeroes.zlib(1100)), { head: '/Filter [ /FlateDecode /FlateDecode ]' }),
    long: true,
  },
  {
    name: 'pdf-wide-page',
    kind: 'resource',
    ext: 'pdf',
    to: ['png', 'jpg', 'tiff', 'svg', 'eps'],
    make: () => onePage('0 0 99 99 re f', { box: '[0 0 2000000 2000000]' }),
  },
  {
    name: 'pdf-large-page',
    kind: 'resource',
    ext: 'pdf',
    to: ['png', 'bmp'],
    make: () => onePage('0 0 99 99 re f', { box: '[0 0 14400 14400]' }),
  },
  {
    name: 'pdf-form-loop',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'txt', 'ps', 'svg'],
    make: () =>
      onePage('/F Do', {
        page: '/Resources << /XObject << /F 5 0 R >> >>',
        more: [
          {
            head: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>',
            stream: '/F Do /F Do',
          },
        ],
      }),
  },
  {
    name: 'pdf-form-bomb',
    kind: 'resource',
    ext: 'pdf',
    to: ['png', 'txt', 'svg', 'ps'],
    long: true,
    make: () =>
      onePage('/F Do', {
        page: '/Resources << /XObject << /F 5 0 R >> >>',
        more: Array.from({ length: 10 }, (_, n) => ({
          head: `/Type /XObject /Subtype /Form /BBox [0 0 900 900] /Resources << ${n < 9 ? `/XObject << /F ${n + 6} 0 R >>` : ''} >>`,
          stream: n < 9 ? '/F Do '.repeat(10) : '0 0 9 9 re f',
        })),
      }),
  },
  {
    name: 'pdf-pages-loop',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'txt', 'html'],
    make: () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 /Parent 2 0 R >>',
      ]),
  },
  {
    name: 'pdf-many-pages',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'txt', 'html', 'docx'],
    make: () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      ]),
    long: true,
  },
  {
    name: 'pdf-table-loop',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'txt'],
    make: () => {
      const whole = onePage('0 0 9 9 re f').toString('latin1');
      const at = whole.lastIndexOf('xref\n0');
      return Buffer.from(whole.replace('/Root', `/Prev ${at} /Root`), 'latin1');
    },
  },
  {
    name: 'pdf-image-bomb',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'html', 'jpg'],
    make: () =>
      onePage('100 0 0 100 0 0 cm /P Do', {
        page: '/Resources << /XObject << /P 5 0 R >> >>',
        more: [
          {
            head: `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${packed}`,
            stream: deflateSync(Buffer.alloc(16 * 1024 * 1024), { level: 9 }),
          },
        ],
      }),
  },
  {
    name: 'pdf-shading',
    kind: 'resource',
    ext: 'pdf',
    to: ['png', 'ps'],
    make: () =>
      onePage('/S sh '.repeat(2000), {
        page: '/Resources << /Shading << /S << /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [595 0 0 842 0 0] /Function 5 0 R >> >> >>',
        more: [
          {
            head: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
            stream: `{ ${'2 copy mul sin cos '.repeat(200)} pop dup dup }`,
          },
        ],
      }),
    long: true,
  },
  {
    name: 'pdf-deep',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf', 'png', 'txt', 'html'],
    make: () => onePage('', { page: `/X ${'['.repeat(500_000)}${']'.repeat(500_000)}` }),
  },
];
export const pages = inCategory('page', [...references, ...costly]);
