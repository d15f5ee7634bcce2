/** OpenDocument files that include other files, fetch URLs, run programs, or expand to a huge size. */
import { flat, frame, openDocument } from '../../bytes/open-document.ts';
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';
import { laughs } from '../files/bombs.ts';

/** Target formats that together cover the engines LibreOffice, pandoc and calibre. */
const words = ['pdf', 'html', 'epub', 'md'];
const letters = ['pdf', 'docx', 'html'];
const tables = ['pdf', 'csv', 'html', 'xlsx'];
const macro = ({ marker }: Fixtures) => `Sub Main\nShell("/usr/bin/touch", 0, "${marker}", True)\nEnd Sub\n`;

const onLoad =
  '<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners>';

const flatMacro = (fixtures: Fixtures) =>
  `<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>${macro(fixtures)}</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>${onLoad}</office:scripts>`;

const table = (inside: string) => `<table:table table:name="S">${inside}</table:table>`;
const formula = (is: string) =>
  table(
    `<table:table-row><table:table-cell table:formula="${is}" office:value-type="string"/></table:table-row>`,
  );
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
    make: ({ tempPicture }) =>
      openDocument('text', { inside: `<text:p>${frame(`../../../../../..${tempPicture}`)}</text:p>` }),
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
    make: (fixtures) => flat('text', { scripts: flatMacro(fixtures), inside: '<text:p>x</text:p>' }),
  },
  {
    name: 'fods-macro',
    kind: 'code',
    ext: 'fods',
    to: ['csv', 'pdf'],
    make: (fixtures) => flat('spreadsheet', { scripts: flatMacro(fixtures), inside: formula('of:=1') }),
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
    make: ({ text: file }) =>
      flat('spreadsheet', { inside: formula(`of:=WEBSERVICE(&quot;file://${file}&quot;)`) }),
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
      openDocument('text', {
        before: `<!DOCTYPE o [<!ENTITY x SYSTEM "file://${file}">]>`,
        inside: '<text:p>&x;</text:p>',
      }),
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
export const openDocumentCases = inCategory('office', openDocuments);
