/**
 * Lists OpenDocument text documents with one trait each, and the visible text of their printed pages. A trait is a
 * feature that conversions easily lose, such as hidden text.
 */
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import {
  bulletStyle,
  frame,
  h,
  headingStyles,
  item,
  levelStyle,
  list,
  listStyle,
  p,
  paragraphStyle,
  textStyle,
  type OpenDocumentParts,
} from './open-document-package.ts';

/** A generated document with one trait. */
export interface OpenDocumentTrait {
  name: string;
  parts: OpenDocumentParts;
  /**
   * The phrases that the printed pages show, in order. A phrase does not extend over several paragraphs, and single
   * spaces separate its words.
   */
  shows: readonly string[];
  /** Words in the file that no page shows. */
  hides?: readonly string[];
  /** The warnings of a conversion to text. */
  warns?: readonly WarningCode[];
}

const hiddenText: OpenDocumentParts = {
  styles:
    textStyle('Secret', 'text:display="none"') +
    paragraphStyle('Veiled', '<style:text-properties text:display="none"/>') +
    paragraphStyle('Deeper', '', ' style:parent-style-name="Veiled"'),
  automatic:
    textStyle('T1', 'fo:font-weight="bold"', 'Secret') +
    textStyle('T2', 'text:display="none"') +
    textStyle('T3', 'text:display="true"') +
    '<style:style style:name="S1" style:family="section"><style:section-properties/></style:style>',
  body: [
    p('Before <text:span text:style-name="T1">SECRETA</text:span>after.'),
    p('Above<text:span text:style-name="T2"> SECRETB</text:span> below.'),
    p('SECRETC', 'Deeper'),
    p('Partly <text:span text:style-name="T3">seen</text:span> veil', 'Standard'),
    p('<text:hidden-paragraph text:condition="ooow:TRUE" text:is-hidden="true"/>SECRETD'),
    p(
      'Open <text:hidden-text text:condition="ooow:TRUE" text:string-value="SECRETE" text:is-hidden="true"/>end.',
    ),
    '<text:section text:style-name="S1" text:name="One" text:display="none"><text:p>SECRETF</text:p></text:section>',
    '<text:section text:style-name="S1" text:name="Two" text:condition="ooow:TRUE" text:is-hidden="true" text:display="condition"><text:p>SECRETG</text:p></text:section>',
    '<text:section text:style-name="S1" text:name="Three"><text:p>Section seen.</text:p></text:section><text:section text:style-name="S1" text:name="Four" text:condition="ooow:FALSE" text:display="condition"><text:p>Condition unmet.</text:p></text:section>',
    p(
      'Answer <text:conditional-text text:condition="ooow:TRUE" text:string-value-if-true="yes" text:string-value-if-false="SECRETH" text:current-value="true">yes</text:conditional-text>.',
    ),
  ].join(''),
};

const outline = `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="I" style:num-prefix="Article " style:num-suffix=" "/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2" style:num-prefix="Section "/><text:outline-level-style text:level="3" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:outline-style>`;

const numberedHeadings: OpenDocumentParts = {
  styles: headingStyles + outline,
  body: [
    h(1, 'Purpose'),
    p('The purpose is plain.'),
    h(2, 'Scope'),
    h(2, 'Terms'),
    h(3, 'Ferry'),
    h(3, 'Harbour'),
    h(1, 'Members', ' text:restart-numbering="true" text:start-value="4"'),
    h(2, 'Fees'),
    h(1, 'Unnumbered', ' text:is-list-header="true"'),
    h(1, 'Closing'),
  ].join(''),
};

