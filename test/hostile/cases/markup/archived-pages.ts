/**
 * Archives of web pages. In some archives, pages refer to files outside the archive. In other archives for hostile
 * tests, members are links to files outside the archive, have paths outside the archive, or unpack to more than the
 * space limit.
 */
import { gzipSync } from 'node:zlib';
import { tar } from '../../bytes/tar.ts';
import { zip, zipOf } from '../../bytes/zip.ts';
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';
import { up } from '../files/archives.ts';
import { zeroes } from '../files/bombs.ts';

const targets = ['html', 'pdf', 'docx', 'epub', 'png'];
const link = 0o120777;

/** Returns a page that refers to the files `text` and `picture` with every HTML element that can refer to a file. */
export const shows = (text: string, picture: string) =>
  `<!DOCTYPE html><link rel="stylesheet" href="${text}"><link rel="stylesheet" href="a.css"><style>@import "${text}"; p { background: url('${picture}') }</style>
<p>x <img src="${picture}"><img src="${text}" srcset="${picture} 2x"><object data="${text}"></object><iframe src="${text}"></iframe><embed src="${text}">
<video poster="${picture}" src="${text}"></video><table background="${picture}"><tr><td>x</table><svg><image href="${picture}"/><use href="${text}#x"/></svg>
<script src="${text}"></script><base href="${text}">`;

const sheet = (text: string, picture: string) =>
  `@import url(${text}); @font-face { font-family: x; src: url("${text}") } p { background: url(${picture}) }`;

const site = (text: string, picture: string) => ({
  'index.html': shows(text, picture),
  'a.css': sheet(text, picture),
});

const naming: readonly [string, (fixtures: Fixtures) => Buffer][] = [
  ['path', ({ text, picture }) => zipOf(site(text, picture))],
  ['address', ({ text, picture }) => zipOf(site(`file://${text}`, `file://${picture}`))],
  ['climbing', ({ text, picture }) => zipOf(site(`${up}${text}`, `${up}${picture}`))],
  ['encoded', ({ text, picture }) => zipOf(site(`%2e%2e/%2e%2e${text}`, `..%2f..%2f${picture}`))],
  [
    'link',
    ({ text, picture }) =>
      zip([
        { name: 'index.html', data: shows('t', 'p.png') },
        { name: 't', data: text, mode: link },
        { name: 'p.png', data: picture, mode: link },
      ]),
  ],
  ['page-is-link', ({ text }) => zip([{ name: 'index.html', data: text, mode: link }])],
];

const rows: readonly FileCase[] = [
  ...naming.map(([name, make]): FileCase => ({
    name: `archived-page-${name}`,
    kind: 'read',
    ext: 'zip',
    to: targets,
    make,
  })),
  {
    name: 'archived-page-tar-links',
    kind: 'read',
    ext: 'tar.gz',
    to: targets,
    make: ({ text, picture }) =>
      gzipSync(
        tar([
          { name: 'index.html', data: shows('t', 'p.png') },
          { name: 't', type: '2', target: text },
          { name: 'p.png', type: '1', target: picture },
        ]),
      ),
  },
  {
    name: 'archived-page-web',
    kind: 'network',
    ext: 'zip',
    to: targets,
    make: ({ url, metadata }) => zipOf(site(`${url}a`, `${metadata}b`)),
  },
  {
    name: 'archived-page-member-out',
    kind: 'write',
    ext: 'zip',
    to: targets,
    make: ({ marker }) =>
      zipOf({ 'index.html': `<img src="${up}${marker}">x`, [`${up}${marker}`]: 'x', [marker]: 'x' }),
  },
  {
    name: 'archived-page-bomb',
    kind: 'resource',
    ext: 'zip',
    to: ['html', 'docx'],
    make: async () =>
      zip([
        { name: 'index.html', data: '<img src="a.png">x' },
        { name: 'a.png', packed: { bytes: await zeroes.deflate(1100), plain: 1100 * 1024 ** 2, crc: 0 } },
      ]),
  },
  {
    name: 'archived-page-tar-bomb',
    kind: 'resource',
    ext: 'tar.gz',
    to: ['html', 'docx'],
    make: () => zeroes.gzip(1100),
  },
  {
    name: 'archived-page-shown-often',
    kind: 'resource',
    ext: 'zip',
    to: ['html'],
    make: () =>
      zipOf({
        'index.html': `<p>x${'<img src="a.png">'.repeat(10_000)}`,
        'a.png': Buffer.alloc(1024 * 1024, 'x'),
      }),
  },
  {
    name: 'archived-page-imports-itself',
    kind: 'resource',
    ext: 'zip',
    to: ['html'],
    make: () =>
      zipOf({
        'index.html': '<link rel="stylesheet" href="a.css">x',
        'a.css': '@import "a.css";\n'.repeat(500),
      }),
  },
];

export const archivedPages = inCategory('archive', rows);
