/** Trait documents: DocBook, JATS and OPML files and a notebook with content that conversions easily lose. */
import { xmlHead } from '../../../samples/archives/zip.ts';
import {
  bodiesOf,
  textDocument,
  writesControls,
  type DocumentTrait,
  type TraitDocument,
  type WrittenTrait,
} from '../trait-document.ts';

const docbook: readonly WrittenTrait[] = [
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: '<para>Footed sentence.<footnote><para>footbody walrus</para></footnote></para>',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['7 Juniper', '8 Hemlock', ['c Larch', 'a Larch']],
    body: '<orderedlist startingnumber="7"><listitem><para>Juniper</para></listitem><listitem><para>Hemlock</para></listitem></orderedlist><orderedlist numeration="loweralpha"><listitem><para>Larch</para></listitem></orderedlist>',
  },
  {
    name: 'definition-list',
    shown: ['defined term', 'its meaning'],
    body: '<variablelist><varlistentry><term>defined term</term><listitem><para>its meaning</para></listitem></varlistentry></variablelist>',
  },
  {
    name: 'admonition',
    shown: ['mind the gap', 'titled warning'],
    body: '<note><para>mind the gap</para></note><warning><title>titled warning</title><para>beware of gulls</para></warning>',
  },
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    body: '<para>Quartz visible<!-- commentedout --></para>',
  },
  {
    name: 'cross-reference',
    shown: ['see Chapter of Geese there'],
    hidden: ['geeseid'],
    body: '<para>see <xref linkend="geeseid"/> there</para><section xml:id="geeseid"><title>Chapter of Geese</title><para>honking</para></section>',
  },
  {
    name: 'table',
    shown: ['tabled caption', 'spanned heading', 'right one'],
    body: '<table><title>tabled caption</title><tgroup cols="2"><colspec colname="a"/><colspec colname="b"/><tbody><row><entry namest="a" nameend="b">spanned heading</entry></row><row><entry>left one</entry><entry>right one</entry></row></tbody></tgroup></table>',
  },
  {
    name: 'inline-elements',
    shown: ['menu File Save', 'command gullctl'],
    body: '<para>press <keycombo><keycap>Ctrl</keycap><keycap>C</keycap></keycombo></para><para>menu <menuchoice><guimenu>File</guimenu><guimenuitem>Save</guimenuitem></menuchoice></para><para>command <command>gullctl</command></para>',
  },
  {
    name: 'callouts-and-code',
    shown: ['titled listing', 'codeline'],
    body: '<example><title>titled listing</title><programlisting>codeline</programlisting></example>',
  },
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'price 7 € sum'],
    body: '<para>tick ✓ done</para><para>price 7 € sum</para>',
  },
];

const jats: readonly WrittenTrait[] = [
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: '<p>Footed sentence.<fn id="f1"><p>footbody walrus</p></fn></p>',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['1 Juniper', '2 Hemlock', ['a Larch', '1 Larch']],
    body: '<list list-type="order"><list-item><p>Juniper</p></list-item><list-item><p>Hemlock</p></list-item></list><list list-type="alpha-lower"><list-item><p>Larch</p></list-item></list>',
  },
  {
    name: 'definition-list',
    shown: ['defined term', 'its meaning'],
    body: '<def-list><def-item><term>defined term</term><def><p>its meaning</p></def></def-item></def-list>',
  },
  {
    name: 'table',
    shown: ['tabled caption', 'spanned heading', 'right one'],
    body: '<table-wrap><caption><p>tabled caption</p></caption><table><tbody><tr><td colspan="2">spanned heading</td></tr><tr><td>left one</td><td>right one</td></tr></tbody></table></table-wrap>',
  },
  {
    name: 'figure',
    shown: ['Figure 3', 'figured caption'],
    body: '<fig id="g1"><label>Figure 3</label><caption><p>figured caption</p></caption><graphic/></fig>',
  },
  { name: 'boxed-text', shown: ['boxed kiwi'], body: '<boxed-text><p>boxed kiwi</p></boxed-text>' },
  {
    name: 'citation',
    shown: ['as shown 5 there', 'TeXbook'],
    body: '<p>as shown <xref ref-type="bibr" rid="r1">5</xref> there</p>',
  },
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    body: '<p>Quartz visible<!-- commentedout --></p>',
  },
  {
    name: 'front-matter',
    shown: ['Titled Harbour', 'Authoress', 'abstracted okapi'],
    aside: true,
    body: '',
  },
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'price 7 € sum'],
    body: '<p>tick ✓ done</p><p>price 7 € sum</p>',
  },
];

