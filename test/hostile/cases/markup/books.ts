/**
 * E-books that contain scripts or refer to other files or URLs, and recipes and plugins of calibre (Python programs)
 * that are uploaded as e-books.
 */
import { epub } from '../../bytes/epub.ts';
import { zipOf } from '../../bytes/zip.ts';
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';

/** Targets that together use both engines, calibre and pandoc. */
const books = ['mobi', 'pdf', 'txt', 'docx', 'html'];
const few = ['mobi', 'pdf', 'docx'];

const recipe = ({ marker }: Fixtures) =>
  `import os\nos.system("touch ${marker}")\nfrom calibre.web.feeds.news import BasicNewsRecipe\nclass X(BasicNewsRecipe):\n    title = os.popen("touch ${marker}").read()\n`;

const plugin = (fixtures: Fixtures) =>
  zipOf({ '__init__.py': recipe(fixtures), 'plugin-import-name-x.txt': '' });
const programs: readonly FileCase[] = [
  ...['recipe', 'opf', 'plugin', 'azw4', 'downloaded_recipe'].map((ext): FileCase => ({
    name: `source-${ext.replace('_', '-')}`,
    kind: 'code',
    ext,
    to: ['epub'],
    fields: { source: ext },
    refused: true,
    make: recipe,
  })),
  ...(['epub', 'mobi', 'fb2', 'lit', 'htmlz', 'txtz', 'pmlz', 'rb'] as const).map((ext): FileCase => ({
    name: `${ext}-is-recipe`,
    kind: 'code',
    ext,
    to: [ext === 'mobi' ? 'epub' : 'mobi', 'txt'],
    make: recipe,
  })),
  { name: 'txt-is-recipe', kind: 'code', ext: 'txt', to: ['epub', 'mobi', 'docx'], make: recipe },
  { name: 'epub-is-plugin', kind: 'code', ext: 'epub', to: ['mobi', 'txt'], make: plugin },
  { name: 'htmlz-is-plugin', kind: 'code', ext: 'htmlz', to: ['epub'], make: plugin },
];

