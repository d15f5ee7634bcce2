/** Lists the ways in which a file in each markup language can refer to another file. */
import type { Naming } from './naming.ts';

const tex = (body: string, head = '') =>
  `\\documentclass{article}\n\\usepackage{listings,graphicx,verbatim}${head}\n\\begin{document}\nx ${body}\n\\end{document}\n`;
const rst = (body: string) => `x\n=\n\n${body}\n`;
const typ = (path: string) => `../../../../../..${path}`;
const notebook = (cells: readonly Record<string, unknown>[]) =>
  JSON.stringify({
    cells: cells.map((cell) => ({ metadata: {}, ...cell })),
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });

export const markupNamings: readonly Naming[] = [
  ['tex', 'listing', ({ text }) => tex(`\\lstinputlisting{${text}}`)],
  ['tex', 'input', ({ text }) => tex(`\\input{${text}} \\include{${text}} \\subfile{${text}}`)],
  ['tex', 'input-tex', ({ text }) => tex(`\\input ${text} \n\\import{/}{${text}} \\loadglsentries{${text}}`)],
  ['tex', 'verbatim', ({ text }) => tex(`\\verbatiminput{${text}} \\VerbatimInput{${text}}`)],
  ['tex', 'code', ({ text }) => tex(`\\inputminted{text}{${text}} \\lstinputlisting[language=C]{${text}}`)],
  ['tex', 'picture', ({ picture, text }) => tex(`\\includegraphics{${picture}} \\includegraphics{${text}}`)],
  ['tex', 'sources', ({ text }) => tex(`\\cite{a} \\bibliography{${text}}\\addbibresource{${text}}`)],
  ['tex', 'package', ({ text }) => tex('x', `\\usepackage{${text.replace(/\.\w+$/, '')}}\\input{${text}}`)],
  ['rst', 'include', ({ text }) => rst(`.. include:: ${text}`)],
  ['rst', 'include-literal', ({ text }) => rst(`.. include:: ${text}\n   :literal:`)],
  ['rst', 'include-code', ({ text }) => rst(`.. include:: ${text}\n   :code: text`)],
  ['rst', 'literal', ({ text }) => rst(`.. literalinclude:: ${text}`)],
  ['rst', 'raw', ({ text }) => rst(`.. raw:: html\n   :file: ${text}`)],
  ['rst', 'table', ({ text }) => rst(`.. csv-table:: t\n   :file: ${text}`)],
  [
    'rst',
    'picture',
    ({ picture, text }) =>
      rst(`.. image:: ${picture}\n\n.. image:: ${text}\n\n.. figure:: ${picture}\n\n   x`),
  ],
  ['rst', 'code', ({ text }) => rst(`.. code-block:: text\n   :file: ${text}\n\n.. code-include:: ${text}`)],
  ['org', 'include', ({ text }) => `* x\n#+INCLUDE: "${text}"\n`],
  ['org', 'include-source', ({ text }) => `* x\n#+INCLUDE: "${text}" src text\n`],
  ['org', 'include-example', ({ text }) => `* x\n#+INCLUDE: "${text}" example :lines "1-9"\n`],
  ['org', 'setup', ({ text }) => `#+SETUPFILE: ${text}\n#+BIBLIOGRAPHY: ${text}\n* x\n[cite:@a]\n`],
  ['org', 'picture', ({ picture, text }) => `* x\n[[file:${picture}]] [[${picture}]]\n\n[[file:${text}]]\n`],
  ['md', 'picture', ({ picture }) => `# x\n\ny ![x](${picture}) y\n`],
  ['md', 'picture-of-text', ({ text }) => `# x\n\ny ![x](${text}) y\n`],
  ['md', 'picture-alone', ({ picture }) => `![x](${picture})\n`],
  ['md', 'picture-address', ({ picture, text }) => `# x\n\n![x](file://${picture}) ![y](file://${text})\n`],
  [
    'md',
    'picture-climbing',
    ({ picture, text }) => `# x\n\n![x](../../../../..${picture})\n\n![x](./../../../../../..${text})\n`,
  ],
  ['md', 'picture-in-html', ({ picture, text }) => `# x\n\n<img src="${picture}"> <img src="${text}">\n`],
  [
    'md',
    'picture-raw',
    ({ picture }) => `# x\n\n<figure><img src="${picture}"></figure>\n\n[x]\n\n[x]: ${picture}\n`,
  ],
  [
    'md',
    'cover',
    ({ picture }) => `---\ntitle: x\ncover-image: ${picture}\nepub-cover-image: ${picture}\n---\n\nx\n`,
  ],
  ['md', 'sources', ({ text }) => `---\ntitle: x\nbibliography: ${text}\nnocite: '@*'\n---\n\nx [@a]\n`],
  [
    'md',
    'citations',
    ({ text }) =>
      `---\ntitle: x\nreferences: []\ncsl: ${text}\ncitation-abbreviations: ${text}\n---\n\nx [@a]\n`,
  ],
  [
    'md',
    'styles',
    ({ text }) =>
      `---\ntitle: x\ncss: ${text}\ntemplate: ${text}\nreference-doc: ${text}\nmetadata-files: [${text}]\nepub-embed-font: ${text}\nepub-fonts: [${text}]\ninclude-in-header: ${text}\n---\n\nx\n`,
  ],
  [
    'md',
    'include',
    ({ text }) =>
      `# x\n\n!include ${text}\n\n\`\`\`{include="${text}"}\n\`\`\`\n\n<!-- include ${text} -->\n`,
  ],
  [
    'md',
    'raw',
    ({ text }) => `# x\n\n\\input{${text}}\n\n\`\`\`{=latex}\n\\lstinputlisting{${text}}\n\`\`\`\n`,
  ],
  [
    'mediawiki',
    'picture',
    ({ picture, text }) => `= x =\n[[File:${picture}]] [[File:${text}|thumb|x]]\n{{${text}}}\n`,
  ],
  ['dokuwiki', 'picture', ({ picture, text }) => `====== x ======\n{{${picture}}} {{file://${text}}}\n`],
  ['textile', 'picture', ({ picture, text }) => `h1. x\n\n!${picture}! y\n\n!file://${picture}! !${text}!\n`],
  ['creole', 'picture', ({ picture, text }) => `= x =\n{{${picture}|x}} {{${text}|x}}\n`],
  ['jira', 'picture', ({ picture, text }) => `h1. x\n\n!${picture}! y !${text}!\n`],
  [
    'muse',
    'picture',
    ({ picture, text }) => `* x\n\n[[${picture}]] y [[${text}.png]]\n\n<include file="${text}">\n`,
  ],
  [
    't2t',
    'picture',
    ({ picture, text }) => `x\n\n\n[${picture}] y\n\n%!include: ${text}\n%!include: \`\`${text}\`\`\n`,
  ],
  ['t2t', 'settings', ({ text }) => `x\n\n\n%!includeconf: ${text}\n%!style: ${text}\n\nx\n`],
  ['man', 'source', ({ text }) => `.TH x 1\n.SH NAME\nx\n.so ${text}\n.mso ${text}\n`],
  [
    'man',
    'picture',
    ({ picture, text }) =>
      `.TH x 1\n.SH NAME\nx\n.PSPIC ${picture}\n.PDFPIC ${picture}\n.trf ${text}\n.cf ${text}\n`,
  ],
  [
    'ipynb',
    'picture',
    ({ picture, text }) =>
      notebook([{ cell_type: 'markdown', source: [`y ![x](${picture}) ![y](${text})`] }]),
  ],
  [
    'ipynb',
    'raw',
    ({ picture, text }) =>
      notebook([
        {
          cell_type: 'raw',
          source: [`.. include:: ${text}`],
          metadata: { raw_mimetype: 'text/restructuredtext' },
        },
        { cell_type: 'raw', source: [`<img src="${picture}">`], metadata: { raw_mimetype: 'text/html' } },
        {
          cell_type: 'raw',
          source: [`\\lstinputlisting{${text}}`],
          metadata: { raw_mimetype: 'text/latex' },
        },
      ]),
  ],
  [
    'ipynb',
    'output',
    ({ picture }) =>
      notebook([
        {
          cell_type: 'code',
          execution_count: 1,
          source: ['1'],
          outputs: [
            {
              output_type: 'display_data',
              metadata: {},
              data: { 'text/html': [`<img src="${picture}">`], 'text/markdown': [`![x](${picture})`] },
            },
          ],
        },
      ]),
  ],
  ['adoc', 'include', ({ text }) => `= x\n\ninclude::${text}[]\n\n----\ninclude::${text}[]\n----\n`],
  [
    'adoc',
    'picture',
    ({ picture, text }) =>
      `= x\n:data-uri:\n:imagesdir: /\n\nimage::${picture}[]\n\nx image:${text}[] image:${picture}[opts=inline]\n`,
  ],
  [
    'adoc',
    'head',
    ({ text }) =>
      `= x\n:docinfo: shared\n:docinfodir: ${text.replace(/\/[^/]*$/, '')}\n:docinfo1:\n:stylesheet: ${text}\n:linkcss!:\n:copycss: ${text}\n\nx\n`,
  ],
  ['adoc', 'table', ({ text }) => `= x\n\n[format=csv]\n|===\ninclude::${text}[]\n|===\n`],
  ['typ', 'read', ({ text }) => `= x\n\n#read("${text}")\n`],
  ['typ', 'read-climbing', ({ text }) => `= x\n\n#read("${typ(text)}")\n`],
  ['typ', 'picture', ({ picture }) => `= x\n\n#image("${picture}")\n`],
  ['typ', 'include', ({ text }) => `= x\n\n#include "${text}"\n`],
  ['typ', 'data', ({ text }) => `= x\n\n#csv("${text}")\n#bibliography("${text}")\n`],
  [
    'bib',
    'file',
    ({ text }) =>
      `@article{a, title = {x \\input{${text}}}, file = {${text}}, abstract = {\\lstinputlisting{${text}}}}\n`,
  ],
  [
    'bib',
    'picture',
    ({ picture }) =>
      `@article{a, title = {x}, note = {\\includegraphics{${picture}}}, url = {file://${picture}}}\n`,
  ],
  [
    'csljson',
    'title',
    ({ picture, text }) =>
      JSON.stringify([
        {
          id: 'a',
          type: 'book',
          title: `<img src="${picture}"> ![x](${picture}) \\input{${text}}`,
          URL: `file://${text}`,
        },
      ]),
  ],
];