const outline: readonly WrittenTrait[] = [
  {
    name: 'nested',
    shown: ['outer gull', 'inner tern', 'deepest ibex'],
    body: '<outline text="outer gull"><outline text="inner tern"><outline text="deepest ibex"/></outline></outline>',
  },
  {
    name: 'note',
    shown: ['noted gull', 'notebody walrus'],
    body: '<outline text="noted gull" _note="notebody walrus"/>',
  },
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'price 7 € sum'],
    body: '<outline text="tick ✓ done"/><outline text="price 7 € sum"/>',
  },
  {
    name: 'link',
    shown: ['linked feed'],
    body: '<outline text="linked feed" type="link" url="https://example.org/feed"/>',
  },
];

const cell = (source: string) => ({ cell_type: 'markdown', metadata: {}, source });
const code = (source: string, ...outputs: object[]) => ({
  cell_type: 'code',
  execution_count: 3,
  metadata: {},
  source,
  outputs,
});
const notebook = JSON.stringify({
  cells: [
    cell('# Titled Harbour\n\nFooted sentence.[^n]\n\n[^n]: footbody walrus'),
    cell('7. Juniper\n8. Hemlock'),
    cell('Quartz visible <!-- commentedout -->'),
    cell('tick ✓ done\n\nprice 7 € sum'),
    cell('- [x] agreed\n- [ ] refused'),
    code('print("codeline")', { output_type: 'stream', name: 'stdout', text: ['streamed otter\n'] }),
    code('table', {
      output_type: 'execute_result',
      execution_count: 3,
      metadata: {},
      data: { 'text/plain': 'plain gecko', 'text/html': '<p>plain gecko</p>' },
    }),
    code('1/0', {
      output_type: 'error',
      ename: 'ZeroDivisionError',
      evalue: 'division by zero',
      traceback: ['\u001b[0;31mZeroDivisionError\u001b[0m: division by zero'],
    }),
    { cell_type: 'raw', metadata: {}, source: 'rawcell tapir' },
  ],
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 4,
});

const notebookTraits: readonly DocumentTrait[] = [
  { name: 'heading', shown: ['Titled Harbour'] },
  { name: 'footnote', shown: ['Footed sentence', 'footbody walrus'] },
  { name: 'list-numbers', listNumbers: true, shown: ['7 Juniper', '8 Hemlock'] },
  // Excludes tables and JSON, which contain the source text of the notebook cells. The source text of a cell contains
  // the comment that must be hidden.
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    on: ({ category }) => category === 'document' || category === 'ebook',
  },
  { name: 'symbols', shown: ['tick ✓ done', 'price 7 € sum'] },
  { name: 'task-list', shown: [['☒ agreed', '✓ agreed'], '☐ refused'], on: writesControls },
  { name: 'code', shown: ['codeline'] },
  { name: 'output', shown: ['streamed otter', 'plain gecko'] },
  { name: 'error-output', shown: ['division by zero'], hidden: ['0 31m'] },
];

export const publishingDocuments: readonly TraitDocument[] = [
  textDocument(
    'docbook',
    'docbook',
    docbook,
    `${xmlHead}<article xmlns="http://docbook.org/ns/docbook" version="5.0"><info><title>Titled Harbour</title></info><section><title>Opening</title>${bodiesOf(docbook)}</section></article>`,
  ),
  textDocument(
    'jats',
    'jats',
    jats,
    `${xmlHead}<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="other"><front><article-meta><title-group><article-title>Titled Harbour</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Authoress</surname><given-names>Ada</given-names></name></contrib></contrib-group><abstract><p>abstracted okapi</p></abstract></article-meta></front><body><sec><title>Opening</title>${bodiesOf(jats)}</sec></body><back><ref-list><ref id="r1"><label>5</label><mixed-citation>Knuth, TeXbook</mixed-citation></ref></ref-list></back></article>`,
  ),
  textDocument(
    'outline',
    'opml',
    outline,
    `${xmlHead}<opml version="2.0"><head><title>Titled Harbour</title></head><body>${bodiesOf(outline)}</body></opml>`,
  ),
  textDocument('notebook', 'ipynb', notebookTraits, notebook),
];