const numberedLists: OpenDocumentParts = {
  automatic:
    listStyle(
      'L1',
      levelStyle(1, '1', ' style:num-suffix="."'),
      levelStyle(2, 'a', ' style:num-prefix="(" style:num-suffix=")"'),
    ) +
    listStyle(
      'L2',
      levelStyle(1, '1', ' style:num-prefix="§ " text:start-value="7"'),
      levelStyle(2, '1', ' text:display-levels="2" style:num-suffix=":"'),
    ) +
    listStyle('L3', levelStyle(1, 'I', ' style:num-suffix=")"')),
  body: [
    list('L1', item(p('Boat') + list('', item(p('Oar')) + item(p('Sail')))) + item(p('Buoy'))),
    p('Between the lists.'),
    list('L1', item(p('Anchor')), ' text:continue-numbering="true"'),
    list(
      'L2',
      item(p('Berth') + list('', item(p('Rope')) + item(p('Fender')))) + item(p('Quay')),
      ' xml:id="second"',
    ),
    list(
      'L3',
      `<text:list-header>${p('Heading of it')}</text:list-header>` +
        item(p('Tide')) +
        item(p('Wave'), ' text:start-value="9"'),
    ),
    p('Later on.'),
    list('L2', item(p('Pier')), ' xml:id="third" text:continue-list="second"'),
  ].join(''),
};

const symbols: OpenDocumentParts = {
  fonts:
    '<style:font-face style:name="Wingdings" svg:font-family="Wingdings" style:font-charset="x-symbol"/><style:font-face style:name="Symbol" svg:font-family="Symbol" style:font-charset="x-symbol"/><style:font-face style:name="StarSymbol" svg:font-family="StarSymbol" style:font-charset="x-symbol"/>',
  automatic:
    textStyle('W', 'style:font-name="Wingdings"') +
    textStyle('S', 'style:font-name="Symbol"') +
    textStyle('O', 'style:font-name="StarSymbol"') +
    listStyle('L', bulletStyle(1, '\uf0fc', 'Wingdings')),
  body: [
    p('Done <text:span text:style-name="W">\uf0fc</text:span> here.'),
    p('Angle <text:span text:style-name="S">\uf061</text:span> small.'),
    p('Arrow <text:span text:style-name="O">\ue08c</text:span> marks.'),
    list('L', item(p('Ticked item'))),
  ].join(''),
};

const fields: OpenDocumentParts = {
  automatic:
    '<number:date-style style:name="D"><number:day number:style="long"/><number:text>.</number:text><number:month number:style="long"/><number:text>.</number:text><number:year number:style="long"/></number:date-style><number:time-style style:name="T"><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>',
  styles:
    headingStyles +
    '<text:bibliography-configuration text:prefix="[" text:suffix="]" text:numbered-entries="false"/>',
  body: [
    '<text:variable-decls><text:variable-decl office:value-type="float" text:name="fee"/></text:variable-decls>',
    '<text:sequence-decls><text:sequence-decl text:display-outline-level="0" text:name="Figure"/></text:sequence-decls>',
    '<text:user-field-decls><text:user-field-decl office:value-type="string" office:string-value="Nora" text:name="owner"/></text:user-field-decls>',
    p(
      'Date <text:date style:data-style-name="D" text:fixed="true" text:date-value="2024-02-29">29.02.2024</text:date>, time <text:time style:data-style-name="T" text:fixed="true" text:time-value="2024-02-29T10:30:00">10:30</text:time>.',
    ),
    p(
      'Page <text:page-number text:select-page="current">1</text:page-number> of <text:page-count>1</text:page-count>.',
    ),
    p(
      'Fee <text:variable-set text:name="fee" office:value-type="float" office:value="12">12</text:variable-set>, again <text:variable-get text:name="fee">12</text:variable-get>.',
    ),
    p('Owner <text:user-field-get text:name="owner">Nora</text:user-field-get>.'),
    p(
      'Silent <text:variable-set text:name="fee" text:display="none" office:value-type="float" office:value="13">13</text:variable-set>end.',
    ),
    p('Fill in <text:placeholder text:placeholder-type="text">&lt;your name&gt;</text:placeholder>.'),
    p(
      'Row <text:database-display text:table-name="t" text:table-type="table" text:column-name="c" text:database-name="d">Ada</text:database-display>.',
    ),
    p(
      'Choice <text:drop-down text:name="d"><text:label text:value="red"/><text:label text:value="blue" text:current-selected="true"/>blue</text:drop-down>.',
    ),
    p(
      'Figure <text:sequence text:ref-name="refFigure0" text:name="Figure" text:formula="ooow:Figure+1" style:num-format="1">1</text:sequence>: the quay',
    ),
    p(
      'See <text:sequence-ref text:reference-format="value" text:ref-name="refFigure0">1</text:sequence-ref> and <text:bookmark-ref text:reference-format="text" text:ref-name="mark">the marked words</text:bookmark-ref>.',
    ),
    p(
      'Here are <text:bookmark-start text:name="mark"/>the marked words<text:bookmark-end text:name="mark"/>.',
    ),
    p(
      'Known <text:bibliography-mark text:identifier="KNU84" text:bibliography-type="book" text:author="Knuth" text:title="TeXbook">[KNU84]</text:bibliography-mark>.',
    ),
    p('Field <text:text-input text:description="d">typed words</text:text-input>.'),
    h(1, 'Named chapter'),
    p('In <text:chapter text:display="name" text:outline-level="1">Named chapter</text:chapter>.'),
  ].join(''),
};