const references: readonly FileCase[] = [
  {
    name: 'epub-image-file',
    kind: 'read',
    ext: 'epub',
    to: books,
    make: ({ picture, tempPicture }) =>
      epub({ page: `<img src="file://${picture}"/><img src="../../../../../..${tempPicture}"/>` }),
  },
  {
    name: 'epub-image-http',
    kind: 'network',
    ext: 'epub',
    to: books,
    make: ({ url }) =>
      epub({ page: `<img src="${url}picture.png"/><link rel="stylesheet" href="${url}s.css"/>` }),
  },
  {
    name: 'epub-item-file',
    kind: 'read',
    ext: 'epub',
    to: books,
    make: ({ text }) =>
      epub({
        page: '',
        items: `<item id="c" href="../../../../../../..${text}" media-type="application/xhtml+xml"/><item id="d" href="file://${text}" media-type="text/css" properties="cover-image"/>`,
      }),
  },
  {
    name: 'epub-xxe',
    kind: 'read',
    ext: 'epub',
    to: books,
    make: ({ text }) =>
      epub({ page: '&x;', before: `<!DOCTYPE html [<!ENTITY x SYSTEM "file://${text}">]>` }),
  },
  {
    name: 'epub-package-xxe',
    kind: 'read',
    ext: 'epub',
    to: books,
    make: ({ text }) =>
      epub({ page: '', title: '&x;', opfBefore: `<!DOCTYPE p [<!ENTITY x SYSTEM "file://${text}">]>` }),
  },
  {
    name: 'epub-script',
    kind: 'network',
    ext: 'epub',
    to: ['pdf', 'mobi'],
    make: ({ url, text }) =>
      epub({
        page: `<script>fetch("${url}x"); var r = new XMLHttpRequest(); r.open("GET", "file://${text}"); r.send()</script><iframe src="${url}f.html"/>`,
      }),
  },
  {
    name: 'epub-frame-file',
    kind: 'read',
    ext: 'epub',
    to: ['pdf', 'mobi', 'docx'],
    make: ({ text }) =>
      epub({
        page: `<iframe src="file://${text}"/><object data="file://${text}"/><embed src="file://${text}"/>`,
      }),
  },
  {
    name: 'epub-css-import',
    kind: 'network',
    ext: 'epub',
    to: few,
    make: ({ url, text }) =>
      epub({
        page: `<style>@import url("${url}x.css"); @import url("file://${text}"); p { background: url("${url}b.png") }</style>`,
      }),
  },
  {
    name: 'epub-slip',
    kind: 'write',
    ext: 'epub',
    to: books,
    make: ({ marker, tempMarker }) =>
      epub({
        page: '',
        more: [
          { name: `../../../../../..${marker}`, data: 'x' },
          { name: tempMarker, data: 'x' },
        ],
      }),
  },
  {
    name: 'epub-link-file',
    kind: 'read',
    ext: 'epub',
    to: books,
    make: ({ text, picture }) =>
      epub({
        page: '<img src="l.png"/>',
        items:
          '<item id="l" href="l.png" media-type="image/png"/><item id="m" href="m.xhtml" media-type="application/xhtml+xml"/>',
        more: [
          { name: 'l.png', data: picture, mode: 0o120777 },
          { name: 'm.xhtml', data: text, mode: 0o120777 },
        ],
      }),
  },
  {
    name: 'fb2-image-file',
    kind: 'read',
    ext: 'fb2',
    to: ['epub', 'txt', 'html'],
    make: ({ picture }) =>
      `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><book-title>x</book-title><coverpage><image l:href="file://${picture}"/></coverpage></title-info></description><body><section><p>x</p><image l:href="${picture}"/></section></body></FictionBook>`,
  },
  {
    name: 'htmlz-image-file',
    kind: 'read',
    ext: 'htmlz',
    to: ['epub', 'mobi', 'txt'],
    make: ({ picture, text }) =>
      zipOf({
        'index.html': `<html><body><p>x</p><img src="file://${picture}"><img src="../../../../..${picture}"><a href="file://${text}">x</a></body></html>`,
        'metadata.opf': '<package/>',
      }),
  },
  {
    name: 'htmlz-slip',
    kind: 'write',
    ext: 'htmlz',
    to: ['epub'],
    make: ({ marker }) => zipOf({ 'index.html': '<p>x</p>', [`../../../../../..${marker}`]: 'x' }),
  },
  {
    name: 'txtz-image-file',
    kind: 'read',
    ext: 'txtz',
    to: ['epub', 'mobi'],
    make: ({ picture }) => zipOf({ 'index.txt': `![x](${picture})\n`, 'metadata.opf': '<package/>' }),
  },
  {
    name: 'pmlz-slip',
    kind: 'write',
    ext: 'pmlz',
    to: ['epub', 'txt'],
    make: ({ marker }) => zipOf({ 'x.pml': 'x', [`../../../../../..${marker}`]: 'x' }),
  },
  {
    name: 'html-book-links',
    kind: 'read',
    ext: 'html',
    to: ['mobi', 'azw3', 'fb2'],
    make: ({ text, picture }) =>
      `<html><body><a href="file://${text}">x</a><a href="${text}">y</a><img src="${picture}"></body></html>`,
  },
  {
    name: 'md-book-image',
    kind: 'read',
    ext: 'md',
    to: ['mobi', 'azw3'],
    make: ({ picture, text }) => `# x\n\n![x](${picture})\n\n[x](${text})\n\n<img src="file://${picture}">\n`,
  },
  {
    name: 'docx-book-image',
    kind: 'read',
    ext: 'odt',
    to: ['mobi', 'azw3'],
    make: ({ picture }) =>
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"><office:body><office:text><text:p><draw:frame><draw:image xlink:href="../../../../../..${picture}"/></draw:frame>x</text:p></office:text></office:body></office:document-content>`,
        'META-INF/manifest.xml': '<manifest/>',
      }),
  },
];
export const ebooks = inCategory('ebook', [...programs, ...references]);
