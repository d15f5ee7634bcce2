/** Files in many markup languages that include other files, fetch URLs, run code, or expand to a huge size. */
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';
import { laughs } from '../files/bombs.ts';

const docs = ['html', 'docx', 'epub', 'pdf'];

type Asks = readonly [name: string, kind: FileCase['kind'], make: (fixtures: Fixtures) => string];

const markdown: readonly Asks[] = [
  ['image-file', 'read', ({ picture }) => `# x\n\n![x](file://${picture})\n`],
  [
    'image-path',
    'read',
    ({ picture, tempPicture }) => `# x\n\n![x](${picture}) ![y](../../../../../..${tempPicture})\n`,
  ],
  ['image-http', 'network', ({ url }) => `# x\n\n![x](${url}picture.png)\n`],
  [
    'raw-html',
    'read',
    ({ text, picture }) => `# x\n\n<iframe src="file://${text}"></iframe>\n\n<img src="${picture}">\n`,
  ],
  ['raw-tex', 'read', ({ text }) => `# x\n\n\\input{${text}}\n\n\`\`\`{=latex}\n\\input{${text}}\n\`\`\`\n`],
  [
    'metadata',
    'read',
    ({ text }) =>
      `---\ntitle: x\nbibliography: ${text}\ncsl: ${text}\ncss: ${text}\ntemplate: ${text}\nreference-doc: ${text}\nepub-cover-image: ${text}\ncover-image: ${text}\ninclude-before: ${text}\n---\n\nx [@a]\n`,
  ],
  [
    'metadata-http',
    'network',
    ({ url }) =>
      `---\ntitle: x\nbibliography: ${url}b.bib\ncsl: ${url}s.csl\ncover-image: ${url}c.png\nheader-includes: "<script src='${url}s.js'></script>"\n---\n\nx [@a]\n`,
  ],
  [
    'include',
    'read',
    ({ text }) =>
      `# x\n\n!include ${text}\n\n\`\`\`{include="${text}"}\n\`\`\`\n\n{{ include("${text}") }}\n`,
  ],
];

const included: readonly (readonly [ext: string, ...Asks])[] = [
  ['rst', 'include', 'read', ({ text }) => `x\n=\n\n.. include:: ${text}\n`],
  ['rst', 'raw', 'read', ({ text }) => `x\n=\n\n.. raw:: html\n   :file: ${text}\n`],
  ['rst', 'raw-url', 'network', ({ url }) => `x\n=\n\n.. raw:: html\n   :url: ${url}x.html\n`],
  ['rst', 'table', 'read', ({ text }) => `x\n=\n\n.. csv-table:: t\n   :file: ${text}\n`],
  [
    'rst',
    'environment',
    'read',
    () => 'x\n=\n\n.. include:: /proc/self/environ\n\n.. include:: /proc/1/environ\n',
  ],
  ['rst', 'image', 'read', ({ picture }) => `x\n=\n\n.. image:: ${picture}\n`],
  [
    'rst',
    'code',
    'read',
    ({ text }) => `x\n=\n\n.. literalinclude:: ${text}\n\n.. code-block:: text\n   :file: ${text}\n`,
  ],
  ['org', 'include', 'read', ({ text }) => `* x\n#+INCLUDE: "${text}"\n`],
  ['org', 'include-source', 'read', ({ text }) => `* x\n#+INCLUDE: "${text}" src text\n`],
  ['org', 'setup', 'read', ({ text, url }) => `#+SETUPFILE: ${text}\n#+SETUPFILE: ${url}x.org\n* x\n`],
  [
    'org',
    'macro',
    'code',
    ({ marker }) =>
      `#+MACRO: m (eval (shell-command "touch ${marker}"))\n#+BEGIN_SRC sh :exports results\ntouch ${marker}\n#+END_SRC\n{{{m}}}\n`,
  ],
  [
    'tex',
    'input',
    'read',
    ({ text }) => `\\documentclass{article}\\begin{document}x \\input{${text}}\\end{document}\n`,
  ],
  [
    'tex',
    'include',
    'read',
    ({ text, picture }) =>
      `\\documentclass{article}\\begin{document}\\include{${text}} \\verbatiminput{${text}} \\lstinputlisting{${text}} \\includegraphics{${picture}}\\end{document}\n`,
  ],
  [
    'tex',
    'package',
    'read',
    ({ text }) =>
      `\\documentclass{article}\\usepackage{${text}}\\RequirePackage{${text}}\\begin{document}x\\end{document}\n`,
  ],
  [
    'tex',
    'bibliography',
    'read',
    ({ text }) =>
      `\\documentclass{article}\\begin{document}x \\cite{a} \\bibliography{${text}}\\addbibresource{${text}}\\end{document}\n`,
  ],
  [
    'tex',
    'shell',
    'code',
    ({ marker }) =>
      `\\documentclass{article}\\begin{document}\\immediate\\write18{touch ${marker}} \\input{|"touch ${marker}"} \\directlua{os.execute("touch ${marker}")}\\end{document}\n`,
  ],
  [
    'tex',
    'write',
    'write',
    ({ marker }) =>
      `\\documentclass{article}\\begin{document}\\newwrite\\f\\immediate\\openout\\f=${marker}\\immediate\\write\\f{x}\\closeout\\f\\end{document}\n`,
  ],
  ['typ', 'read', 'read', ({ text }) => `= x\n\n#read("${text}") #read("../../../../../..${text}")\n`],
  ['typ', 'image', 'read', ({ picture }) => `= x\n\n#image("../../../../../..${picture}")\n`],
  ['typ', 'include', 'read', ({ text }) => `= x\n\n#include "../../../../../..${text}"\n`],
  ['typ', 'package', 'network', () => '#import "@preview/cetz:0.3.0": *\n= x\n'],
  ['typ', 'endless', 'resource', () => '= x\n\n#for n in range(100000000) [#str(n) ]\n'],
  ['adoc', 'include', 'read', ({ text }) => `= x\n\ninclude::${text}[]\n`],
  [
    'adoc',
    'include-http',
    'network',
    ({ url }) => `= x\n:allow-uri-read:\n\ninclude::${url}x.adoc[]\n\nimage::${url}x.png[]\n`,
  ],
  [
    'adoc',
    'image-data',
    'read',
    ({ picture }) =>
      `= x\n:data-uri:\n:imagesdir: /\n\nimage::${picture}[]\nimage::${picture}[opts=inline]\n`,
  ],
  [
    'adoc',
    'docinfo',
    'read',
    ({ text }) =>
      `= x\n:docinfo: shared\n:docinfodir: ${text.replace(/\/[^/]*$/, '')}\n:stylesheet: ${text}\n:linkcss!:\n:source-highlighter: pygments\n\nx\n`,
  ],
  [
    'adoc',
    'csv',
    'read',
    ({ text }) => `= x\n\n[format=csv]\n|===\ninclude::${text}[]\n|===\n\n,===\ninclude::${text}[]\n,===\n`,
  ],
  [
    't2t',
    'include',
    'read',
    ({ text }) => `x\n\n\n%!include: ${text}\n%!include: ''${text}''\n%!include: \`\`${text}\`\`\n`,
  ],
  ['man', 'source', 'read', ({ text }) => `.TH x 1\n.SH NAME\nx\n.so ${text}\n.mso ${text}\n`],
  [
    'man',
    'shell',
    'code',
    ({ marker }) => `.TH x 1\n.SH NAME\nx\n.sy touch ${marker}\n.pso touch ${marker}\n.open f ${marker}\n`,
  ],
  ['mediawiki', 'include', 'read', ({ text, picture }) => `= x =\n{{${text}}}\n[[File:${picture}]]\n`],
  ['textile', 'image', 'read', ({ picture }) => `h1. x\n\n!${picture}!\n\n!file://${picture}!\n`],
  ['creole', 'image', 'read', ({ picture }) => `= x =\n{{${picture}|x}}\n`],
  ['muse', 'include', 'read', ({ text, picture }) => `* x\n\n<include file="${text}">\n\n[[${picture}]]\n`],
  ['jira', 'image', 'network', ({ url }) => `h1. x\n\n!${url}x.png!\n`],
  ['dokuwiki', 'image', 'network', ({ url }) => `====== x ======\n{{${url}x.png}}\n{{rss>${url}x.rss}}\n`],
  [
    'ipynb',
    'image',
    'read',
    ({ picture }) =>
      JSON.stringify({
        cells: [{ cell_type: 'markdown', metadata: {}, source: [`![x](${picture})`] }],
        metadata: {},
        nbformat: 4,
        nbformat_minor: 5,
      }),
  ],
  [
    'bib',
    'file',
    'read',
    ({ text }) => `@article{a, title = {x}, file = {${text}}, abstract = {\\input{${text}}}}\n`,
  ],
];

