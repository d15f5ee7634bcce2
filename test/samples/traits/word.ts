/**
 * Lists Word documents with one trait each, and the visible text of their printed pages. A trait is a feature that
 * conversions easily lose, such as hidden text.
 */
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import {
  field,
  item,
  line,
  nested,
  numberingOf,
  numberLevel,
  paragraph,
  run,
  writeWord,
  type WordParts,
} from './word-package.ts';
import { wordShapes } from './word-shapes.ts';
import { wordTables } from './word-tables.ts';

/** A generated document with one trait. */
export interface WordTrait {
  name: string;
  parts: WordParts;
  /** The phrases that the printed pages show, in order. Words are separated by single spaces. */
  shows: readonly string[];
  /** Phrases that the pages do not show. */
  hides?: readonly string[];
  /** The warnings of a conversion to text. */
  warns?: readonly WarningCode[];
}

const style = (type: string, id: string, content: string) =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${content}</w:style>`;

const vanish = '<w:rPr><w:vanish/></w:rPr>';

const hidden: readonly WordTrait[] = [
  ['run', paragraph(run('Seen. ') + run('SECRET', '<w:vanish/>') + run(' End.')), ''],
  [
    'character style',
    paragraph(run('Seen. ') + run('SECRET', '<w:rStyle w:val="Gone"/>') + run(' End.')),
    style('character', 'Gone', vanish),
  ],
  [
    'paragraph style',
    `${line('Seen.')}${line('SECRET', '<w:pStyle w:val="Gone"/>')}${line('End.')}`,
    style('paragraph', 'Gone', vanish),
  ],
  [
    'inherited style',
    `${line('Seen.')}${line('SECRET', '<w:pStyle w:val="Child"/>')}${line('End.')}`,
    style('paragraph', 'Gone', vanish) + style('paragraph', 'Child', '<w:basedOn w:val="Gone"/>'),
  ],
  [
    'paragraph with its mark',
    `${line('Seen.')}${paragraph(run('SECRET', '<w:vanish/>'), vanish)}${line('End.')}`,
    '',
  ],
].map(([kind, body = '', styles = '']) => ({
  name: `hidden text by ${kind}`,
  parts: { body, styles },
  shows: ['Seen.', 'End.'],
  hides: ['SECRET'],
  warns: ['hidden_text'],
}));

const shownByRun: WordTrait = {
  name: 'hidden style that a run overrides',
  parts: {
    body: paragraph(
      run('Seen. ') + run('KEPT', '<w:rStyle w:val="Gone"/><w:vanish w:val="0"/>') + run(' End.'),
    ),
    styles: style('character', 'Gone', vanish),
  },
  shows: ['Seen. KEPT End.'],
};

const legal = [
  numberLevel(0, 'upperRoman', 'Article %1', '<w:suff w:val="space"/>'),
  numberLevel(1, 'decimal', '%1.%2', '<w:isLgl/>'),
  numberLevel(2, 'lowerLetter', '(%3)'),
  numberLevel(3, 'lowerRoman', '(%4)'),
];

const numbers: readonly WordTrait[] = [
  {
    name: 'numbered headings',
    parts: {
      body: `${item('Purpose', 1, 0, 'Heading1')}${line('Text.')}${item('Payment', 1, 0, 'Heading1')}${item('Terms', 1, 1, 'Heading2')}`,
      numbering: numberingOf(legal),
    },
    shows: ['Article I Purpose', 'Text.', 'Article II Payment', '2.1 Terms'],
  },
  {
    name: 'headings numbered by their style',
    parts: {
      body: `${line('One', '<w:pStyle w:val="Part"/>')}${line('Two', '<w:pStyle w:val="Part"/>')}`,
      styles: style(
        'paragraph',
        'Part',
        '<w:basedOn w:val="Heading1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr>',
      ),
      numbering: numberingOf([numberLevel(0, 'decimal', '§ %1', '<w:pStyle w:val="Part"/>')]),
    },
    shows: ['§ 1 One', '§ 2 Two'],
  },
  {
    name: 'list of several levels',
    parts: {
      body: `${line('Before.')}${item('first', 1)}${item('inner', 1, 1)}${item('letter', 1, 2)}${item('roman', 1, 3)}${item('roman again', 1, 3)}${item('other letter', 1, 2)}${item('second', 1)}${item('restarted', 1, 1)}`,
      numbering: numberingOf([numberLevel(0, 'decimal', '%1.'), ...legal.slice(1)]),
    },
    shows: [
      '1. first',
      '1.1 inner',
      '(a) letter',
      '(i) roman',
      '(ii) roman again',
      '(b) other letter',
      '2. second',
      '2.1 restarted',
    ],
  },
  {
    name: 'list that continues after a paragraph, and a list that starts at 7',
    parts: {
      body: `${item('one', 1)}${item('two', 1)}${line('Between.')}${item('three', 1)}${line('Again.')}${item('seven', 2)}${item('eight', 2)}`,
      numbering: numberingOf(
        [numberLevel(0, 'decimal', '%1)')],
        ['', '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'],
      ),
    },
    shows: ['1) one', '2) two', 'Between.', '3) three', 'Again.', '7) seven', '8) eight'],
  },
  {
    name: 'list letters after Z, without a separator after the number',
    parts: {
      body: `${item('twenty-seven', 1)}${item('twenty-eight', 1)}`,
      numbering: numberingOf([
        numberLevel(0, 'upperLetter', 'No. %1: ', '<w:suff w:val="nothing"/>').replace(
          'w:start w:val="1"',
          'w:start w:val="27"',
        ),
      ]),
    },
    shows: ['No. AA: twenty-seven', 'No. BB: twenty-eight'],
  },
  {
    name: 'bullets between numbers, and a list without numbers',
    parts: {
      body: `${item('bullet', 1)}${item('one', 1, 1)}${item('bullet again', 1)}${item('one again', 1, 1)}${item('bare', 1, 2)}`,
      numbering: numberingOf([
        numberLevel(0, 'bullet', '•'),
        numberLevel(1, 'decimal', '%2.'),
        numberLevel(2, 'none', ''),
      ]),
    },
    shows: ['bullet', '1. one', 'bullet again', '1. one again', 'bare'],
    hides: ['1. bare'],
  },
  {
    name: 'ordinal numbers, numbers with a leading zero and numbers in circles',
    parts: {
      body: `${item('a', 1, 0)}${item('b', 1, 1)}${item('c', 1, 2)}`,
      numbering: numberingOf([
        numberLevel(0, 'ordinal', '%1'),
        numberLevel(1, 'decimalZero', '%2.'),
        numberLevel(2, 'decimalEnclosedCircle', '%3'),
      ]),
    },
    shows: ['1st a', '01. b', '① c'],
  },
  {
    name: 'list numbers written as words in several languages',
    parts: {
      body: [
        ['Anfang', 'de-DE'],
        ['Milieu', 'fr-FR'],
        ['末尾', 'zh-CN'],
      ]
        .map(([text = '', language = '']) =>
          line(
            text,
            `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:lang w:val="${language}"/></w:rPr>`,
          ),
        )
        .join(''),
      numbering: numberingOf([numberLevel(0, 'ordinalText', '%1:')]),
    },
    shows: ['Erste: Anfang', 'Deuxième: Milieu', '第三: 末尾'],
  },
];

const checkbox = (checked: boolean) =>
  `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked ? 1 : 0}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(checked ? '☒' : '☐')}</w:sdtContent></w:sdt>`;

const legacyBox = (checked: boolean) =>
  field(
    'FORMCHECKBOX',
    '',
    `<w:ffData><w:checkBox><w:sizeAuto/><w:default w:val="${checked ? 1 : 0}"/></w:checkBox></w:ffData>`,
  );

const fields: readonly WordTrait[] = [
  {
    name: 'symbols',
    parts: {
      body: `${paragraph(run('tick ') + '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>' + run(' alpha ') + '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>')}${paragraph(run('run ') + run('b', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>') + run(' private ') + run('\u{f0e0}', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'))}`,
    },
    shows: ['tick ✓ alpha α', 'run β private →'],
  },
  {
    name: 'fields',
    parts: {
      body: `${paragraph(`${run('See ')}${field('REF mark \\h', run('Section 4'))}${run(' on ')}<w:fldSimple w:instr=" PAGEREF mark ">${run('page 12')}</w:fldSimple>${run('.')}`)}${paragraph(`${run('Outer ')}${field('IF 1 = 1', run('in ') + field('MERGEFIELD name', run('«name»')) + run(' out'))}${run(' end.')}`)}${paragraph(run('Table ') + field('SEQ Table \\* ARABIC', run('3')) + run(': costs'))}`,
    },
    shows: ['See Section 4 on page 12.', 'Outer in «name» out end.', 'Table 3: costs'],
    hides: ['PAGEREF', 'MERGEFIELD', 'SEQ'],
  },
  {
    name: 'forms',
    parts: {
      body: `${paragraph(`${run('Name: ')}${field('FORMTEXT', run('Ada'))}${run(' agreed ')}${legacyBox(true)}${run(' refused ')}${legacyBox(false)}`)}${paragraph(`${run('Colour: ')}${field('FORMDROPDOWN', '', '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData>')}${run(' set ')}${checkbox(true)}${run(' unset ')}${checkbox(false)}`)}<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="north" w:value="n"/></w:dropDownList></w:sdtPr><w:sdtContent>${line('Side: north')}</w:sdtContent></w:sdt>`,
    },
    shows: ['Name: Ada agreed ☒ refused ☐', 'Colour: blue set ☒ unset ☐', 'Side: north'],
    hides: ['red'],
  },
  {
    name: 'fields within fields',
    parts: {
      body: [
        `${run('Sum ')}${nested('=', field('DOCPROPERTY N', run('4')), '+ 5', run('9'))}${run(' done.')}`,
        `${run('Dear ')}${nested('IF', field('MERGEFIELD Sex', run('f')), '= "f" "Ms" "Mr"', run('Ms'))}${run(' Hale.')}`,
        `${run('See ')}${field('REF gone \\h', `${run('clause ')}${field('PAGEREF gone', run('7'))}`)}${run(' there.')}`,
        `${run('Stored as ')}${field('FILENAME', run('letter.docx'))}${run('.')}`,
        `${run('Go ')}${field('HYPERLINK \\l "place"', run('inside'))}${run(' it.')}`,
        field('SET amount "SECRET"', run('SECRET')) + run('End.'),
      ]
        .map((content) => paragraph(content))
        .join(''),
    },
    shows: [
      'Sum 9 done.',
      'Dear Ms Hale.',
      'See clause 7 there.',
      'Stored as letter.docx.',
      'inside',
      'End.',
    ],
    hides: ['SECRET', 'Mr', 'Error', '(\\l)'],
  },
  {
    name: 'table of contents',
    parts: {
      body: `${paragraph(`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('TOCLINE Chapter 1')}`)}${paragraph(`${run('TOCLINE Other 2')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`)}${line('Chapter', '<w:pStyle w:val="Heading1"/>')}${line('Text.')}`,
    },
    shows: ['Chapter', 'Text.'],
  },
];

const by = 'w:author="A" w:date="2024-01-01T00:00:00Z"';
const inserted = (content: string) => `<w:ins w:id="1" ${by}>${content}</w:ins>`;
const deleted = (text: string) =>
  `<w:del w:id="2" ${by}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${line(text)}</w:tc>`;

/**
 * Documents with tracked changes. `shows` is the text if all changes are accepted, and `original` is the text if all
 * changes are rejected. `removed` lists words that disappear if all changes are rejected.
 */
export const revisions: readonly (WordTrait & { original: readonly string[]; removed: readonly string[] })[] =
  [
    {
      name: 'tracked words',
      parts: { body: paragraph(`${run('Price ')}${deleted('100')}${inserted(run('90'))}${run(' EUR')}`) },
      shows: ['Price 90 EUR'],
      hides: ['100'],
      original: ['Price 100 EUR'],
      removed: ['90'],
    },
    {
      name: 'tracked move',
      parts: {
        body: `${paragraph(`${run('Start ')}<w:moveFrom w:id="3" ${by}>${run('moved ')}</w:moveFrom>${run('middle ')}<w:moveTo w:id="4" ${by}>${run('moved ')}</w:moveTo>${run('end')}`)}`,
      },
      shows: ['Start middle moved end'],
      original: ['Start moved middle end'],
      removed: [],
    },
    {
      name: 'deleted paragraph mark',
      parts: {
        body: `${paragraph(run('One'), `<w:rPr><w:del w:id="5" ${by}/></w:rPr>`)}${line(' and two.')}${line('Three.')}`,
      },
      shows: ['One and two.', 'Three.'],
      original: ['One', 'and two.', 'Three.'],
      removed: [],
    },
    {
      name: 'tracked table rows',
      parts: {
        body: `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr>${cell('head')}${cell('b1')}</w:tr><w:tr><w:trPr><w:del w:id="6" ${by}/></w:trPr>${cell('oldrow')}${cell('b2')}</w:tr><w:tr><w:trPr><w:ins w:id="7" ${by}/></w:trPr>${cell('newrow')}${cell('b3')}</w:tr><w:tr>${cell('last')}${cell('b4')}</w:tr></w:tbl>`,
      },
      shows: ['head', 'newrow', 'last'],
      hides: ['oldrow'],
      original: ['head', 'oldrow', 'last'],
      removed: ['newrow'],
    },
  ];

const notes: readonly WordTrait[] = [
  {
    name: 'comment',
    parts: {
      body: paragraph(
        `<w:commentRangeStart w:id="0"/>${run('Commented')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${run(' text.')}`,
      ),
      comments: `<w:comment w:id="0" w:author="Ann" w:initials="A" w:date="2024-01-01T00:00:00Z">${line('REMARK of Ann')}</w:comment>`,
    },
    shows: ['Commented text.'],
    hides: ['REMARK'],
    warns: ['comments_left_out'],
  },
  {
    name: 'header and footer',
    parts: {
      body: line('Body.'),
      header: line('HEADTEXT'),
      footer: paragraph(field('PAGE', run('1'))),
    },
    shows: ['Body.'],
    warns: ['headers_left_out'],
  },
  {
    name: 'page number in the footer',
    parts: { body: line('Body.'), footer: paragraph(run('Page ') + field('PAGE', run('1'))) },
    shows: ['Body.'],
  },
  {
    name: 'notes',
    parts: {
      body: paragraph(
        `${run('Foot')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' and end')}<w:r><w:endnoteReference w:id="2"/></w:r>${run('.')}`,
      ),
      footnotes: `<w:footnote w:id="2">${paragraph(`<w:r><w:footnoteRef/></w:r>${run(' below ')}${run('SECRET', '<w:vanish/>')}<w:r><w:sym w:font="Symbol" w:char="F062"/></w:r>`)}</w:footnote>`,
      endnotes: `<w:endnote w:id="2">${paragraph(`<w:r><w:endnoteRef/></w:r>${run(' at the end')}`)}</w:endnote>`,
    },
    shows: ['Foot', 'below β', 'at the end'],
    hides: ['SECRET'],
    warns: ['hidden_text'],
  },
];

const titles: readonly WordTrait[] = [
  {
    name: 'title of two paragraphs',
    parts: {
      body: `${line('Annual', '<w:pStyle w:val="Title"/>')}${line('Report', '<w:pStyle w:val="Title"/>')}${line('Body.')}`,
      styles: '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>',
    },
    shows: ['Annual', 'Report', 'Body.'],
  },
];

export const wordTraits: readonly WordTrait[] = [
  ...hidden,
  shownByRun,
  ...numbers,
  ...fields,
  ...revisions,
  ...notes,
  ...titles,
  ...wordShapes,
  ...wordTables,
];

/** Writes the document of a trait. */
export const writeWordTrait = (file: string, { parts }: WordTrait): Promise<void> => writeWord(file, parts);
