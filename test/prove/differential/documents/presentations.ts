/**
 * Trait documents: OpenDocument presentations with content that conversions easily lose. Each trait with a `body` has a
 * separate slide.
 */
import { writeFile } from 'node:fs/promises';
import { chartObject } from '../../../samples/traits/chart-documents.ts';
import { charts } from '../../../samples/traits/charts.ts';
import { writeZip, xmlHead } from '../../../samples/archives/zip.ts';
import { isText, type TraitDocument, type WrittenTrait } from '../trait-document.ts';

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const namespaces = [
  ...['office', 'text', 'table', 'style', 'presentation'].map(
    (name) => `xmlns:${name}="${oasis}:${name}:1.0"`,
  ),
  `xmlns:draw="${oasis}:drawing:1.0"`,
  `xmlns:svg="${oasis}:svg-compatible:1.0"`,
  `xmlns:fo="${oasis}:xsl-fo-compatible:1.0"`,
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');
const mime = 'application/vnd.oasis.opendocument.presentation';

const p = (text: string) => `<text:p>${text}</text:p>`;
const place = (top: number, height = 2) =>
  `svg:x="1cm" svg:y="${top}cm" svg:width="22cm" svg:height="${height}cm"`;
const box = (content: string, top = 4) =>
  `<draw:frame ${place(top)}><draw:text-box>${content}</draw:text-box></draw:frame>`;
const item = (content: string) => `<text:list-item>${content}</text:list-item>`;

const [bars] = charts;

/**
 * The traits of presentations. `body` is the content of the slide that has the trait. `body` is empty if the trait is
 * in a part of the file other than the content of the slide.
 */
const parts: readonly WrittenTrait[] = [
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['3 Juniper', '4 Hemlock'],
    body: box(`<text:list text:style-name="Numbers">${item(p('Juniper'))}${item(p('Hemlock'))}</text:list>`),
  },
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'price 7 € sum'],
    body: box(p('tick ✓ done') + p('price 7 € sum')),
  },
  {
    name: 'table',
    shown: ['spanned heading', 'left one', 'right one'],
    body: `<draw:frame ${place(4, 4)}><table:table><table:table-column/><table:table-column/><table:table-row><table:table-cell table:number-columns-spanned="2">${p('spanned heading')}</table:table-cell><table:covered-table-cell/></table:table-row><table:table-row><table:table-cell>${p('left one')}</table:table-cell><table:table-cell>${p('right one')}</table:table-cell></table:table-row></table:table></draw:frame>`,
  },
  {
    name: 'shapes',
    shown: ['shapedword kiwi', 'groupedword lemur'],
    body: `<draw:custom-shape ${place(4)}>${p('shapedword kiwi')}</draw:custom-shape><draw:g><draw:rect ${place(8)}>${p('groupedword lemur')}</draw:rect></draw:g>`,
  },
  {
    name: 'speaker-notes',
    shown: ['spokenword walrus'],
    aside: true,
    on: isText,
    body: `<presentation:notes><draw:page-thumbnail ${place(1, 8)}/><draw:frame presentation:style-name="noted" presentation:class="notes" ${place(10, 8)}><draw:text-box>${p('spokenword walrus')}</draw:text-box></draw:frame></presentation:notes>`,
  },
  {
    name: 'comment',
    shown: ['commentbody ibex'],
    aside: true,
    on: isText,
    warnings: ['comments_left_out'],
    body: `<office:annotation ${place(1)}><dc:creator>Reviewer</dc:creator><dc:date>2024-01-01T00:00:00</dc:date>${p('commentbody ibex')}</office:annotation>`,
  },
  {
    name: 'footer',
    shown: ['footword heron'],
    losesWith: ['layout'],
    body: '',
  },
  {
    name: 'slide-number',
    shown: ['numbered 7 slide'],
    literal: ['<number>'],
    body: box(p('numbered <text:page-number>&lt;number&gt;</text:page-number> slide')),
  },
  {
    name: 'chart',
    shown: [bars?.chart.title ?? ''],
    warnings: ['charts_left_out'],
    body: `<draw:frame ${place(4, 8)}><draw:object xlink:href="./Object 1" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>`,
  },
  {
    name: 'chart-values',
    shown: (bars?.chart.series ?? []).map(({ name }) => name),
    on: isText,
    warnings: ['charts_left_out'],
    body: '',
  },
  {
    name: 'hidden-slide',
    hidden: ['secretslide'],
    warnings: ['hidden_slides'],
    on: isText,
    body: box(p('secretslide')),
  },
];

const slide = ({ name, body }: WrittenTrait) =>
  `<draw:page draw:name="${name}" draw:style-name="${name === 'hidden-slide' ? 'gone' : 'seen'}" draw:master-page-name="Standard" presentation:use-footer-name="ftr1">${box(p(`Slide of ${name}`), 1)}${body}</draw:page>`;

const automatic = `<style:style style:name="seen" style:family="drawing-page"><style:drawing-page-properties presentation:display-footer="true"/></style:style><style:style style:name="gone" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style><style:style style:name="noted" style:family="presentation"/><text:list-style style:name="Numbers"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="3"><style:list-level-properties text:space-before="1cm" text:min-label-width="1cm"/></text:list-level-style-number></text:list-style>`;
const body = `<office:body><office:presentation><presentation:footer-decl presentation:name="ftr1">footword heron</presentation:footer-decl>${parts
  .filter(({ body }) => body)
  .map(slide)
  .join('')}</office:presentation></office:body>`;
const layout = `<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="25.4cm" fo:page-height="19cm"/></style:page-layout>`;
const master = `<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"><draw:frame presentation:style-name="noted" presentation:class="footer" ${place(17)}><draw:text-box>${p('<presentation:footer/>')}</draw:text-box></draw:frame></style:master-page></office:master-styles>`;

async function writePresentation(file: string): Promise<void> {
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  await writeZip(file, {
    mimetype: mime,
    'META-INF/manifest.xml': `${xmlHead}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.3">${entry('/', mime)}${entry('content.xml', 'text/xml')}${entry('styles.xml', 'text/xml')}${entry('Object 1/', 'application/vnd.oasis.opendocument.chart')}${entry('Object 1/content.xml', 'text/xml')}</manifest:manifest>`,
    'content.xml': `${xmlHead}<office:document-content ${namespaces} office:version="1.3"><office:automatic-styles>${automatic}</office:automatic-styles>${body}</office:document-content>`,
    'styles.xml': `${xmlHead}<office:document-styles ${namespaces} office:version="1.3"><office:automatic-styles>${layout}</office:automatic-styles>${master}</office:document-styles>`,
    ...(bars ? { 'Object 1/content.xml': chartObject(bars.chart) } : {}),
  });
}

/**
 * Writes the presentation as a single XML file (flat OpenDocument). Omits the chart, because it is a separate file in
 * the zip package.
 */
const writeFlat = (file: string) =>
  writeFile(
    file,
    `${xmlHead}<office:document ${namespaces} office:version="1.3" office:mimetype="${mime}"><office:automatic-styles>${layout}${automatic}</office:automatic-styles>${master}${body.replace(/<draw:page draw:name="chart".*?<\/draw:page>/, '')}</office:document>`,
  );

export const presentationDocuments: readonly TraitDocument[] = [
  { name: 'open-presentation', ext: 'odp', traits: parts, write: writePresentation },
  {
    name: 'flat-open-presentation',
    ext: 'fodp',
    traits: parts.filter(({ name }) => !name.startsWith('chart')),
    targets: ['txt', 'md', 'html', 'docx', 'pdf', 'pptx', 'odp'],
    write: writeFlat,
  },
];
