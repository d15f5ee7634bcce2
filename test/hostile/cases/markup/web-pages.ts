/** Web pages that fetch URLs, include files, run scripts, or have deeply nested or huge elements. */
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';

/** Targets of web pages, which cover the engines Chromium, pandoc and calibre. */
const pages = ['pdf', 'png', 'docx', 'epub', 'mobi', 'odt', 'md'];

const html = (inside: string, head = '') =>
  `<!DOCTYPE html><html><head><title>x</title>${head}</head><body>${inside}<p>x</p></body></html>`;
type Asks = readonly [name: string, kind: FileCase['kind'], make: (fixtures: Fixtures) => string];

const webPages: readonly Asks[] = [
  ['image-file', 'read', ({ picture }) => html(`<img src="file://${picture}">`)],
  ['image-path', 'read', ({ picture }) => html(`<img src="${picture}">`)],
  ['image-climbing', 'read', ({ tempPicture }) => html(`<img src="../../../../../..${tempPicture}">`)],
  ['image-http', 'network', ({ url }) => html(`<img src="${url}picture.png">`)],
  ['image-upper-case', 'network', ({ url }) => html(`<img src="${url.replace('http', 'HTTP')}picture.png">`)],
  [
    'image-host',
    'network',
    ({ host }) => html(`<img src="//${host}/picture.png"><img src="http://${host}/x.png">`),
  ],
  ['image-metadata', 'network', ({ metadata }) => html(`<img src="${metadata}latest/meta-data/">`)],
  [
    'frame-file',
    'read',
    ({ text }) =>
      html(
        `<iframe src="file://${text}"></iframe><embed src="file://${text}"><object data="file://${text}"></object>`,
      ),
  ],
  ['base', 'network', ({ url }) => html('<img src="picture.png">', `<base href="${url}">`)],
  [
    'stylesheet',
    'network',
    ({ url }) =>
      html(
        '',
        `<link rel="stylesheet" href="${url}sheet.css"><style>@import "${url}sheet2.css"; body { background: url("${url}back.png") }</style>`,
      ),
  ],
  [
    'stylesheet-file',
    'read',
    ({ text }) =>
      html('', `<link rel="stylesheet" href="file://${text}"><style>@import "file://${text}";</style>`),
  ],
  [
    'font',
    'network',
    ({ url }) =>
      html(
        '',
        `<style>@font-face { font-family: f; src: url("${url}f.ttf") } body { font-family: f }</style>`,
      ),
  ],
  [
    'attachment',
    'read',
    ({ text }) =>
      html(
        `<a rel="attachment" href="file://${text}">x</a>`,
        `<link rel="attachment" href="file://${text}">`,
      ),
  ],
  ['link', 'read', ({ text }) => html(`<a href="file://${text}">x</a><a href="${text}">y</a>`)],
  ['refresh', 'network', ({ url }) => html('', `<meta http-equiv="refresh" content="0;url=${url}">`)],
  [
    'script',
    'network',
    ({ url }) =>
      html(
        `<script>fetch("${url}x"); new Image().src = "${url}y.png"; new WebSocket("${url}".replace("http", "ws"))</script>`,
      ),
  ],
  [
    'script-file',
    'read',
    ({ text }) =>
      html(
        `<script>var r = new XMLHttpRequest(); r.open("GET", "file://${text}", false); r.send(); document.write(r.responseText)</script>`,
      ),
  ],
  [
    'media',
    'network',
    ({ url }) =>
      html(
        `<video src="${url}v.mp4" poster="${url}p.png"></video><audio src="${url}a.mp3"></audio><picture><source srcset="${url}s.png"></picture><track src="${url}t.vtt">`,
      ),
  ],
  [
    'svg',
    'read',
    ({ picture, text }) =>
      html(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file://${picture}" width="9" height="9"/><use xlink:href="file://${text}#x"/></svg>`,
      ),
  ],
  [
    'css-content',
    'read',
    ({ picture }) =>
      html(
        '',
        `<style>p::before { content: url("file://${picture}") } li { list-style-image: url("file://${picture}") }</style>`,
      ),
  ],
];

const hypertext: readonly FileCase[] = [
  ...webPages.map(([name, kind, make]): FileCase => ({
    name: `html-${name}`,
    kind,
    ext: 'html',
    to: pages,
    make,
  })),
  {
    name: 'xhtml-xxe',
    kind: 'read',
    ext: 'xhtml',
    to: ['pdf', 'epub', 'docx', 'md'],
    make: ({ text }) =>
      `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file://${text}">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>&x;</p></body></html>`,
  },
  {
    name: 'html-deep',
    kind: 'resource',
    ext: 'html',
    to: pages,
    make: () => html('<div>'.repeat(100_000)),
    long: true,
  },
  {
    name: 'html-deep-table',
    kind: 'resource',
    ext: 'html',
    to: ['pdf', 'docx', 'epub'],
    make: () => html('<table><tr><td>'.repeat(3000)),
    long: true,
  },
  {
    name: 'html-wide-table',
    kind: 'resource',
    ext: 'html',
    to: ['pdf', 'docx', 'xlsx', 'csv', 'json'],
    make: () =>
      html(
        '<table><tr><td colspan="65534" rowspan="65534">x</td></tr><tr><td colspan="1000000000">y</td></tr></table>',
      ),
  },
  {
    name: 'html-large-page',
    kind: 'resource',
    ext: 'html',
    to: ['pdf'],
    make: () =>
      html('<div style="height: 100000000cm">x</div>', '<style>@page { size: 1cm 1cm; margin: 0 }</style>'),
    long: true,
  },
  {
    name: 'html-float-columns',
    kind: 'resource',
    ext: 'html',
    to: ['pdf'],
    make: () =>
      html(`<div style="columns: 1000">${'<span style="float: left">x</span>'.repeat(50_000)}</div>`),
    long: true,
  },
  {
    name: 'html-image-data-bomb',
    kind: 'resource',
    ext: 'html',
    to: ['pdf', 'docx', 'epub'],
    make: () =>
      html(
        `<img src="data:image/gif;base64,${Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff0002024c01003b', 'hex').toString('base64')}">`,
      ),
  },
];
export const webPageCases = inCategory('markup', hypertext);
