/**
 * Documents in every markup language that can refer to files. The documents include files, show files, or use files as
 * a layout.
 */
import { places } from './worlds.ts';

const [local, docs] = places;

/** The relative path from an engine's scratch folder to the canaries (files with a secret string). */
const climbing = `../../../../../..${local}`;

const text = `${local}/canary.txt`;
const picture = `${local}/canary.png`;

export interface FileReference {
  name: string;
  ext: string;
  content: string | Buffer;
}

const xi = 'xmlns:xi="http://www.w3.org/2001/XInclude"';
const doctype = (root: string) =>
  `<!DOCTYPE ${root} [<!ENTITY x SYSTEM "file://${text}"><!ENTITY y SYSTEM "${docs}/canary.txt">]>`;

const pictures = [
  picture,
  `file://${picture}`,
  `${docs}/canary.png`,
  `${climbing}/canary.png`,
  `${local}/canary.svg`,
];

const images = pictures.map((src) => `<img src="${src}" alt="p"/>`).join('\n');

const tags = `${images}
<iframe src="${local}/canary.html"></iframe><iframe src="file://${local}/canary.html"></iframe>
<object data="${local}/canary.html"></object><embed src="${picture}">
<video src="${text}" poster="${picture}"><source src="${text}"><track src="${text}"></video><audio src="${text}"></audio>
<input type="image" src="${picture}">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><image xlink:href="file://${picture}" width="90" height="90"/><image xlink:href="${picture}" width="90" height="90"/></svg>
<p style="background: url(${picture}); content: url('file://${picture}')">x</p>`;

const head = `<link rel="stylesheet" href="${local}/canary.css"><style>@import "file://${local}/canary.css"; @import url(${local}/canary.css); @font-face { font-family: f; src: url("file://${text}") } body { background: url("file://${picture}") } p::after { content: url("${picture}") }</style><base href="file://${local}/">
<link rel="attachment" href="file://${text}"><link rel="icon" href="${picture}">
<meta name="css" content="${local}/canary.css"><meta name="cover-image" content="${picture}"><meta name="bibliography" content="${local}/canary.bib"><meta name="background-image" content="${picture}">
<meta http-equiv="refresh" content="0;url=file://${local}/canary.html">`;

const names = [
  'bibliography',
  'csl',
  'css',
  'stylesheet',
  'template',
  'reference-doc',
  'epub-cover-image',
  'cover-image',
  'epub-metadata',
  'epub-fonts',
  'include-before-body',
  'header-includes',
  'filters',
  'logo',
  'titlegraphic',
  'background-image',
  'title-slide-attributes',
];

const metadata = (file: string) => `---
title: x
nocite: '@*'
${names.map((name) => `${name}: ${file}`).join('\n')}
title-slide-attributes:
  data-background-image: ${picture}
  background-image: ${picture}
---
`;

const tex = (inside: string, preamble = '') =>
  `\\documentclass{article}${preamble}\\begin{document}\nSome words.\n\n${inside}\n\\end{document}\n`;

const notebook = (source: string) =>
  JSON.stringify({
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# words\n', '\n', source] },
      {
        cell_type: 'code',
        execution_count: 1,
        metadata: {},
        source: ['1'],
        outputs: [
          { output_type: 'display_data', metadata: {}, data: { 'text/html': [`<img src="${picture}">`] } },
        ],
      },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });

