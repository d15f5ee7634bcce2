/**
 * Small files that take minutes or very much memory to read, because they contain long numbers, many references, large
 * tables, high counters or unusual headers.
 */
import { epub } from '../../bytes/epub.ts';
import { be32, hex } from '../../bytes/numbers.ts';
import { svg } from '../../bytes/svg.ts';
import { tar, type TarMember } from '../../bytes/tar.ts';
import { inCategory } from '../../case.ts';
import { cases, type Row } from '../rows.ts';

const list = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));
const documents = ['html', 'docx'];
const references = ['html', 'csljson'];
const sheets = ['pdf', 'html'];

const bignum = (tag: string, length: number) =>
  Buffer.concat([hex(`${tag}5a`), be32(length), Buffer.alloc(length, 0x7f)]);

const dataRows: readonly Row[] = [
  ['cbor-bignum', 'resource', 'cbor', ['json', 'yaml'], () => bignum('c2', 8_000_000)],
  ['cbor-bignum-negative', 'resource', 'cbor', ['json'], () => bignum('c3', 8_000_000)],
  [
    'yaml-anchors',
    'resource',
    'yaml',
    ['json'],
    () => list(200_000, (n) => `- &a${n} x\n- *a${n}\n`).join(''),
  ],
  [
    'yaml-alias-of-list',
    'resource',
    'yaml',
    ['json', 'csv'],
    () => `a: &a [${'x,'.repeat(100_000)}]\nb:\n${'- *a\n'.repeat(9_999)}`,
  ],
  ['yaml-alias-levels', 'resource', 'yaml', ['json'], () => list(3000, aliasLevel).join('')],
];

function aliasLevel(n: number): string {
  return n === 0 ? 'a0: &a0 x\n' : `a${n}: &a${n} [*a${n - 1}]\n`;
}

const grid = (columns: number, count: number) =>
  `${`+${'---+'.repeat(columns)}\n|${' a |'.repeat(columns)}\n`.repeat(count)}+${'---+'.repeat(columns)}\n`;

/** Maps each file extension to a document that refers to endless device files such as /dev/zero. */
const endless: Readonly<Record<string, string>> = {
  md: '# x\n\n![x](/dev/zero) ![y](file:///dev/zero) ![z](/dev/stdin)\n\n<img src="/dev/zero"> <img src="/dev/full">\n',
  html: '<!DOCTYPE html><link rel="stylesheet" href="/dev/zero"><p>x <img src="/dev/zero"><img src="file:///dev/zero"><img src="/dev/stdin"><iframe src="file:///dev/zero"></iframe>\n',
  rst: 'x\n=\n\n.. include:: /dev/zero\n\n.. image:: /dev/zero\n\n.. csv-table:: t\n   :file: /dev/zero\n',
  tex: '\\documentclass{article}\\begin{document}x \\input{/dev/zero} \\includegraphics{/dev/zero} \\lstinputlisting{/dev/zero}\\end{document}\n',
  adoc: '= x\n:docinfo: shared\n:docinfodir: /dev\n:stylesheet: /dev/zero\n\ninclude::/dev/zero[]\n\nimage::/dev/zero[opts=inline]\n',
};