const control = (id: string) =>
  `<draw:control draw:control="${id}" text:anchor-type="as-char" svg:width="4cm" svg:height="0.6cm"/>`;

const forms: OpenDocumentParts = {
  body: [
    `<office:forms form:automatic-focus="false" form:apply-design-mode="false"><form:form form:name="f" form:control-implementation="ooo:com.sun.star.form.component.Form">${[
      '<form:text form:name="a" form:control-implementation="ooo:com.sun.star.form.component.TextField" xml:id="c1" form:id="c1" form:current-value="typed name" form:value="typed name"/>',
      '<form:checkbox form:name="b" form:control-implementation="ooo:com.sun.star.form.component.CheckBox" xml:id="c2" form:id="c2" form:label="agreed" form:current-state="checked" form:state="checked"/>',
      '<form:checkbox form:name="c" form:control-implementation="ooo:com.sun.star.form.component.CheckBox" xml:id="c3" form:id="c3" form:label="declined"/>',
      '<form:listbox form:name="d" form:control-implementation="ooo:com.sun.star.form.component.ListBox" xml:id="c4" form:id="c4" form:dropdown="true" form:bound-column="1"><form:option form:label="red"/><form:option form:label="blue" form:current-selected="true" form:selected="true"/></form:listbox>',
      '<form:combobox form:name="e" form:control-implementation="ooo:com.sun.star.form.component.ComboBox" xml:id="c5" form:id="c5" form:dropdown="true" form:current-value="harbour" form:value="harbour"><form:item form:label="harbour"/><form:item form:label="quay"/></form:combobox>',
    ].join('')}</form:form></office:forms>`,
    p(`Name: ${control('c1')}`),
    p(`Terms: ${control('c2')}`),
    p(`Mail: ${control('c3')}`),
    p(`Colour: ${control('c4')}`),
    p(`Place: ${control('c5')}`),
  ].join(''),
};

const changed = (id: string, kind: string, content = '') =>
  `<text:changed-region xml:id="${id}" text:id="${id}"><text:${kind}><office:change-info><dc:creator>Nora</dc:creator><dc:date>2024-02-29T12:00:00</dc:date></office:change-info>${content}</text:${kind}></text:changed-region>`;

/** Tracked changes: an inserted word, a deleted word, and a deleted paragraph mark with the words around it. */
const trackedChanges: OpenDocumentParts = {
  body: [
    `<text:tracked-changes>${[
      changed('ct1', 'insertion'),
      changed('ct2', 'deletion', p('DELETED ')),
      changed('ct3', 'deletion', p('FORMER END') + p('FORMER START ')),
    ].join('')}</text:tracked-changes>`,
    p('Kept <text:change-start text:change-id="ct1"/>inserted <text:change-end text:change-id="ct1"/>words.'),
    p('Nothing <text:change text:change-id="ct2"/>remains.'),
    p('Joined <text:change text:change-id="ct3"/>line.'),
  ].join(''),
};

