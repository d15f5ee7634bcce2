/**
 * Lists the ways in which web pages, e-books, email messages, drawings, PostScript and PDF can refer to another file.
 */
import { epub } from '../../bytes/epub.ts';
import { onePage } from '../../bytes/pdf.ts';
import { picture as image, svg } from '../../bytes/svg.ts';
import { zipOf } from '../../bytes/zip.ts';
import { compiledHelp } from '../../../samples/books/compiled-help.ts';
import { exchangeDrawing, insert, line } from '../../../samples/documents/exchange-drawing.ts';
import { outlookMessage } from '../../../samples/documents/mail.ts';
import type { Naming } from './naming.ts';

const html = (body: string, head = '') =>
  `<!DOCTYPE html><html><head><title>x</title>${head}</head><body><p>x ${body}</p></body></html>`;
const letter = (body: string) =>
  `From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\nDate: Mon, 1 Jan 2024 00:00:00 +0000\r\nMIME-Version: 1.0\r\n${body}`;
const saved = (page: string, headers = '') =>
  `From: <Saved>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n${headers}\r\n${page}\r\n--b--\r\n`;
const shown = 'newpath 50 700 moveto /Helvetica findfont 9 scalefont setfont';
const postScript = (lines: string) => `%!PS-Adobe-3.0\n${lines}\nshowpage\n%%EOF\n`;
const encapsulated = (lines: string) =>
  `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 595 842\n%%EndComments\n${lines}\nshowpage\n%%EOF\n`;
const readAll = (file: string) => `${shown} (${file}) (r) file 200 string readstring pop show`;

