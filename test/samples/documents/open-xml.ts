/**
 * Samples of Word, PowerPoint and Visio files with the content of the letter. Code in this file writes all parts of
 * these samples.
 */
import { letter, letterTexts } from './letter.ts';
import type { SampleMaker } from '../samples.ts';
import { writeZip, xmlHead } from '../archives/zip.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const openXml = 'application/vnd.openxmlformats-officedocument';

export type Relation = readonly [id: string, kind: string, target: string];

export interface PackagePart {
  name: string;
  type: string;
  content: string;
  /** Relationships to other parts, or links to web pages. */
  relations?: readonly Relation[];
}

/** Returns the members of the zip file by name: the parts, their content types and their relationships. */
export function bind(
  parts: readonly PackagePart[],
  main: readonly [kind: string, target: string],
): Record<string, string> {
  const types = parts
    .map(({ name, type }) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('');
  return {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types}</Types>`,
    '_rels/.rels': relations([['rId1', ...main]]),
    ...Object.fromEntries(parts.map(({ name, content }) => [name, xmlHead + content])),
    ...Object.fromEntries(
      parts.map(({ name, relations: to = [] }) => [name.replace(/([^/]+)$/, '_rels/$1.rels'), relations(to)]),
    ),
  };
}

function relations(list: readonly Relation[]): string {
  const rows = list.map(([id, kind, target]) => {
    const type = kind.startsWith('http') ? kind : `${office}/relationships/${kind}`;
    const mode = kind === 'hyperlink' ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${type}" Target="${target}"${mode}/>`;
  });
  return `${xmlHead}<Relationships xmlns="${packages}/relationships">${rows.join('')}</Relationships>`;
}

// ---- Word

const wordNamespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}/relationships"`;

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

const paragraph = (content: string, properties = '') =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${content}</w:p>`;

const styled = (style: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${style}"/>`);

