/** A trait document in RTF with content that conversions easily lose. Each trait has separate paragraphs. */
import { bodiesOf, isText, textDocument, type TraitDocument, type WrittenTrait } from '../trait-document.ts';

const field = (code: string, result: string) => `{\\field{\\*\\fldinst{ ${code} }}{\\fldrslt{${result}}}}`;
const item = (list: number, text: string, level = 0, label = '') =>
  `\\pard\\plain\\fi-360\\li${720 * (level + 1)}\\ls${list}\\ilvl${level}{\\listtext ${label}\\tab}${text}\\par`;

const parts: readonly WrittenTrait[] = [
  {
    name: 'hidden-text',
    shown: ['Quartz before after quartz'],
    hidden: ['vanishedrun', 'vanishedstyle'],
    body: '\\pard\\plain Quartz before {\\v vanishedrun }after quartz\\par \\pard\\plain\\s5\\v vanishedstyle\\v0\\par',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['3 Juniper', '4 Hemlock', ['b Larch', '(b) Larch']],
    body: [
      item(1, 'Juniper', 0, '3.'),
      item(1, 'Hemlock', 0, '4.'),
      item(1, 'Alder', 1, 'a)'),
      item(1, 'Larch', 1, 'b)'),
    ].join('\n'),
  },
  {
    name: 'heading-numbers',
    shown: ['Article I Purpose', 'Article II Duties'],
    body: ['Purpose', 'Duties']
      .map(
        (text, n) =>
          `\\pard\\plain\\s1\\outlinelevel0\\ls2\\ilvl0\\b{\\listtext Article ${'I'.repeat(n + 1)}\\tab}${text}\\par`,
      )
      .join('\n'),
  },
  {
    name: 'symbol-fonts',
    shown: ['tick ✓ done', 'angle α end'],
    body: "\\pard\\plain tick {\\f2\\'fc} done\\par \\pard\\plain angle {\\f1 a} end\\par",
  },
  {
    name: 'symbols',
    shown: ['price 7 € sum', 'arrow → onward', 'dash nine', 'naïve café'],
    body: "\\pard\\plain price 7 \\u8364? sum\\par \\pard\\plain arrow \\u8594? onward\\par \\pard\\plain dash\\emdash nine\\par \\pard\\plain na\\'efve caf\\'e9\\par",
  },
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: '\\pard\\plain Footed sentence.{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn} footbody walrus}\\par',
  },
  {
    name: 'endnote',
    shown: ['Ended sentence', 'endbody narwhal'],
    body: '\\pard\\plain Ended sentence.{\\super\\chftn}{\\footnote\\ftnalt\\pard\\plain{\\super\\chftn} endbody narwhal}\\par',
  },
  {
    name: 'comment',
    shown: ['commentbody ibex'],
    aside: true,
    on: isText,
    warnings: ['comments_left_out'],
    body: '\\pard\\plain Commented phrase{\\*\\atnid R}{\\*\\atnauthor Reviewer}{\\chatn{\\*\\annotation\\pard\\plain commentbody ibex}} stays\\par',
  },
  { name: 'comment-in-text', shown: ['Commented phrase', 'stays'], body: '' },
  {
    name: 'header-and-footer',
    shown: ['headword pelican', 'footword heron'],
    losesWith: ['layout'],
    warnings: ['headers_left_out'],
    body: '',
  },
  {
    name: 'text-box',
    shown: ['boxedword kiwi'],
    hidden: ['boxedword kiwi boxedword kiwi'],
    body: '\\pard\\plain beside{\\shp{\\*\\shpinst\\shpleft4000\\shptop0\\shpright8000\\shpbottom900\\shpwr2{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt\\pard\\plain boxedword kiwi\\par}}{\\shprslt\\pard\\plain boxedword kiwi\\par}}\\par',
  },
  {
    name: 'field-results',
    shown: ['dated 12 March 2024 end', ['linked ferret here', 'linked ferret']],
    hidden: ['MERGEFORMAT', 'HYPERLINK'],
    body: `\\pard\\plain dated ${field('DOCVARIABLE Deadline \\\\* MERGEFORMAT', '12 March 2024')} end\\par \\pard\\plain linked ${field('HYPERLINK "https://example.org/ferret"', 'ferret')} here\\par`,
  },
  {
    name: 'form-values',
    shown: ['typed ferret'],
    body: `\\pard\\plain typed {\\field{\\*\\fldinst{ FORMTEXT {\\*\\formfield{\\fftype0\\ffname T1}}}}{\\fldrslt{ferret}}}\\par`,
  },
  {
    name: 'legacy-checkbox',
    shown: ['☒ legacyticked'],
    on: isText,
    body: '\\pard\\plain {\\field{\\*\\fldinst{ FORMCHECKBOX {\\*\\formfield{\\fftype1\\ffres25\\ffdefres1\\ffname C1}}}}{\\fldrslt{}}} legacyticked\\par',
  },
  {
    name: 'tracked-changes',
    shown: ['Tracked addedword stays'],
    hidden: ['deletedword'],
    on: isText,
    body: '\\pard\\plain Tracked {\\revised\\revauth1 addedword }{\\deleted\\revauthdel1 deletedword }stays\\par',
  },
  {
    name: 'merged-cells',
    shown: ['spanned heading', 'left one', 'right one'],
    body: '\\trowd\\clmgf\\cellx2500\\clmrg\\cellx5000\\pard\\intbl spanned heading\\cell\\cell\\row\n\\trowd\\cellx2500\\cellx5000\\pard\\intbl left one\\cell right one\\cell\\row\n\\pard\\plain\\par',
  },
  {
    name: 'table-in-cell',
    shown: ['outer cell', 'inner one', 'inner two'],
    body: '\\trowd\\cellx6000\\pard\\intbl\\itap1 outer cell\\par\\pard\\intbl\\itap2 inner one\\nestcell inner two\\nestcell{\\*\\nesttableprops\\trowd\\cellx2000\\cellx4000\\nestrow}\\pard\\intbl\\itap1\\cell\\row\n\\pard\\plain\\par',
  },
  {
    name: 'hidden-destinations',
    hidden: ['ignoredgroup', 'docvarvalue', 'keywordlist'],
    body: '\\pard\\plain{\\*\\unknowngroup ignoredgroup}last\\par',
  },
];

