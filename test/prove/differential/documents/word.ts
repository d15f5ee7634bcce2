/** A Word trait document (DOCX) with content that conversions easily lose. Each trait has separate paragraphs. */
import { writeZip, xmlHead } from '../../../samples/archives/zip.ts';
import { isText, writesControls, type TraitDocument, type WrittenTrait } from '../trait-document.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const openXml = 'application/vnd.openxmlformats-officedocument';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${office}/relationships"`,
  `xmlns:wp="${drawing}/wordprocessingDrawing"`,
  `xmlns:a="${drawing}/main"`,
  `xmlns:c="${drawing}/chart"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ');

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const styled = (style: string, text: string) => p(run(text), `<w:pStyle w:val="${style}"/>`);
const item = (text: string, level: number, list: number) =>
  p(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const fieldChar = (kind: string, more = '') =>
  `<w:r><w:fldChar w:fldCharType="${kind}"${more ? `>${more}</w:fldChar>` : '/>'}</w:r>`;
const field = (code: string, result: string, data = '') =>
  `${fieldChar('begin', data)}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${fieldChar('separate')}${result && run(result)}${fieldChar('end')}`;
const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

const extent = '<wp:extent cx="3000000" cy="900000"/>';
const inline = (uri: string, content: string, id: number) =>
  `<w:r><w:drawing><wp:inline>${extent}<wp:docPr id="${id}" name="Object ${id}"/><a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const textBox = (text: string) =>
  inline(
    'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
    `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx><w:txbxContent>${p(run(text))}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>`,
    21,
  );
