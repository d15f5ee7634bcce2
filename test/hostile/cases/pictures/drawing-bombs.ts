/** SVG drawings that repeat or nest elements excessively, are huge, or unpack to a huge size. */
import { svg } from '../../bytes/svg.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { laughs, zeroes } from '../files/bombs.ts';

/** SVG groups. Each group draws the previous group 10 times. */
const uses = Array.from(
  { length: 9 },
  (_, n) => `<g id="g${n + 1}">${`<use xlink:href="#g${n}"/>`.repeat(10)}</g>`,
).join('');

const dots = ['png', 'webp'];

const rows: readonly FileCase[] = [
  {
    name: 'svg-laughs',
    kind: 'resource',
    ext: 'svg',
    to: ['png', 'pdf', 'emf'],
    make: () => svg('<text y="20">&l9;</text>', { before: `<!DOCTYPE svg [${laughs}]>` }),
  },
  {
    name: 'svg-use-bomb',
    kind: 'resource',
    ext: 'svg',
    to: ['png', 'pdf'],
    make: () => svg(`<g id="g0"><rect width="9" height="9"/></g>${uses}<use xlink:href="#g9"/>`),
  },
  {
    name: 'svg-use-self',
    kind: 'resource',
    ext: 'svg',
    to: dots,
    make: () => svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'),
  },
  {
    name: 'svg-pattern-self',
    kind: 'resource',
    ext: 'svg',
    to: ['png', 'pdf'],
    make: () =>
      svg(
        '<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="100" height="100" fill="url(#p)"/>',
      ),
  },
  {
    name: 'svg-huge',
    kind: 'resource',
    ext: 'svg',
    to: ['png', 'pdf', 'webp'],
    make: () => svg('<rect width="9" height="9"/>', { more: 'width="1000000" height="1000000"' }),
  },
  {
    name: 'svg-large',
    kind: 'resource',
    ext: 'svg',
    to: ['png', 'bmp'],
    make: () => svg('<rect width="9" height="9"/>', { more: 'width="32000" height="32000"' }),
  },
  {
    name: 'svg-blur',
    kind: 'resource',
    ext: 'svg',
    to: ['png'],
    make: () =>
      svg(
        `<filter id="f">${'<feGaussianBlur stdDeviation="900"/>'.repeat(200)}</filter><rect width="4000" height="4000" filter="url(#f)"/>`,
        { more: 'width="8000" height="8000"' },
      ),
  },
  {
    name: 'svg-turbulence',
    kind: 'resource',
    ext: 'svg',
    to: ['png'],
    make: () =>
      svg(
        '<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.9" numOctaves="1000"/></filter><rect width="6000" height="6000" filter="url(#f)"/>',
        { more: 'width="6000" height="6000"' },
      ),
  },
  {
    name: 'svg-deep',
    kind: 'resource',
    ext: 'svg',
    to: ['png', 'pdf', 'emf'],
    make: () => svg('<g>'.repeat(200_000) + '</g>'.repeat(200_000)),
  },
  {
    name: 'svg-many-dashes',
    kind: 'resource',
    ext: 'svg',
    to: ['png'],
    make: () =>
      svg(
        '<path d="M0 0L1000000000 1000000000" stroke="red" stroke-width="9" stroke-dasharray="0.0001 0.0001"/>',
      ),
  },
  {
    name: 'svgz-bomb',
    kind: 'resource',
    ext: 'svgz',
    to: ['png', 'svg', 'pdf'],
    make: () => zeroes.gzip(1100),
  },
];

export const drawingBombs = inCategory('image', rows);
