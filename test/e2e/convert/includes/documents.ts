/**
 * Drawings, office documents, books and programs that refer to other files. The file markup.ts defines files in markup
 * languages that refer to other files.
 */
import { epub } from '../../../hostile/bytes/epub.ts';
import { flat, frame, openDocument } from '../../../hostile/bytes/open-document.ts';
import { docx, linkedPicture, outside, paragraph } from '../../../hostile/bytes/open-xml.ts';
import { picture as pictureElement, svg } from '../../../hostile/bytes/svg.ts';
import { zipOf } from '../../../hostile/bytes/zip.ts';
import type { FileReference } from './markup.ts';
import { places } from './worlds.ts';

const [local, docs] = places;
const text = `${local}/canary.txt`;
const picture = `${local}/canary.png`;
const sources = [`file://${picture}`, picture, `file://${docs}/canary.png`];

const drawing = svg(
  `<rect width="9" height="9"/><style>@import url("file://${local}/canary.css"); rect { fill: url("file://${local}/canary.svg#x") }</style>${sources.map(pictureElement).join('')}`,
);
const drawnIn = (inner: string) =>
  svg(
    `<rect width="9" height="9"/><image xlink:href="data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}" width="90" height="90"/>`,
  );

const svgBlip = paragraph(
  '<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="i"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>',
);
const inside = (id: string, target: string) =>
  outside(id, 'image', target).replace(' TargetMode="External"', '');

export const documentsNaming: readonly FileReference[] = [
  { name: 'pictures', ext: 'svg', content: drawing },
  { name: 'a drawing inside', ext: 'svg', content: drawnIn(drawing) },
  {
    name: 'a linked picture',
    ext: 'docx',
    content: docx({
      body: `${paragraph('<w:t>words</w:t>')}${linkedPicture('i')}`,
      links: outside('i', 'image', `file://${picture}`),
    }),
  },
  {
    name: 'a drawing inside',
    ext: 'docx',
    content: docx({
      body: `${paragraph('<w:t>words</w:t>')}${svgBlip}`,
      links: inside('i', 'media/a.svg'),
      more: [{ name: 'word/media/a.svg', data: drawing }],
    }),
  },
  {
    name: 'a linked picture',
    ext: 'odt',
    content: openDocument('text', {
      inside: `<text:p>words ${frame(`file://${picture}`)}${frame(`../../../../../..${picture}`)}</text:p>`,
    }),
  },
  {
    name: 'a drawing inside',
    ext: 'odt',
    content: openDocument(
      'text',
      { inside: `<text:p>words ${frame('Pictures/a.svg')}</text:p>` },
      { 'Pictures/a.svg': drawing },
    ),
  },
  {
    name: 'a drawing inside',
    ext: 'fodt',
    content: flat('text', {
      inside: `<text:p>words <draw:frame svg:width="3cm" svg:height="3cm"><draw:image><office:binary-data>${Buffer.from(drawing).toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`,
    }),
  },
  {
    name: 'a linked section',
    ext: 'fodt',
    content: flat('text', {
      inside: `<text:p>words</text:p><text:section text:name="s"><text:section-source xlink:href="file://${text}" xlink:type="simple" xlink:show="embed"/><text:p>x</text:p></text:section>`,
    }),
  },
  {
    name: 'a drawing inside',
    ext: 'html',
    content: `<!DOCTYPE html><title>x</title><h1>words</h1><p><img alt="p" src="data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}"></p>`,
  },
  {
    name: 'a drawing inside',
    ext: 'md',
    content: `# words\n\n![p](data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')})\n`,
  },
  {
    name: 'pictures',
    ext: 'epub',
    content: epub({
      page: `${sources.map((src) => `<img src="${src}" alt="p"/>`).join('')}<img src="../../../../../..${picture}" alt="p"/><img src="a.svg" alt="p"/><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file://${picture}" width="9" height="9"/></svg>`,
      items: '<item id="a" href="a.svg" media-type="image/svg+xml"/>',
      more: [{ name: 'a.svg', data: drawing }],
    }),
  },
  {
    name: 'pictures',
    ext: 'htmlz',
    content: zipOf({
      'index.html': `<html><body><p>words</p>${sources.map((src) => `<img src="${src}">`).join('')}<a href="file://${local}/canary.html">x</a><link rel="stylesheet" href="${local}/canary.css"></body></html>`,
      'metadata.opf': '<package/>',
    }),
  },
  {
    name: 'pictures',
    ext: 'txtz',
    content: zipOf({ 'index.txt': `# words\n\n![x](${picture})\n`, 'metadata.opf': '<package/>' }),
  },
  {
    name: 'pictures',
    ext: 'fb2',
    content: `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><book-title>x</book-title><coverpage><image l:href="file://${picture}"/></coverpage></title-info></description><body><section><p>words</p><image l:href="${picture}"/></section></body></FictionBook>`,
  },
  {
    name: 'run',
    ext: 'ps',
    content: `%!PS-Adobe-3.0\n/Helvetica findfont 20 scalefont setfont 72 700 moveto\n{(${text}) (r) file 64 string readline pop show} stopped {(none) show} if\n(${text}) status {(there) show} {(none) show} ifelse\nshowpage\n`,
  },
  {
    name: 'list',
    ext: 'ps',
    content: `%!PS-Adobe-3.0\n/Helvetica findfont 20 scalefont setfont 72 700 moveto\n{(${local}/*) {show} 256 string filenameforall} stopped {(none) show} if\nshowpage\n`,
  },
  {
    name: 'run',
    ext: 'eps',
    content: `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 100\n/Helvetica findfont 20 scalefont setfont 9 9 moveto\n{(${text}) run} stopped pop {(${docs}/canary.txt) (r) file 64 string readline pop show} stopped pop\nshowpage\n`,
  },
  {
    name: 'an external body',
    ext: 'eml',
    content: `From: a@b.example\r\nTo: c@d.example\r\nSubject: words\r\nDate: Mon, 1 Jan 2024 00:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>words</p>${sources.map((src) => `<img src="${src}">`).join('')}<iframe src="${local}/canary.html"></iframe>\r\n--b\r\nContent-Type: message/external-body; access-type=local-file; name="${text}"\r\n\r\nContent-Type: text/plain\r\n\r\n\r\n--b--\r\n`,
  },
  { name: 'tags', ext: 'yaml', content: `a: !include ${text}\nb: 1\n` },
  {
    name: 'entities',
    ext: 'xml',
    content: `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${text}">]><a xmlns:xi="http://www.w3.org/2001/XInclude">w<xi:include href="${text}" parse="text"/>&x;</a>`,
  },
];