const level = (kind: number, start: number, template: string, positions: string) =>
  `{\\listlevel\\levelnfc${kind}\\levelnfcn${kind}\\leveljc0\\levelfollow0\\levelstartat${start}{\\leveltext ${template};}{\\levelnumbers ${positions};}\\fi-360\\li720}`;
const lists = `{\\*\\listtable{\\list\\listtemplateid1${level(0, 3, "\\'02\\'00.", "\\'01")}${level(4, 1, "\\'02\\'01)", "\\'01")}{\\listname ;}\\listid11}{\\list\\listtemplateid2${level(1, 1, "\\'09Article \\'00", "\\'09")}{\\listname ;}\\listid12}}{\\*\\listoverridetable{\\listoverride\\listid11\\listoverridecount0\\ls1}{\\listoverride\\listid12\\listoverridecount0\\ls2}}`;

const head = [
  '{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Liberation Serif;}{\\f1\\fcharset2 Symbol;}{\\f2\\fcharset2 Wingdings;}}',
  '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0\\b heading 1;}{\\s5\\v Secret;}}',
  lists,
  '{\\*\\revtbl{Unknown;}{Reviewer;}}',
  '{\\info{\\title Traits of rich text}{\\keywords keywordlist}}{\\*\\docvar {Deadline}{docvarvalue}}',
  '{\\header\\pard\\plain headword pelican\\par}{\\footer\\pard\\plain footword heron\\par}',
].join('\n');

export const richTextDocuments: readonly TraitDocument[] = [
  textDocument('rich-text', 'rtf', parts, `${head}\n${bodiesOf(parts)}\n}\n`),
];