const xml: readonly (readonly [ext: string, start: string, end: string])[] = [
  [
    'docbook',
    '<article xmlns="http://docbook.org/ns/docbook" xmlns:xi="http://www.w3.org/2001/XInclude"><title>x</title><para>',
    '</para></article>',
  ],
  ['jats', '<article xmlns:xi="http://www.w3.org/2001/XInclude"><body><p>', '</p></body></article>'],
  [
    'opml',
    '<opml version="2.0" xmlns:xi="http://www.w3.org/2001/XInclude"><head><title>x</title></head><body><outline text="x">',
    '</outline></body></opml>',
  ],
  [
    'fb2',
    '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:xi="http://www.w3.org/2001/XInclude"><description><title-info><book-title>x</book-title></title-info></description><body><section><p>',
    '</p></section></body></FictionBook>',
  ],
];

const trees: readonly FileCase[] = xml.flatMap(([ext, start, end]): FileCase[] => {
  const to = ext === 'fb2' ? ['epub', 'txt', 'html'] : ['html', 'docx', 'md', 'epub'];
  const book = (inside: string, type = '') =>
    `<?xml version="1.0" encoding="UTF-8"?>\n${type}${start}${inside}${end}`;
  return [
    {
      name: `${ext}-xxe`,
      kind: 'read',
      ext,
      to,
      make: ({ text }) => book('&x;', `<!DOCTYPE x [<!ENTITY x SYSTEM "file://${text}">]>`),
    },
    {
      name: `${ext}-xxe-http`,
      kind: 'network',
      ext,
      to,
      make: ({ url }) =>
        book('&x;', `<!DOCTYPE x [<!ENTITY % p SYSTEM "${url}x.dtd"> %p; <!ENTITY x SYSTEM "${url}x.txt">]>`),
    },
    {
      name: `${ext}-xinclude`,
      kind: 'read',
      ext,
      to,
      make: ({ text }) => book(`<xi:include href="file://${text}" parse="text"/>`),
    },
    {
      name: `${ext}-laughs`,
      kind: 'resource',
      ext,
      to,
      make: () => book('&l9;', `<!DOCTYPE x [${laughs}]>`),
    },
  ];
});
export const markup = inCategory('markup', [
  ...markdown.map(([name, kind, make]): FileCase => ({
    name: `md-${name}`,
    kind,
    ext: 'md',
    to: [...docs, 'tex'],
    make,
  })),
  ...included.map(([ext, name, kind, make]): FileCase => ({
    name: `${ext}-${name}`,
    kind,
    ext,
    to: ['html', 'docx', 'md'],
    make,
  })),
  ...trees,
]);
