/**
 * Trait documents: files in wiki syntaxes, other lightweight markup and the manual page format, with content that
 * conversions easily lose.
 */
import { bodiesOf, textDocument, type TraitDocument, type WrittenTrait } from '../trait-document.ts';

const symbols = (): WrittenTrait => ({
  name: 'symbols',
  shown: ['tick ✓ done', 'price 7 € sum'],
  body: 'tick ✓ done\n\nprice 7 € sum',
});
const numbers = (body: string): WrittenTrait => ({
  name: 'list-numbers',
  listNumbers: true,
  shown: ['1 Juniper', '2 Hemlock'],
  body,
});
const footnote = (body: string): WrittenTrait => ({
  name: 'footnote',
  shown: ['Footed sentence', 'footbody walrus'],
  body,
});
const definitions = (body: string): WrittenTrait => ({
  name: 'definition-list',
  shown: ['defined term', 'its meaning'],
  body,
});
const comment = (body: string): WrittenTrait => ({
  name: 'hidden-comment',
  shown: ['Quartz visible'],
  hidden: ['commentedout'],
  body,
});
const table = (body: string): WrittenTrait => ({
  name: 'table',
  shown: ['boat', 'berth', 'marigold', '12'],
  body,
});
const code = (body: string): WrittenTrait => ({ name: 'code', shown: ['let answer', '42.0'], body });
const struck = (body: string): WrittenTrait => ({ name: 'strikeout', shown: ['struckword stays'], body });
const link = (body: string): WrittenTrait => ({ name: 'link', shown: ['linked ferret'], body });

const mediawiki: readonly WrittenTrait[] = [
  footnote('Footed sentence.<ref>footbody walrus</ref>'),
  numbers('# Juniper\n# Hemlock'),
  definitions('; defined term\n: its meaning'),
  comment('Quartz visible <!-- commentedout -->'),
  table('{|\n|+ tabled caption\n! boat !! berth\n|-\n| marigold || 12\n|}'),
  code('<pre>let answer = 42.0;</pre>'),
  struck('<s>struckword</s> stays'),
  link('[https://example.org linked ferret]'),
  {
    name: 'magic-words',
    shown: ['after the words'],
    hidden: ['NOTOC', 'Category Birds'],
    body: '__NOTOC__\n\nafter the words\n\n[[Category:Birds]]',
  },
  symbols(),
  {
    name: 'references-tag',
    shown: ['closing line'],
    hidden: ['references'],
    body: '<references />\n\nclosing line',
  },
];

const dokuwiki: readonly WrittenTrait[] = [
  footnote('Footed sentence.((footbody walrus))'),
  numbers('  - Juniper\n  - Hemlock'),
  table('^ boat ^ berth ^\n| marigold | 12 |'),
  code('<code>\nlet answer = 42.0;\n</code>'),
  struck('<del>struckword</del> stays'),
  link('[[https://example.org|linked ferret]]'),
  symbols(),
];

const jira: readonly WrittenTrait[] = [
  numbers('# Juniper\n# Hemlock'),
  table('||boat||berth||\n|marigold|12|'),
  code('{code}\nlet answer = 42.0;\n{code}'),
  struck('-struckword- stays'),
  link('[linked ferret|https://example.org]'),
  {
    name: 'panel',
    shown: ['panelled title', 'mind the gap'],
    hidden: ['bgColor'],
    body: '{panel:title=panelled title|bgColor=#fff}\nmind the gap\n{panel}',
  },
  { name: 'quotation', shown: ['quoted okapi'], body: '{quote}\nquoted okapi\n{quote}' },
  symbols(),
];

const textile: readonly WrittenTrait[] = [
  footnote('Footed sentence.[1]\n\nfn1. footbody walrus'),
  numbers('# Juniper\n# Hemlock'),
  definitions('- defined term := its meaning'),
  comment('Quartz visible\n\n###. commentedout'),
  table('|_. boat |_. berth |\n| marigold | 12 |'),
  code('bc. let answer = 42.0;'),
  struck('-struckword- stays'),
  link('"linked ferret":https://example.org'),
  symbols(),
];

const muse: readonly WrittenTrait[] = [
  footnote('Footed sentence.[1]\n\n[1] footbody walrus'),
  numbers(' 1. Juniper\n 2. Hemlock'),
  definitions(' defined term :: its meaning'),
  comment('Quartz visible\n\n; commentedout'),
  table('boat || berth\nmarigold | 12'),
  code('<example>\nlet answer = 42.0;\n</example>'),
  struck('<del>struckword</del> stays'),
  link('[[https://example.org][linked ferret]]'),
  symbols(),
];

const creole: readonly WrittenTrait[] = [
  numbers('# Juniper\n# Hemlock'),
  table('|=boat|=berth|\n|marigold|12|'),
  code('{{{\nlet answer = 42.0;\n}}}'),
  link('[[https://example.org|linked ferret]]'),
  symbols(),
];

const t2t: readonly WrittenTrait[] = [
  numbers('+ Juniper\n+ Hemlock'),
  definitions(': defined term\n  its meaning'),
  comment('Quartz visible\n\n% commentedout'),
  table('|| boat | berth |\n | marigold | 12 |'),
  code('```\nlet answer = 42.0;\n```'),
  struck('--struckword-- stays'),
  link('[linked ferret https://example.org]'),
  symbols(),
];

const man: readonly WrittenTrait[] = [
  numbers('.IP 1. 4\nJuniper\n.IP 2. 4\nHemlock'),
  definitions('.TP\ndefined term\nits meaning'),
  comment('.PP\nQuartz visible\n.\\" commentedout'),
  table('.TS\nl l.\nboat\tberth\n_\nmarigold\t12\n.TE'),
  code('.EX\nlet answer = 42.0;\n.EE'),
  link('.PP\n.UR https://example.org\nlinked ferret\n.UE'),
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'price 7 € sum', 'dash nine'],
    body: '.PP\ntick \\[u2713] done\n.PP\nprice 7 \\[Eu] sum\n.PP\ndash\\(emnine',
  },
  {
    name: 'macro',
    shown: ['the replaced okapi here'],
    body: '.ds animal replaced okapi\n.PP\nthe \\*[animal] here',
  },
];

const wiki = (ext: string, parts: readonly WrittenTrait[], head = '', between = '\n\n'): TraitDocument =>
  textDocument(`wiki-${ext}`, ext, parts, `${head}${bodiesOf(parts, between)}\n`);

export const wikiDocuments: readonly TraitDocument[] = [
  wiki('mediawiki', mediawiki),
  wiki('dokuwiki', dokuwiki),
  wiki('jira', jira),
  wiki('textile', textile),
  wiki('muse', muse),
  wiki('creole', creole),
  wiki('t2t', t2t, 'Titled Harbour\n\n\n'),
  wiki('man', man, '.TH HARBOUR 7\n.SH Opening\n', '\n'),
];