const aliasesOf = (n: number, count: number) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(count)}x]\n`;

const markupRows: readonly Row[] = [
  [
    'md-wide-table',
    'resource',
    'md',
    documents,
    () => `${'|a'.repeat(3000)}|\n${'|-'.repeat(3000)}|\n${'|x|\n'.repeat(3000)}`,
  ],
  ['md-grid', 'resource', 'md', documents, () => grid(1000, 250)],
  ...['md', 'html', 'rst', 'tex', 'adoc'].map((ext): Row => [
    `${ext}-endless-file`,
    'resource',
    ext,
    ['docx', 'html', 'pdf', 'epub'].filter((to) => to !== ext),
    () => endless[ext] ?? '',
  ]),
  ['md-grid-tall', 'resource', 'md', documents, () => grid(3, 70_000)],
  ['md-grid-most', 'resource', 'md', documents, () => grid(3, 16_000)],
  ['rst-grid-tall', 'resource', 'rst', documents, () => grid(3, 70_000)],
  ['rst-grid-wide', 'resource', 'rst', documents, () => grid(400, 120)],
  ['rst-grids', 'resource', 'rst', documents, () => `${grid(3, 20)}\n`.repeat(2000)],
  ['org-grid', 'resource', 'org', documents, () => grid(3, 70_000)],
  ['md-long-table', 'resource', 'md', documents, () => `|a|\n|-|\n${'x\n'.repeat(300_000)}`],
  ['md-table-rules', 'resource', 'md', documents, () => `${'|-'.repeat(200_000)}|\n`.repeat(3)],
  ['md-lazy-quotes', 'resource', 'md', documents, () => `${'>'.repeat(20_000)}x\n${'x\n'.repeat(20_000)}`],
  ['md-stars', 'resource', 'md', documents, () => `${'**a *a '.repeat(60_000)}\n`],
  ['md-images', 'resource', 'md', documents, () => '![[]('.repeat(50_000)],
  ['md-open-attributes', 'resource', 'md', documents, () => '[a]{'.repeat(60_000)],
  ['md-math', 'resource', 'md', documents, () => '$a $$b'.repeat(60_000)],
  [
    'md-notes',
    'resource',
    'md',
    documents,
    () => `${list(30, (n) => `[^${n}]: ${`[^${n + 1}]`.repeat(10)}\n\n`).join('')}[^0]\n`,
  ],
  ['md-note-self', 'resource', 'md', documents, () => 'x[^1]\n\n[^1]: y[^1]\n'],
  [
    'md-metadata-anchors',
    'resource',
    'md',
    documents,
    () => `---\na0: &a0 [x]\n${list(30, (n) => aliasesOf(n, 9)).join('')}---\n\nx\n`,
  ],
  [
    'bib-crossref',
    'resource',
    'bib',
    references,
    () => '@book{a, crossref = {b}}\n@book{b, crossref = {a}}\n',
  ],
  ['bib-xdata', 'resource', 'bib', references, () => '@xdata{a, xdata = {b}}\n@xdata{b, xdata = {a}}\n'],
  ['bib-string-self', 'resource', 'bib', references, () => '@string{a = a # a}\n@book{x, title = a # a}\n'],
  [
    'bib-braces',
    'resource',
    'bib',
    references,
    () => `@book{a, title = {${'{'.repeat(20_000)}x${'}'.repeat(20_000)}}}\n`,
  ],
  [
    'typ-counter',
    'resource',
    'typ',
    sheets,
    () => '#counter("a").update(9223372036854775807)\n#numbering("*", 1000000000000)\n',
  ],
  [
    'typ-counter-loop',
    'resource',
    'typ',
    ['pdf', 'html', 'epub', 'md', 'png'],
    () => '#let c = counter("a")\n#for n in range(30000) { c.step(); context c.final() }\n',
  ],
  ['typ-text', 'resource', 'typ', sheets, () => '#("x" * 2000000000)\n'],
  ['typ-recursion', 'resource', 'typ', sheets, () => '#let f(n) = [#f(n + 1)]\n#f(0)\n'],
  ['typ-deep', 'resource', 'typ', sheets, () => `${'#['.repeat(20_000)}x${']'.repeat(20_000)}\n`],
  [
    'typ-measure',
    'resource',
    'typ',
    sheets,
    () => '#let f(n) = context { measure(if n > 0 [#f(n - 1)#f(n - 1)]); [x] }\n#f(25)\n',
  ],
];

const uses = svg(
  `<g id="a0"><rect width="9" height="9"/></g>${list(9, (n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`).join('')}<use href="#a9"/>`,
);
const asData = `<img src="data:image/svg+xml;base64,${Buffer.from(uses).toString('base64')}"/>`;
const doubled = `${list(30, (n) => `--a${n}:var(--a${n + 1}) var(--a${n + 1});`).join('')}--a30:1px;`;
const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>x</title></head><body>${body}</body></html>`;

const pageRows: readonly Row[] = [
  ['html-svg-uses', 'resource', 'html', ['pdf', 'mobi', 'docx'], () => page(`<p>x</p>${uses}`)],
  ['html-svg-uses-as-data', 'resource', 'html', ['pdf', 'mobi', 'docx'], () => page(`<p>x</p>${asData}`)],
  [
    'html-css-doubled',
    'resource',
    'html',
    ['pdf', 'mobi', 'docx'],
    () => page(`<p style="${doubled}margin:var(--a0)">x</p>`),
  ],
  ['html-div-deep', 'resource', 'html', ['mobi', 'azw3', 'pdf'], () => '<div>'.repeat(100_000)],
  ['html-lists-deep', 'resource', 'html', ['pdf', 'docx', 'md'], () => '<ul><li>'.repeat(990)],
];

const book = () =>
  epub({
    page: `<p>x</p><img src="h.svg"/>`,
    items: '<item id="h" href="h.svg" media-type="image/svg+xml"/>',
    more: [{ name: 'h.svg', data: uses }],
  });
const bookRows: readonly Row[] = [
  ['epub-svg-uses', 'resource', 'epub', ['mobi', 'azw3', 'pdf', 'docx'], book],
];

const imageRows: readonly Row[] = [
  [
    'svg-css-doubled',
    'resource',
    'svg',
    ['png', 'pdf', 'emf'],
    () =>
      svg(`<style>:root{${doubled}}</style><rect width="9" height="9" style="${doubled}width:var(--a0)"/>`),
  ],
  [
    'svg-css-var-bomb',
    'resource',
    'svg',
    ['png', 'pdf', 'emf'],
    () =>
      svg(
        `<style>:root{--v0:red;${list(30, (n) => `--v${n + 1}:${`var(--v${n}) `.repeat(10)};`).join('')}} rect{fill:var(--v30)}</style><rect width="9" height="9"/>`,
      ),
  ],
];

/**
 * Returns a tar member with PAX records, and the member to which the records apply. Each record begins with its own
 * length.
 */
function pax(...fields: readonly (readonly [key: string, value: string])[]): readonly TarMember[] {
  const record = ([key, value]: readonly [string, string]) => {
    const size = Buffer.byteLength(`${key}${value}`) + 3;
    return `${size + String(size + String(size).length).length} ${key}=${value}\n`;
  };
  return [
    { name: 'PaxHeaders/x', type: 'x', data: fields.map(record).join('') },
    { name: 'a', data: 'x' },
  ];
}

const heads: Readonly<Record<string, () => readonly TarMember[]>> = {
  'long-path': () => pax(['path', 'a/'.repeat(500_000)]),
  'long-name': () => pax(['path', 'a'.repeat(900_000)]),
  'zero-path': () => pax(['path', 'a\0b']),
  'empty-path': () => pax(['path', '']),
  'negative-size': () => pax(['size', '-1']),
  'huge-size': () => pax(['size', '9223372036854775807']),
  'huge-time': () => pax(['mtime', '99999999999999999999'], ['ctime', '1e99']),
};

const archiveRows = Object.entries(heads).map(([name, members]): Row => [
  `tar-pax-${name}`,
  'resource',
  'tar',
  ['zip', '7z'],
  () => tar(members()),
]);

export const trapCases = [
  ...inCategory('data', cases(dataRows)),
  ...inCategory('markup', cases(markupRows)),
  ...inCategory('page', cases(pageRows)),
  ...inCategory('ebook', cases(bookRows)),
  ...inCategory('image', cases(imageRows)),
  ...inCategory('archive', cases(archiveRows)),
];