const rows: readonly (readonly [ext: string, name: string, content: string])[] = [
  ['md', 'pictures', `# words\n\n${pictures.map((src) => `![p](${src})`).join('\n\n')}\n`],
  ['md', 'metadata', `${metadata(`${local}/canary.css`)}\nwords [@a]\n`],
  ['md', 'book metadata', `${metadata(picture)}\nwords [@a]\n`],
  ['md', 'slide', `# words {background-image="${picture}" data-background-image="${picture}"}\n\nwords\n`],
  [
    'md',
    'html',
    `# words\n\n${tags}\n\nin a line <img src="${picture}"> <source src="${text}"> <b>bold</b>\n`,
  ],
  [
    'md',
    'raw',
    `# words\n\n\`\`\`{=html}\n${tags}\n\`\`\`\n\n\`\`\`{=latex}\n\\input{${text}}\n\`\`\`\n\n\`\`\`{=openxml}\n<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>INCLUDETEXT "${text}"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>\n\`\`\`\n\n\\input{${text}}\n`,
  ],
  [
    'html',
    'tags',
    `<!DOCTYPE html><html><head><title>x</title>${head}</head><body><h1>words</h1>${tags}</body></html>`,
  ],
  [
    'rst',
    'include',
    `words\n=====\n\n.. include:: ${text}\n\n.. include:: ${docs}/canary.txt\n   :literal:\n`,
  ],
  ['rst', 'climbing', `words\n=====\n\n.. include:: ${climbing}/canary.rst\n`],
  ['rst', 'raw', `words\n=====\n\n.. raw:: html\n   :file: ${local}/canary.html\n`],
  ['rst', 'table', `words\n=====\n\n.. csv-table:: t\n   :file: ${local}/canary.csv\n`],
  ['rst', 'code', `words\n=====\n\n.. literalinclude:: ${text}\n\n.. code-block:: text\n   :file: ${text}\n`],
  [
    'rst',
    'pictures',
    `words\n=====\n\n${pictures.map((src) => `.. image:: ${src}\n\n.. figure:: ${src}\n`).join('\n')}`,
  ],
  [
    'org',
    'include',
    `* words\n#+INCLUDE: "${text}"\n\n#+INCLUDE: "${docs}/canary.txt" src text\n\n#+SETUPFILE: ${text}\n`,
  ],
  ['org', 'pictures', `* words\n${pictures.map((src) => `[[${src}]]\n`).join('\n')}`],
  ['tex', 'listing', tex(`\\lstinputlisting{${text}}`)],
  ['tex', 'input', tex(`\\input{${text}}\n\n\\include{${local}/canary}\n\n\\subfile{${text}}`)],
  ['tex', 'verbatim', tex(`\\verbatiminput{${text}}\n\n\\VerbatimInput{${text}}`)],
  [
    'tex',
    'pictures',
    tex(`\\includegraphics{${picture}} \\includegraphics{${local}/canary}`, `\\graphicspath{{${local}/}}`),
  ],
  ['tex', 'package', tex('x', `\\usepackage{${local}/canary}\\input{${local}/canary.tex}`)],
  [
    'tex',
    'bibliography',
    tex(`\\cite{a} \\bibliography{${local}/canary}`, `\\addbibresource{${local}/canary.bib}`),
  ],
  [
    'mediawiki',
    'pictures',
    `= words =\n[[File:${picture}]] [[File:${picture}|thumb|x]] {{${text}}}\n<img src="${picture}">\n`,
  ],
  [
    'dokuwiki',
    'pictures',
    `====== words ======\n{{${picture}}} {{file://${picture}?64}}\n<html><img src="${picture}"></html>\n`,
  ],
  ['textile', 'pictures', `h1. words\n\n!${picture}! !file://${picture}(x)!\n\n<img src="${picture}">\n`],
  ['creole', 'pictures', `= words =\n{{${picture}|x}}\n`],
  ['muse', 'pictures', `* words\n\n[[${picture}]] [[file://${picture}][x]]\n\n<include file="${text}">\n`],
  ['t2t', 'include', `words\n\n\n%!include: ${text}\n%!include: \`\`${text}\`\`\n\n[${picture}]\n`],
  [
    'man',
    'include',
    `.TH words 1\n.SH NAME\nwords\n.so ${text}\n.mso ${text}\n.so ${climbing}/canary.txt\n.PSPIC ${picture}\n`,
  ],
  [
    'docbook',
    'pictures',
    `<article xmlns="http://docbook.org/ns/docbook" ${xi}><title>words</title><para>w <xi:include href="file://${text}" parse="text"/></para><xi:include href="${local}/canary.xml"/>${pictures.map((src) => `<mediaobject><imageobject><imagedata fileref="${src}"/></imageobject></mediaobject>`).join('')}</article>`,
  ],
  [
    'docbook',
    'entities',
    `${doctype('article')}<article><title>words</title><para>w &x; &y;</para></article>`,
  ],
  [
    'jats',
    'pictures',
    `<article ${xi} xmlns:xlink="http://www.w3.org/1999/xlink"><body><p>words <xi:include href="file://${text}" parse="text"/></p>${pictures.map((src) => `<fig><graphic xlink:href="${src}"/></fig>`).join('')}</body></article>`,
  ],
  ['jats', 'entities', `${doctype('article')}<article><body><p>words &x;</p></body></article>`],
  [
    'opml',
    'include',
    `<opml version="2.0" ${xi}><head><title>words</title></head><body><outline text="![p](${picture}) &lt;img src='${picture}'>" _note="![p](${picture})"><xi:include href="file://${text}"/></outline></body></opml>`,
  ],
  ['ipynb', 'pictures', notebook(`![p](${picture}) <img src="${picture}">`)],
  [
    'bib',
    'fields',
    `@book{a, title = {Words \\input{${text}} \\includegraphics{${picture}}}, author = {B}, year = 2000, file = {${text}}, crossref = {${text}}}\n`,
  ],
  [
    'csljson',
    'fields',
    JSON.stringify([
      { id: 'a', type: 'book', title: `Words <img src="${picture}">`, file: text, URL: `file://${text}` },
    ]),
  ],
  [
    'adoc',
    'include',
    `= words\n:allow-uri-read:\n:data-uri:\n:docinfo: shared\n:docinfodir: ${local}\n:stylesdir: ${local}\n:stylesheet: canary.css\n:linkcss!:\n:imagesdir: /\n:icons: image\n:iconsdir: ${local}\n\ninclude::${text}[]\n\nimage::${picture}[]\n\nimage::${local}/canary.svg[opts=inline]\n\nimage::${local}/canary.svg[opts=interactive]\n\n[format=csv]\n|===\ninclude::${local}/canary.csv[]\n|===\n`,
  ],
  ['adoc', 'raw', `= words\n\n++++\n${tags}\n++++\n`],
  ['typ', 'include', `= words\n\n#include "${climbing}/canary.txt"\n`],
  ['typ', 'read', `= words\n\n#read("${text}")\n`],
  ['typ', 'picture', `= words\n\n#image("${climbing}/canary.png")\n`],
];

export const markupNaming: readonly FileReference[] = rows.map(([ext, name, content]) => ({
  ext,
  name,
  content,
}));
