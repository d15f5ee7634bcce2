/** Trait documents: Markdown, reStructuredText, AsciiDoc and Org files with content that conversions easily lose. */
import {
  bodiesOf,
  textDocument,
  writesControls,
  type TraitDocument,
  type WrittenTrait,
} from '../trait-document.ts';

const markdown: readonly WrittenTrait[] = [
  {
    name: 'details',
    shown: ['Summarised question', 'unfolded answer'],
    body: '<details>\n<summary>Summarised question</summary>\n\nunfolded answer\n\n</details>',
  },
  {
    name: 'alert',
    shown: ['Warning', 'mind the gap'],
    literal: ['[!WARNING]'],
    on: ({ ext }) => !['ipynb', 'txt'].includes(ext),
    body: '> [!WARNING]\n> mind the gap',
  },
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: 'Footed sentence.[^n]\n\n[^n]: footbody walrus',
  },
  {
    name: 'task-list',
    on: writesControls,
    shown: [['☒ agreed', '✓ agreed'], '☐ refused'],
    body: '- [x] agreed\n- [ ] refused',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['7 Juniper', '8 Hemlock'],
    body: '7. Juniper\n8. Hemlock',
  },
  {
    name: 'thematic-break',
    shown: ['above the rule', 'below the rule'],
    body: 'above the rule\n\n- - -\n\nbelow the rule',
  },
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    body: 'Quartz visible\n\n<!-- commentedout -->',
  },
  { name: 'strikeout', shown: ['struckword stays'], body: '~~struckword~~ stays' },
  {
    name: 'inline-html',
    shown: ['keyed tapir', 'marked ferret'],
    body: '<kbd>keyed tapir</kbd> and <mark>marked ferret</mark>',
  },
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'price 7 € sum', 'copied © here'],
    body: 'tick ✓ done\n\nprice 7 &euro; sum\n\ncopied &copy; here',
  },
  {
    name: 'table',
    shown: ['berth', 'marigold', '12'],
    body: '| boat | berth |\n|------|------:|\n| marigold | 12 |',
  },
  { name: 'code', shown: ['let answer', '42.0'], body: '```js\nlet answer = 42.0;\n```' },
  { name: 'autolink', shown: ['example.org'], body: 'See <https://example.org/tides>.' },
];

const restructured: readonly WrittenTrait[] = [
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: 'Footed sentence. [1]_\n\n.. [1] footbody walrus',
  },
  {
    name: 'citation',
    shown: ['Knu84', 'TeXbook'],
    body: 'As shown [Knu84]_ there.\n\n.. [Knu84] The TeXbook.',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['7 Juniper', '8 Hemlock', 'c Larch'],
    body: '7. Juniper\n8. Hemlock\n\n.. \n\nc. Larch\nd. Rowan',
  },
  { name: 'admonition', shown: ['Warning', 'mind the gap'], body: '.. warning:: mind the gap' },
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    body: 'Quartz visible\n\n.. commentedout',
  },
  {
    name: 'substitution',
    shown: ['the replaced okapi here'],
    body: 'the |animal| here\n\n.. |animal| replace:: replaced okapi',
  },
  { name: 'field-list', shown: ['Keeper', 'otter'], body: 'before\n\n:Keeper: otter' },
  { name: 'definition-list', shown: ['defined term', 'its meaning'], body: 'defined term\n   its meaning' },
];

const asciidoc: readonly WrittenTrait[] = [
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: 'Footed sentence.footnote:[footbody walrus]',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['7 Juniper', '8 Hemlock', ['c Larch']],
    body: '[start=7]\n. Juniper\n. Hemlock\n\n\n[loweralpha,start=3]\n. Larch',
  },
  {
    name: 'admonition',
    // Excludes docbook, because it stores the kind of an admonition as an element, not as text.
    on: ({ ext }) => ext !== 'docbook',
    shown: ['Warning', 'mind the gap'],
    body: 'WARNING: mind the gap',
  },
  {
    name: 'checklist',
    on: writesControls,
    shown: [['☒ agreed', '✓ agreed'], '☐ refused'],
    body: '* [x] agreed\n* [ ] refused',
  },
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    body: 'Quartz visible\n\n// commentedout',
  },
  {
    name: 'attribute',
    shown: ['the replaced okapi here'],
    body: ':animal: replaced okapi\n\nthe {animal} here',
  },
  {
    name: 'cross-reference',
    shown: ['see Chapter of Geese there'],
    body: 'see <<geese>> there\n\n[[geese]]\n== Chapter of Geese\n\nhonking',
  },
  {
    name: 'block-title',
    shown: ['titled listing', 'codeline'],
    body: '.titled listing\n----\ncodeline\n----',
  },
  {
    name: 'collapsible',
    shown: ['Summarised question', 'unfolded answer'],
    body: '.Summarised question\n[%collapsible]\n====\nunfolded answer\n====',
  },
];

const org: readonly WrittenTrait[] = [
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: 'Footed sentence.[fn:1]\n\n[fn:1] footbody walrus\n\n\n',
  },
  {
    name: 'checklist',
    on: writesControls,
    shown: [['☒ agreed', '✓ agreed'], '☐ refused'],
    body: '- [X] agreed\n- [ ] refused',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['7 Juniper', '8 Hemlock'],
    body: '7. [@7] Juniper\n8. Hemlock',
  },
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    body: 'Quartz visible\n\n# commentedout\n',
  },
  { name: 'definition-list', shown: ['defined term', 'its meaning'], body: '- defined term :: its meaning' },
  { name: 'todo-keyword', shown: ['TODO mend the net'], body: '* TODO mend the net' },
];

const markup = (name: string, ext: string, parts: readonly WrittenTrait[]): TraitDocument =>
  textDocument(name, ext, parts, `${bodiesOf(parts, '\n\n')}\n`);

export const markupDocuments: readonly TraitDocument[] = [
  markup('markdown', 'md', markdown),
  markup('restructured-text', 'rst', restructured),
  markup('asciidoc', 'adoc', asciidoc),
  markup('org', 'org', org),
];