const oldTextBox = (text: string) =>
  `<w:r><w:pict><v:shape id="s1" type="#_x0000_t202" style="width:200pt;height:40pt"><v:textbox><w:txbxContent>${p(run(text))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;

const cell = (content: string, properties = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="2500" w:type="dxa"/>${properties}</w:tcPr>${p(content)}</w:tc>`;
const table = (...rows: string[]) =>
  `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="2500"/><w:gridCol w:w="2500"/></w:tblGrid>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;

const parts: readonly WrittenTrait[] = [
  {
    name: 'hidden-text',
    shown: ['Quartz before after quartz', 'Quartz visible line'],
    hidden: ['vanishedrun', 'vanishedstyle', 'vanishedparagraph'],
    body: [
      p(run('Quartz before ') + run('vanishedrun ', '<w:vanish/>') + run('after quartz')),
      p(run('Quartz visible ') + run('vanishedstyle ', '<w:rStyle w:val="Secret"/>') + run('line')),
      styled('SecretParagraph', 'vanishedparagraph'),
    ].join(''),
  },
  {
    name: 'heading-numbers',
    shown: ['Article I Purpose', 'I.1 Scope', 'Article II Duties'],
    body:
      styled('Heading1', 'Purpose') +
      p(
        `<w:bookmarkStart w:id="7" w:name="_Ref1"/>${run('Scope')}<w:bookmarkEnd w:id="7"/>`,
        '<w:pStyle w:val="Heading2"/>',
      ) +
      styled('Heading1', 'Duties'),
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['3 Juniper', '4 Hemlock', 'Step 1 Willow', ['b Larch', '(b) Larch']],
    body: [
      item('Juniper', 0, 2),
      item('Hemlock', 0, 2),
      item('Alder', 1, 2),
      item('Larch', 1, 2),
      item('Willow', 0, 3),
    ].join(''),
  },
  {
    name: 'symbol-fonts',
    shown: ['tick ✓ done', 'angle α end', 'letter β here'],
    body: [
      p(run('tick ') + '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>' + run(' done')),
      p(run('angle ') + '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>' + run(' end')),
      p(
        run('letter ') +
          run('&#xF062;', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol" w:cs="Symbol"/>') +
          run(' here'),
      ),
    ].join(''),
  },
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: p(run('Footed sentence.') + '<w:r><w:footnoteReference w:id="2"/></w:r>'),
  },
  {
    name: 'endnote',
    shown: ['Ended sentence', 'endbody narwhal'],
    body: p(run('Ended sentence.') + '<w:r><w:endnoteReference w:id="2"/></w:r>'),
  },
  {
    name: 'chart',
    shown: ['Rainfall diagram', 'Januarius', 'Februarius'],
    warnings: ['charts_left_out'],
    body: p(inline(`${drawing}/chart`, '<c:chart r:id="rIdChart"/>', 31)),
  },
  {
    name: 'chart-values',
    shown: ['41.5', '52.25'],
    on: isText,
    warnings: ['charts_left_out'],
    body: '',
  },
  {
    name: 'comment',
    shown: ['commentbody ibex'],
    aside: true,
    on: writesControls,
    warnings: ['comments_left_out'],
    body: p(
      `<w:commentRangeStart w:id="1"/>${run('Commented phrase')}<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>`,
    ),
  },
  {
    name: 'comment-in-text',
    shown: ['Commented phrase'],
    body: '',
  },
  {
    name: 'header-and-footer',
    shown: ['headword pelican', 'footword heron'],
    losesWith: ['layout'],
    warnings: ['headers_left_out'],
    body: '',
  },
  {
    name: 'text-box',
    shown: ['boxedword kiwi', 'oldbox lemur', 'newbox tapir'],
    hidden: ['newbox tapir newbox tapir'],
    body: [
      p(
        `<mc:AlternateContent><mc:Choice Requires="wps">${textBox('newbox tapir')}</mc:Choice><mc:Fallback>${oldTextBox('newbox tapir')}</mc:Fallback></mc:AlternateContent>`,
      ),
      p(textBox('boxedword kiwi')),
      p(oldTextBox('oldbox lemur')),
    ].join(''),
  },
  {
    name: 'field-results',
    shown: ['dated 12 March 2024 end', 'see clause I.1 there', 'simplefield okapi', 'nestedfield 9 done'],
    hidden: ['MERGEFORMAT', 'DOCPROPERTY'],
    body: [
      p(run('dated ') + field('DOCVARIABLE Deadline \\* MERGEFORMAT', '12 March 2024') + run(' end')),
      p(run('see clause ') + field('REF _Ref1 \\r \\h', 'I.1') + run(' there')),
      p(`<w:fldSimple w:instr=" DOCPROPERTY Animal ">${run('simplefield okapi')}</w:fldSimple>`),
      p(
        run('nestedfield ') +
          `${fieldChar('begin')}<w:r><w:instrText> = </w:instrText></w:r>${field('DOCPROPERTY N', '4')}<w:r><w:instrText> + 5 </w:instrText></w:r>${fieldChar('separate')}${run('9')}${fieldChar('end')}` +
          run(' done'),
      ),
    ].join(''),
  },
  {
    name: 'checkboxes',
    shown: ['☒ agreed', '☐ refused'],
    body: [
      p(control('<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', run('☒')) + run(' agreed')),
      p(control('<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>', run('☐')) + run(' refused')),
    ].join(''),
  },
  {
    name: 'legacy-checkbox',
    shown: ['☒ legacyticked'],
    // Excludes printed pages, because a checkbox in a PDF is a form field and its appearance is not text.
    on: isText,
    body: p(
      field(
        'FORMCHECKBOX',
        '',
        '<w:ffData><w:name w:val="C1"/><w:enabled/><w:checkBox><w:sizeAuto/><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>',
      ) + run(' legacyticked'),
    ),
  },
  {
    name: 'form-values',
    shown: ['chosen gecko', 'typed ferret', 'picked otter'],
    hidden: ['unchosen'],
    body: [
      p(
        run('chosen ') +
          control(
            '<w:dropDownList><w:listItem w:displayText="unchosen" w:value="1"/><w:listItem w:displayText="gecko" w:value="2"/></w:dropDownList>',
            run('gecko'),
          ),
      ),
      p(
        run('typed ') +
          field('FORMTEXT', 'ferret', '<w:ffData><w:name w:val="T1"/><w:enabled/><w:textInput/></w:ffData>'),
      ),
      p(
        run('picked ') +
          field(
            'FORMDROPDOWN',
            '',
            '<w:ffData><w:name w:val="D1"/><w:enabled/><w:ddList><w:result w:val="1"/><w:listEntry w:val="unchosen"/><w:listEntry w:val="otter"/></w:ddList></w:ffData>',
          ),
      ),
    ].join(''),
  },
  {
    name: 'tracked-changes',
    shown: ['Tracked addedword stays'],
    hidden: ['deletedword', 'movedaway'],
    on: isText,
    body: [
      p(
        run('Tracked ') +
          `<w:ins w:id="41" w:author="A" w:date="2024-01-01T00:00:00Z">${run('addedword ')}</w:ins>` +
          '<w:del w:id="42" w:author="A" w:date="2024-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">deletedword </w:delText></w:r></w:del>' +
          run('stays'),
      ),
      p(`<w:moveFrom w:id="43" w:author="A" w:date="2024-01-01T00:00:00Z">${run('movedaway')}</w:moveFrom>`),
    ].join(''),
  },
  {
    name: 'tracked-insertion',
    shown: ['addedword'],
    body: '',
  },
  {
    name: 'table-of-contents',
    hidden: ['tocentry bison'],
    on: isText,
    body: p(
      `${fieldChar('begin')}<w:r><w:instrText> TOC \\o "1-2" \\h </w:instrText></w:r>${fieldChar('separate')}${run('tocentry bison')}<w:r><w:tab/></w:r>${run('3')}${fieldChar('end')}`,
    ),
  },
  {
    name: 'merged-cells',
    shown: ['spanned heading', 'upper left', 'right one', 'right two'],
    body: table(
      cell(run('spanned heading'), '<w:gridSpan w:val="2"/>'),
      cell(run('upper left'), '<w:vMerge w:val="restart"/>') + cell(run('right one')),
      cell('', '<w:vMerge/>') + cell(run('right two')),
    ),
  },
  {
    name: 'citation',
    shown: ['as shown Knuth 1984 there', 'Bibliotext Knuth TeXbook'],
    body: [
      p(
        run('as shown ') +
          control('<w:citation/>', field('CITATION Knu84 \\l 1033', '(Knuth, 1984)')) +
          run(' there'),
      ),
      control('<w:bibliography/>', p(field('BIBLIOGRAPHY', 'Bibliotext Knuth, TeXbook'))),
    ].join(''),
  },
  {
    name: 'ruby',
    shown: ['漢字', 'かんじ'],
    body: p(
      `<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/><w:hps w:val="10"/><w:hpsBaseText w:val="20"/></w:rubyPr><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`,
    ),
  },
  {
    name: 'special-characters',
    shown: ['well kept secret', 'tagged wombat'],
    body: [
      p('<w:r><w:t>well</w:t><w:noBreakHyphen/><w:t xml:space="preserve">kept secret</w:t></w:r>'),
      p(`<w:smartTag w:uri="urn:x" w:element="place">${run('tagged wombat')}</w:smartTag>`),
    ].join(''),
  },
];

const style = (kind: string, id: string, name: string, properties: string) =>
  `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`;
const heading = (level: number) =>
  style(
    'paragraph',
    `Heading${level}`,
    `heading ${level}`,
    `<w:pPr><w:numPr><w:ilvl w:val="${level - 1}"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/></w:rPr>`,
  );
const styles = `<w:styles ${namespaces}>${[
  heading(1),
  heading(2),
  style('character', 'Secret', 'Secret', '<w:rPr><w:vanish/></w:rPr>'),
  style('paragraph', 'SecretParagraph', 'Secret Paragraph', '<w:rPr><w:vanish/></w:rPr>'),
].join('')}</w:styles>`;

const level = (n: number, kind: string, text: string, start = 1, more = '') =>
  `<w:lvl w:ilvl="${n}"><w:start w:val="${start}"/><w:numFmt w:val="${kind}"/>${more}<w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (n + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
const numbering = `<w:numbering ${namespaces}>${[
  level(0, 'upperRoman', 'Article %1', 1, '<w:pStyle w:val="Heading1"/>') +
    level(1, 'decimal', '%1.%2', 1, '<w:pStyle w:val="Heading2"/>'),
  level(0, 'decimal', '%1.', 3) + level(1, 'lowerLetter', '%2)'),
  level(0, 'decimal', 'Step %1:'),
]
  .map(
    (levels, n) =>
      `<w:abstractNum w:abstractNumId="${n}"><w:multiLevelType w:val="multilevel"/>${levels}</w:abstractNum>`,
  )
  .join(
    '',
  )}${[0, 1, 2].map((n) => `<w:num w:numId="${n + 1}"><w:abstractNumId w:val="${n}"/></w:num>`).join('')}</w:numbering>`;

const notes = (kind: string, text: string) =>
  `<w:${kind}s ${namespaces}><w:${kind} w:type="separator" w:id="0">${p('<w:r><w:separator/></w:r>')}</w:${kind}><w:${kind} w:id="2">${p(`<w:r><w:${kind}Ref/></w:r>${run(` ${text}`)}`)}</w:${kind}></w:${kind}s>`;

const cached = (kind: string, values: readonly (string | number)[]) =>
  `<c:${kind}><c:f>S!A1</c:f><c:${kind === 'strRef' ? 'strCache' : 'numCache'}><c:ptCount val="${values.length}"/>${values.map((value, n) => `<c:pt idx="${n}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind === 'strRef' ? 'strCache' : 'numCache'}></c:${kind}>`;

/** The XML of a bar chart with a title, a named series and two values. */
export const barChart = `<c:chartSpace xmlns:c="${drawing}/chart" xmlns:a="${drawing}/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Rainfall diagram</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx>${cached('strRef', ['Precipitation'])}</c:tx><c:cat>${cached('strRef', ['Januarius', 'Februarius'])}</c:cat><c:val>${cached('numRef', [41.5, 52.25])}</c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea><c:legend><c:legendPos val="r"/></c:legend></c:chart></c:chartSpace>`;

const members: readonly (readonly [name: string, type: string, content: string])[] = [
  ['styles', 'styles', styles],
  ['numbering', 'numbering', numbering],
  ['footnotes', 'footnotes', notes('footnote', 'footbody walrus')],
  ['endnotes', 'endnotes', notes('endnote', 'that endbody narwhal')],
  [
    'comments',
    'comments',
    `<w:comments ${namespaces}><w:comment w:id="1" w:author="Reviewer" w:initials="R" w:date="2024-01-01T00:00:00Z">${p(run('commentbody ibex'))}</w:comment></w:comments>`,
  ],
  ['header1', 'header', `<w:hdr ${namespaces}>${p(run('headword pelican'))}</w:hdr>`],
  ['footer1', 'footer', `<w:ftr ${namespaces}>${p(run('footword heron'))}</w:ftr>`],
];

async function write(file: string): Promise<void> {
  const override = (name: string, type: string) =>
    `<Override PartName="/word/${name}.xml" ContentType="${openXml}.${type}+xml"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/relationships/${kind}" Target="${target}"/>`;
  const relations = (content: string) =>
    `${xmlHead}<Relationships xmlns="${packages}/relationships">${content}</Relationships>`;
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/><w:footerReference w:type="default" r:id="rIdfooter1"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
  const body = parts.map((part) => part.body).join('');
  await writeZip(file, {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('document', 'wordprocessingml.document.main')}${members.map(([name, type]) => override(name, `wordprocessingml.${type}`)).join('')}${override('charts/chart1', 'drawingml.chart')}</Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `${xmlHead}<w:document ${namespaces}><w:body>${body}${section}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      members.map(([name, type]) => relation(`rId${name}`, type, `${name}.xml`)).join('') +
        relation('rIdChart', 'chart', 'charts/chart1.xml'),
    ),
    'word/charts/chart1.xml': xmlHead + barChart,
    ...Object.fromEntries(members.map(([name, , content]) => [`word/${name}.xml`, xmlHead + content])),
  });
}

export const wordDocuments: readonly TraitDocument[] = [{ name: 'word', ext: 'docx', traits: parts, write }];