export const pageNamings: readonly Naming[] = [
  [
    'msg',
    'picture',
    ({ picture, text }) =>
      outlookMessage({
        '10130102': Buffer.from(
          html(`<img src="file://${picture}"><img src="${picture}"><iframe src="${text}"></iframe>`),
        ),
      }),
  ],
  [
    'html',
    'picture',
    ({ picture, text }) => html(`<img src="${picture}"> <img src="file://${picture}"> <img src="${text}">`),
  ],
  [
    'html',
    'picture-of-text',
    ({ text }) => html(`<img src="file://${text}"><img srcset="${text} 2x" src="${text}">`),
  ],
  ['html', 'frame', ({ text }) => html(`<iframe src="file://${text}"></iframe><frame src="${text}">`)],
  [
    'html',
    'object',
    ({ picture, text }) =>
      html(
        `<object data="file://${text}"></object><embed src="file://${picture}"><object data="${picture}" type="image/png"></object>`,
      ),
  ],
  [
    'html',
    'style',
    ({ picture, text }) =>
      html(
        '',
        `<link rel="stylesheet" href="file://${text}"><style>@import "file://${text}"; @import url(${text}); body { background: url("file://${picture}") } p::before { content: url("${picture}") } @font-face { font-family: f; src: url("file://${text}") }</style>`,
      ),
  ],
  [
    'html',
    'attachment',
    ({ text }) =>
      html(
        `<a rel="attachment" href="file://${text}">x</a>`,
        `<link rel="attachment" href="file://${text}">`,
      ),
  ],
  [
    'html',
    'head',
    ({ text, picture }) =>
      html(
        '',
        `<meta http-equiv="refresh" content="0;url=file://${text}"><link rel="icon" href="${picture}"><script src="${text}"></script>`,
      ),
  ],
  [
    'html',
    'base',
    ({ picture }) =>
      html(
        `<img src="${picture.replace(/^.*\//, '')}">`,
        `<base href="file://${picture.replace(/[^/]*$/, '')}">`,
      ),
  ],
  [
    'html',
    'media',
    ({ picture, text }) =>
      html(
        `<video src="file://${text}" poster="file://${picture}"></video><audio src="${text}"></audio><picture><source srcset="${picture}"><img src="${picture}"></picture><input type="image" src="${picture}">`,
      ),
  ],
  [
    'html',
    'drawing',
    ({ picture, text }) =>
      html(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file://${picture}" width="9" height="9"/><use xlink:href="file://${text}#x"/></svg>`,
      ),
  ],
  [
    'html',
    'data-frame',
    ({ picture }) =>
      html(
        `<iframe srcdoc="&lt;img src='${picture}'&gt;"></iframe><img src="data:image/svg+xml,${encodeURIComponent(svg(image(`file://${picture}`)))}">`,
      ),
  ],
  [
    'epub',
    'picture',
    ({ picture, text }) =>
      epub({
        page: `<img src="file://${picture}"/><img src="../../../../../..${picture}"/><img src="${text}"/>`,
      }),
  ],
  [
    'epub',
    'entity',
    ({ text }) =>
      epub({ page: '<p>&x;</p>', before: `<!DOCTYPE html [<!ENTITY x SYSTEM "file://${text}">]>` }),
  ],
  [
    'epub',
    'package',
    ({ text }) =>
      epub({ page: '', title: '&x;', opfBefore: `<!DOCTYPE package [<!ENTITY x SYSTEM "file://${text}">]>` }),
  ],
  [
    'epub',
    'item',
    ({ picture, text }) =>
      epub({
        page: '',
        items: `<item id="c" href="../../../../../..${picture}" media-type="image/png" properties="cover-image"/><item id="t" href="file://${text}" media-type="text/css"/>`,
      }),
  ],
  [
    'htmlz',
    'picture',
    ({ picture, text }) =>
      zipOf({
        'index.html': html(`<img src="file://${picture}"><img src="../../../../..${picture}">`),
        'style.css': `@import "file://${text}";`,
        'metadata.opf': '<package/>',
      }),
  ],
  [
    'txtz',
    'picture',
    ({ picture, text }) =>
      zipOf({
        'index.txt': `x\n\n![x](file://${picture}) ![y](../../../../..${text})\n`,
        'metadata.opf': '<package><metadata/></package>',
      }),
  ],
  [
    'eml',
    'html',
    ({ picture, text }) =>
      letter(
        `Content-Type: text/html\r\n\r\n${html(`<img src="${picture}"><img src="file://${text}"><iframe src="file://${text}"></iframe>`)}`,
      ),
  ],
  [
    'eml',
    'external',
    ({ text }) =>
      letter(
        `Content-Type: message/external-body; access-type=local-file; name="${text}"\r\n\r\nContent-Type: text/plain\r\n\r\n`,
      ),
  ],
  [
    'mhtml',
    'files',
    ({ picture, text }) =>
      saved(
        html(
          `<img src="${picture}"><img src="file://${picture}"><p style="background: url(file://${picture})">y</p><object data="file://${text}"></object><svg><image xlink:href="file://${picture}"/></svg><iframe src="file://${text}"></iframe>`,
          `<base href="file:///"><link rel="stylesheet" href="file://${text}"><style>@import "file://${text}"; @import url(${text});</style>`,
        ),
      ),
  ],
  [
    'mhtml',
    'base',
    ({ picture, text }) =>
      saved(
        html(`<img src="..${picture}"><img src="../../../../..${text}">`),
        'Content-Location: file:///usr/share/x/y.html\r\n',
      ),
  ],
  [
    'chm',
    'topic',
    ({ picture, text }) =>
      compiledHelp(
        [
          {
            path: 'a.htm',
            data: html(
              `<img src="${picture}"><img src="file://${picture}"><object data="file://${text}"></object><iframe src="ms-its:${text}::/a.htm"></iframe>`,
              `<base href="file:///"><link rel="stylesheet" href="file://${text}"><style>@import "file://${text}";</style>`,
            ),
          },
        ],
        { title: 'x', contents: text, first: `../../../..${text}` },
      ),
  ],
  [
    'dxf',
    'picture',
    ({ picture, text }) =>
      exchangeDrawing({
        entities: [line(0, 0, 9, 9), insert('A', 0, 0), insert('B', 0, 0)],
        blocks: { A: [[[1, picture]]], B: [[[1, text]]] },
      }),
  ],
  [
    'svg',
    'picture',
    ({ picture, text }) => svg(`${image(`file://${picture}`)}${image(picture)}${image(text)}`),
  ],
  [
    'svg',
    'climbing',
    ({ picture }) => svg(`${image(`../../../../../..${picture}`)}${image(`./${picture}`)}`),
  ],
  [
    'svg',
    'entity',
    ({ text }) =>
      svg('<text y="20">&x;</text>', { before: `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${text}">]>` }),
  ],
  [
    'svg',
    'include',
    ({ text }) =>
      svg(
        `<text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${text}" parse="text"/></text>`,
      ),
  ],
  [
    'svg',
    'style',
    ({ text, picture }) =>
      svg(
        `<style>@import url("file://${text}"); rect { fill: url("file://${picture}#x") }</style><rect width="9" height="9"/><use href="file://${text}#x"/>`,
        { before: `<?xml-stylesheet type="text/css" href="${text}"?>` },
      ),
  ],
  ['svgz', 'picture', ({ picture }) => svg(image(`file://${picture}`))],
  ['ps', 'read', ({ text }) => postScript(readAll(text))],
  ['ps', 'run', ({ text }) => postScript(`(${text}) run`)],
  [
    'ps',
    'exists',
    ({ text }) =>
      postScript(
        `${shown} (${text}) status { show } if (${text.replace(/[^/]*$/, '*')}) { show } 200 string filenameforall`,
      ),
  ],
  ['eps', 'read', ({ text }) => encapsulated(readAll(text))],
  ['eps', 'run', ({ text }) => encapsulated(`(${text}) run`)],
  ['pdf', 'stream', ({ text }) => onePage('', { head: `/F (${text})` })],
  [
    'pdf',
    'attachment',
    ({ text }) =>
      onePage('', {
        catalogue: `/Names << /EmbeddedFiles << /Names [(x) << /Type /Filespec /F (${text}) /UF (${text}) >>] >> >>`,
      }),
  ],
];