const wordTable = `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="2500"/><w:gridCol w:w="2500"/></w:tblGrid>${letter.table
  .map(
    (row) =>
      `<w:tr>${row.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="2500" w:type="dxa"/></w:tcPr>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`,
  )
  .join('')}</w:tbl>`;

const wordDocument = `<w:document ${wordNamespaces}><w:body>${[
  styled('Title', letter.title),
  ...letter.sections.flatMap(({ heading, paragraphs }) => [
    styled('Heading1', heading),
    ...paragraphs.map((text) => paragraph(run(text))),
  ]),
  ...letter.list.map((item) =>
    paragraph(run(item), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
  ),
  wordTable,
  paragraph(`${run('See ')}<w:hyperlink r:id="rIdLink">${run(letter.link.text)}</w:hyperlink>${run('.')}`),
].join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`;

const wordStyle = (id: string, name: string, level: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${level}</w:pPr><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style>`;

const wordStyles = `<w:styles ${wordNamespaces}>${wordStyle('Title', 'Title', '')}${wordStyle('Heading1', 'heading 1', '<w:outlineLvl w:val="0"/>')}</w:styles>`;

const wordNumbering = `<w:numbering ${wordNamespaces}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

/** Makes a Word file. The main part of the file has the content type `type`. */
export function word(type: string): SampleMaker {
  const parts: PackagePart[] = [
    {
      name: 'word/document.xml',
      type,
      content: wordDocument,
      relations: [
        ['rId1', 'styles', 'styles.xml'],
        ['rId2', 'numbering', 'numbering.xml'],
        ['rIdLink', 'hyperlink', letter.link.href],
      ],
    },
    { name: 'word/styles.xml', type: `${openXml}.wordprocessingml.styles+xml`, content: wordStyles },
    { name: 'word/numbering.xml', type: `${openXml}.wordprocessingml.numbering+xml`, content: wordNumbering },
  ];
  return (file) => writeZip(file, bind(parts, ['officeDocument', 'word/document.xml']));
}

// ---- PowerPoint

export const slideNamespaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}/relationships"`;

export const group =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';

export const frame = (y: number, height: number) =>
  `<a:xfrm><a:off x="600000" y="${y}"/><a:ext cx="7800000" cy="${height}"/></a:xfrm>`;

const textRun = (text: string, link = '') =>
  `<a:r><a:rPr lang="en-GB">${link}</a:rPr><a:t>${text}</a:t></a:r>`;

const shape = (id: number, kind: string, content: readonly string[], y: number, height: number) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:spPr>${frame(y, height)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>${content.map((text) => `<a:p>${text}</a:p>`).join('')}</p:txBody></p:sp>`;

const titleShape = (text: string) => shape(2, '<p:ph type="title"/>', [textRun(text)], 300000, 1000000);

const bodyShape = (texts: readonly string[]) => shape(3, '', texts, 1600000, 3000000);

const slideTable = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="600000" y="600000"/><a:ext cx="6000000" cy="1200000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid><a:gridCol w="3000000"/><a:gridCol w="3000000"/></a:tblGrid>${letter.table
  .map(
    (row) =>
      `<a:tr h="400000">${row.map((cell) => `<a:tc><a:txBody><a:bodyPr/><a:p>${textRun(cell)}</a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
  )
  .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

const slides = [
  titleShape(letter.title),
  ...letter.sections.map(
    ({ heading, paragraphs }) => titleShape(heading) + bodyShape(paragraphs.map((text) => textRun(text))),
  ),
  bodyShape(letter.list.map((item) => `<a:pPr><a:buChar char="•"/></a:pPr>${textRun(item)}`)),
  slideTable + shape(3, '', [textRun(letter.link.text, '<a:hlinkClick r:id="rIdLink"/>')], 3000000, 600000),
];

export const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${[
  ...[
    'dk1:000000',
    'lt1:FFFFFF',
    'dk2:222222',
    'lt2:EEEEEE',
    'accent1:3366CC',
    'accent2:CC3333',
    'accent3:339933',
  ],
  ...['accent4:996633', 'accent5:669999', 'accent6:993399', 'hlink:0000EE', 'folHlink:551A8B'],
]
  .map((colour) => colour.split(':'))
  .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  .join('')}</a:clrScheme><a:fontScheme name="Plain">${['majorFont', 'minorFont']
  .map(
    (kind) =>
      `<a:${kind}><a:latin typeface="Liberation Sans"/><a:ea typeface=""/><a:cs typeface=""/></a:${kind}>`,
  )
  .join(
    '',
  )}</a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst/><a:lnStyleLst/><a:effectStyleLst/><a:bgFillStyleLst/></a:fmtScheme></a:themeElements></a:theme>`;

export const colourMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** Makes a PowerPoint file. The main part of the file has the content type `type`. */
export function powerPoint(type: string): SampleMaker {
  const kind = (name: string) => `${openXml}.presentationml.${name}+xml`;
  const list = slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="rId${n + 2}"/>`).join('');
  const parts: PackagePart[] = [
    {
      name: 'ppt/presentation.xml',
      type,
      content: `<p:presentation ${slideNamespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      relations: [
        ['rId1', 'slideMaster', 'slideMasters/slideMaster1.xml'],
        ...slides.map((_, n) => [`rId${n + 2}`, 'slide', `slides/slide${n + 1}.xml`] as const),
      ],
    },
    {
      name: 'ppt/slideMasters/slideMaster1.xml',
      type: kind('slideMaster'),
      content: `<p:sldMaster ${slideNamespaces}><p:cSld><p:spTree>${group}</p:spTree></p:cSld>${colourMap}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
      relations: [
        ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['rId2', 'theme', '../theme/theme1.xml'],
      ],
    },
    {
      name: 'ppt/slideLayouts/slideLayout1.xml',
      type: kind('slideLayout'),
      content: `<p:sldLayout ${slideNamespaces}><p:cSld><p:spTree>${group}</p:spTree></p:cSld></p:sldLayout>`,
      relations: [['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml']],
    },
    { name: 'ppt/theme/theme1.xml', type: `${openXml}.theme+xml`, content: theme },
    ...slides.map((content, n): PackagePart => ({
      name: `ppt/slides/slide${n + 1}.xml`,
      type: kind('slide'),
      content: `<p:sld ${slideNamespaces}><p:cSld><p:spTree>${group}${content}</p:spTree></p:cSld></p:sld>`,
      relations: [
        ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['rIdLink', 'hyperlink', letter.link.href],
      ],
    })),
  ];
  return (file) => writeZip(file, bind(parts, ['officeDocument', 'ppt/presentation.xml']));
}

// ---- Visio

/** Makes a Visio file with two pages of boxes. Each box is a rectangle with text. */
export function visio(): SampleMaker {
  const namespaces = `xmlns="http://schemas.microsoft.com/office/visio/2012/main" xmlns:r="${office}/relationships"`;
  const visioRelation = 'http://schemas.microsoft.com/visio/2010/relationships';
  const kind = (name: string) => `application/vnd.ms-visio.${name}+xml`;
  const texts = letterTexts();
  const pages = [texts.slice(0, 6), texts.slice(6)];
  const cell = (name: string, value: number) => `<Cell N="${name}" V="${value}"/>`;
  const size = cell('PageWidth', 8) + cell('PageHeight', 11);
  const line = (n: number, type: string, x: number, y: number) =>
    `<Row T="${type}" IX="${n}">${cell('X', x)}${cell('Y', y)}</Row>`;
  const outline = [
    line(1, 'RelMoveTo', 0, 0),
    line(2, 'RelLineTo', 1, 0),
    line(3, 'RelLineTo', 1, 1),
    line(4, 'RelLineTo', 0, 1),
  ];
  const box = (text: string, n: number) =>
    `<Shape ID="${n + 1}" Type="Shape">${cell('PinX', 4)}${cell('PinY', 10 - n)}${cell('Width', 7)}${cell('Height', 0.8)}${cell('LocPinX', 3.5)}${cell('LocPinY', 0.4)}<Section N="Geometry" IX="0">${outline.join('')}</Section><Text>${text}</Text></Shape>`;
  const parts: PackagePart[] = [
    {
      name: 'visio/document.xml',
      type: 'application/vnd.ms-visio.drawing.main+xml',
      content: `<VisioDocument ${namespaces}/>`,
      relations: [['rId1', `${visioRelation}/pages`, 'pages/pages.xml']],
    },
    {
      name: 'visio/pages/pages.xml',
      type: kind('pages'),
      content: `<Pages ${namespaces}>${pages.map((_, n) => `<Page ID="${n}" Name="Page-${n + 1}"><PageSheet>${size}</PageSheet><Rel r:id="rId${n + 1}"/></Page>`).join('')}</Pages>`,
      relations: pages.map((_, n) => [`rId${n + 1}`, `${visioRelation}/page`, `page${n + 1}.xml`] as const),
    },
    ...pages.map((page, n): PackagePart => ({
      name: `visio/pages/page${n + 1}.xml`,
      type: kind('page'),
      content: `<PageContents ${namespaces}><Shapes>${page.map(box).join('')}</Shapes></PageContents>`,
    })),
  ];
  return (file) => writeZip(file, bind(parts, [`${visioRelation}/document`, 'visio/document.xml']));
}