const comments: OpenDocumentParts = {
  body: [
    p(
      'Word <office:annotation office:name="c"><dc:creator>Nora</dc:creator><dc:date>2024-02-29T12:00:00</dc:date><text:p>REMARK about it</text:p></office:annotation>commented<office:annotation-end office:name="c"/> on.',
    ),
  ].join(''),
};

const pageHeaders: OpenDocumentParts = {
  master: `<style:header><text:p>HEADLINE of pages</text:p></style:header><style:footer><text:p>FOOTLINE <text:page-number>1</text:page-number></text:p></style:footer>`,
  body: p('Body between them.', 'Standard'),
};

const contents: OpenDocumentParts = {
  styles: headingStyles,
  body: [
    `<text:table-of-content text:name="Contents"><text:table-of-content-source text:outline-level="3"><text:index-title-template>Contents</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title text:name="t"><text:p>CONTENTLIST</text:p></text:index-title><text:p>First<text:tab/>1</text:p><text:p>Second<text:tab/>1</text:p></text:index-body></text:table-of-content>`,
    h(1, 'First'),
    p('Of the first.'),
    h(1, 'Second'),
    p('Of the second.'),
  ].join(''),
};

const drawings: OpenDocumentParts = {
  body: [
    p(`Before the box. ${frame(`<draw:text-box>${p('Words in a box')}</draw:text-box>`)}`),
    p(
      `Before the shape. <draw:rect text:anchor-type="paragraph" svg:width="5cm" svg:height="1cm" svg:x="9cm" svg:y="1cm">${p('Words on a shape')}</draw:rect>`,
    ),
    p(
      `Before the group. <draw:g text:anchor-type="paragraph"><draw:rect svg:width="5cm" svg:height="1cm" svg:x="9cm" svg:y="3cm">${p('Words in a group')}</draw:rect></draw:g>`,
    ),
  ].join(''),
};

const note = (kind: string, citation: string, body: string) =>
  `<text:note text:id="n${citation}" text:note-class="${kind}"><text:note-citation>${citation}</text:note-citation><text:note-body>${p(body)}</text:note-body></text:note>`;

const notes: OpenDocumentParts = {
  styles:
    '<text:notes-configuration text:note-class="footnote" style:num-format="1" text:start-value="0" text:footnotes-position="page" text:start-numbering-at="document"/>',
  body: [
    p(`Footed${note('footnote', '1', 'At the foot.')} and ended${note('endnote', 'i', 'At the end.')}.`),
    p(
      'Base <text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby> read.',
    ),
    p('Meta <text:meta xml:id="m1">kept words</text:meta> stay.'),
  ].join(''),
};

const sections: OpenDocumentParts = {
  automatic: '<style:style style:name="S1" style:family="section"><style:section-properties/></style:style>',
  body: [
    `<text:section text:style-name="S1" text:name="Locked" text:protected="true">${p('Locked words.')}</text:section>`,
    `<text:section text:style-name="S1" text:name="Outer">${p('Outer words.')}<text:section text:style-name="S1" text:name="Inner">${list('', item(p('Listed words')))}</text:section></text:section>`,
    `<text:alphabetical-index text:name="Index1"><text:alphabetical-index-source><text:index-title-template>Index</text:index-title-template></text:alphabetical-index-source><text:index-body><text:index-title text:name="x"><text:p>Index of words</text:p></text:index-title><text:p>quay<text:tab/>1</text:p></text:index-body></text:alphabetical-index>`,
    `<text:numbered-paragraph text:list-id="np" text:level="1" text:style-name="NP">${p('Numbered words')}</text:numbered-paragraph>`,
  ].join(''),
  styles: listStyle('NP', levelStyle(1, 'A', ' style:num-suffix=")"')),
};

