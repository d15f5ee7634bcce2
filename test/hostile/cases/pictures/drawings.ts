/** SVG and DXF drawings that read files, send requests or run code. */
import { gzipSync } from 'node:zlib';
import { inCategory, type FileCase } from '../../case.ts';
import { picture, svg } from '../../bytes/svg.ts';

const dots = ['png', 'webp'];
/** Target formats that together cover the engines resvg, librsvg and LibreOffice. */
const all = ['png', 'jpg', 'webp', 'pdf', 'eps', 'svgz', 'emf'];

const rows: readonly FileCase[] = [
  {
    name: 'svg-image-file',
    kind: 'read',
    ext: 'svg',
    to: all,
    make: (fixtures) => svg(picture(`file://${fixtures.picture}`)),
  },
  {
    name: 'svg-image-path',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) => svg(picture(fixtures.picture)),
  },
  {
    name: 'svg-image-climbing',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) => svg(picture(`../../../../../..${fixtures.tempPicture}`)),
  },
  {
    name: 'svg-image-http',
    kind: 'network',
    ext: 'svg',
    to: all,
    make: (fixtures) => svg(picture(`${fixtures.url}picture.png`)),
  },
  {
    name: 'svg-image-metadata',
    kind: 'network',
    ext: 'svg',
    to: dots,
    make: (fixtures) => svg(picture(`${fixtures.metadata}picture.png`)),
  },
  {
    name: 'svg-css-import',
    kind: 'network',
    ext: 'svg',
    to: all,
    make: (fixtures) =>
      svg(`<style>@import url("${fixtures.url}sheet.css");</style><rect width="9" height="9"/>`),
  },
  {
    name: 'svg-stylesheet-instruction',
    kind: 'network',
    ext: 'svg',
    to: all,
    make: (fixtures) =>
      svg('<rect width="9" height="9"/>', {
        before: `<?xml-stylesheet type="text/css" href="${fixtures.url}sheet.css"?>`,
      }),
  },
  {
    name: 'svg-font-face',
    kind: 'network',
    ext: 'svg',
    to: dots,
    make: (fixtures) =>
      svg(
        `<style>@font-face { font-family: f; src: url("${fixtures.url}font.ttf") } text { font-family: f }</style><text y="20">x</text>`,
      ),
  },
  {
    name: 'svg-xxe',
    kind: 'read',
    ext: 'svg',
    to: all,
    make: (fixtures) =>
      svg('<text y="20">&x;</text>', {
        before: `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${fixtures.text}">]>`,
      }),
  },
  {
    name: 'svg-xxe-http',
    kind: 'network',
    ext: 'svg',
    to: dots,
    make: (fixtures) =>
      svg('<text y="20">x</text>', { before: `<!DOCTYPE svg SYSTEM "${fixtures.url}drawing.dtd">` }),
  },
  {
    name: 'svg-xinclude',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) =>
      svg(
        `<text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${fixtures.text}" parse="text"/></text>`,
      ),
  },
  {
    name: 'svg-xinclude-nested',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) =>
      svg(
        `<text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href=".?../../../../..${fixtures.text}" parse="text" encoding="UTF-8"><xi:fallback/></xi:include></text>`,
      ),
  },
  {
    name: 'svg-text-scheme',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) => svg(picture(`text:${fixtures.text}`)),
  },
  {
    name: 'svg-msl-scheme',
    kind: 'code',
    ext: 'svg',
    to: dots,
    make: () => svg(picture('msl:/job/in/in.svg')),
  },
  {
    name: 'svg-foreign-object',
    kind: 'read',
    ext: 'svg',
    to: all,
    make: (fixtures) =>
      svg(
        `<foreignObject width="90" height="90"><iframe xmlns="http://www.w3.org/1999/xhtml" src="file://${fixtures.text}"/></foreignObject>`,
      ),
  },
  {
    name: 'svg-filter-image',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) =>
      svg(
        `<filter id="f"><feImage xlink:href="file://${fixtures.picture}"/></filter><rect width="90" height="90" filter="url(#f)"/>`,
      ),
  },
  {
    name: 'svg-use-file',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) => svg(`<use xlink:href="file://${fixtures.text}#x"/>`),
  },
  {
    name: 'svg-in-svg',
    kind: 'read',
    ext: 'svg',
    to: dots,
    make: (fixtures) => {
      const inner = Buffer.from(svg(picture(`file://${fixtures.picture}`))).toString('base64');
      return svg(picture(`data:image/svg+xml;base64,${inner}`));
    },
  },
  {
    name: 'svg-script',
    kind: 'code',
    ext: 'svg',
    to: all,
    make: (fixtures) =>
      svg(
        `<script>require("fs").writeFileSync("${fixtures.marker}", "x")</script><rect width="9" height="9"/>`,
      ),
  },
  {
    name: 'svgz-xxe',
    kind: 'read',
    ext: 'svgz',
    to: ['png', 'pdf', 'svg'],
    make: (fixtures) =>
      gzipSync(
        svg('<text y="20">&x;</text>', {
          before: `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${fixtures.text}">]>`,
        }),
      ),
  },
  {
    name: 'dxf-image',
    kind: 'read',
    ext: 'dxf',
    to: ['png', 'pdf'],
    make: (fixtures) =>
      [
        ...[
          '0',
          'SECTION',
          '2',
          'ENTITIES',
          '0',
          'LINE',
          '8',
          '0',
          '10',
          '0',
          '20',
          '0',
          '11',
          '9',
          '21',
          '9',
        ],
        ...['0', 'IMAGE', '8', '0', '10', '0', '20', '0', '11', '1', '21', '0', '12', '0', '22', '1'],
        ...['13', '9', '23', '9', '340', '1F', '0', 'ENDSEC', '0', 'SECTION', '2', 'OBJECTS'],
        ...[
          '0',
          'IMAGEDEF',
          '5',
          '1F',
          '1',
          fixtures.picture,
          '10',
          '9',
          '20',
          '9',
          '0',
          'ENDSEC',
          '0',
          'EOF',
          '',
        ],
      ].join('\n'),
  },
];

export const drawings = inCategory('image', rows);