export const openDocumentTraits: readonly OpenDocumentTrait[] = [
  {
    name: 'hidden text',
    parts: hiddenText,
    shows: [
      'Before after.',
      'Above below.',
      'Partly seen veil',
      'Open end.',
      'Section seen.',
      'Condition unmet.',
      'Answer yes.',
    ],
    hides: [...'ABCDEFGH'].map((letter) => `SECRET${letter}`),
    warns: ['hidden_text'],
  },
  {
    name: 'numbered headings',
    parts: numberedHeadings,
    shows: [
      ...['Article I Purpose', 'Section I.1 Scope', 'Section I.2 Terms', '(a) Ferry', '(b) Harbour'],
      ...['Article IV Members', 'Section IV.1 Fees', 'Unnumbered', 'Article V Closing'],
    ],
  },
  {
    name: 'numbered lists',
    parts: numberedLists,
    shows: [
      ...['1. Boat', '(a) Oar', '(b) Sail', '2. Buoy', 'Between the lists.', '3. Anchor'],
      ...['§ 7 Berth', '7.1: Rope', '7.2: Fender', '§ 8 Quay', 'Heading of it', 'I) Tide', 'IX) Wave'],
      ...['Later on.', '§ 9 Pier'],
    ],
  },
  {
    name: 'symbols',
    parts: symbols,
    shows: ['Done ✓ here.', 'Angle α small.', 'Arrow → marks.', 'Ticked item'],
  },
  {
    name: 'fields',
    parts: fields,
    shows: [
      ...['Date 29.02.2024, time 10:30.', 'Page 1 of 1.', 'Fee 12, again 12.', 'Owner Nora.', 'Silent end.'],
      ...['Fill in <your name>.', 'Row Ada.', 'Choice blue.', 'Figure 1: the quay'],
      ...['See 1 and the marked words.', 'Here are the marked words.', 'Known [KNU84].'],
      ...['Field typed words.', 'Named chapter', 'In Named chapter.'],
    ],
  },
  {
    name: 'forms',
    parts: forms,
    shows: ['Name: typed name', 'Terms: ☒ agreed', 'Mail: ☐ declined', 'Colour: blue', 'Place: harbour'],
  },
  {
    name: 'tracked changes',
    parts: trackedChanges,
    shows: ['Kept inserted words.', 'Nothing remains.', 'Joined line.'],
    hides: ['DELETED', 'FORMER'],
  },
  {
    name: 'comments',
    parts: comments,
    shows: ['Word commented on.'],
    hides: ['REMARK'],
    warns: ['comments_left_out'],
  },
  {
    name: 'page headers',
    parts: pageHeaders,
    shows: ['Body between them.'],
    hides: ['HEADLINE', 'FOOTLINE'],
    warns: ['headers_left_out'],
  },
  {
    name: 'page number in the footer',
    parts: {
      body: p('Body above it.'),
      master:
        '<style:footer><text:p>Seite <text:page-number>1</text:page-number> von <text:page-count>1</text:page-count></text:p></style:footer>',
    },
    shows: ['Body above it.'],
    hides: ['Seite'],
  },
  {
    name: 'linked file that was not sent',
    parts: {
      body: `${p('Kept words.')}<text:section text:name="part"><text:section-source xlink:href="../part.odt" xlink:type="simple"/></text:section>`,
    },
    shows: ['Kept words.'],
    warns: ['documents_left_out'],
  },
  {
    name: 'table of contents',
    parts: contents,
    shows: ['First', 'Of the first.', 'Second', 'Of the second.'],
    hides: ['CONTENTLIST'],
  },
  {
    name: 'drawings',
    parts: drawings,
    shows: [
      ...['Before the box.', 'Words in a box', 'Before the shape.', 'Words on a shape'],
      ...['Before the group.', 'Words in a group'],
    ],
  },
  {
    name: 'notes',
    parts: notes,
    shows: ['Footed', '漢字', 'かんじ', 'Meta kept words stay.', 'At the foot.', 'At the end.'],
  },
  {
    name: 'sections',
    parts: sections,
    shows: ['Locked words.', 'Outer words.', 'Listed words', 'Index of words', 'quay', 'A) Numbered words'],
  },
];
