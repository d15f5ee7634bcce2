/**
 * Writes Pages, Keynote and Numbers documents in the XML format of 2009. Test code cannot write the newer format of
 * Pages and Keynote.
 */
import { zip } from '../../hostile/bytes/zip.ts';
import { letter, letterTexts } from '../documents/letter.ts';
import type { SampleMaker } from '../samples.ts';
import { writeZip, xmlHead } from '../archives/zip.ts';

const apple = 'http://developer.apple.com/namespaces';
const namespaces = `xmlns:sfa="${apple}/sfa" xmlns:sf="${apple}/sf" xmlns:sl="${apple}/sl" xmlns:key="${apple}/keynote2"`;

const paragraph = (text: string) => `<sf:p>${text}<sf:br/></sf:p>`;

const pages = `${xmlHead}<sl:document ${namespaces} sl:version="92008102400"><sl:section-prototypes/><sf:text-storage sf:kind="body"><sf:text-body><sf:section><sf:layout>${letterTexts()
  .map(paragraph)
  .join('')}</sf:layout></sf:section></sf:text-body></sf:text-storage></sl:document>`;

const geometry = (top: number, height: number) =>
  `<sf:geometry><sf:naturalSize sfa:w="800" sfa:h="${height}"/><sf:size sfa:w="800" sfa:h="${height}"/><sf:position sfa:x="50" sfa:y="${top}"/></sf:geometry>`;
const outline = (height: number) =>
  `<sf:path><sf:bezier-path><sf:bezier sfa:path="M 0 0 L 800 0 L 800 ${height} L 0 ${height} Z" sfa:version="0"/></sf:bezier-path></sf:path>`;

const box = (top: number, height: number, paragraphs: readonly string[]) =>
  `<sf:shape>${geometry(top, height)}${outline(height)}<sf:text><sf:text-storage sf:kind="textbox"><sf:text-body>${paragraphs.join('')}</sf:text-body></sf:text-storage></sf:text></sf:shape>`;

const size = '<sf:size sfa:w="1024" sfa:h="768"/>';

const titleStyle =
  '<sf:paragraphstyle sfa:ID="title"><sf:property-map><sf:fontSize><sf:number sfa:number="64" sfa:type="f"/></sf:fontSize></sf:property-map></sf:paragraphstyle>';

const theme = `<key:theme-list><key:theme><key:stylesheet><sf:styles>${titleStyle}</sf:styles></key:stylesheet></key:theme></key:theme-list>`;

interface Slide {
  /** Text in large letters in a box above the other texts. */
  title?: string;
  texts: readonly string[];
}

const slides: readonly Slide[] = [
  { title: letter.title, texts: [letter.author] },
  ...letter.sections.map(({ heading, paragraphs }) => ({ title: heading, texts: paragraphs })),
  { texts: [...letter.list, ...letter.table.flat(), letter.link.text] },
];

const slide = ({ title, texts }: Slide) => {
  const boxes = [
    ...(title === undefined ? [] : [box(50, 100, [`<sf:p sf:style="title">${title}<sf:br/></sf:p>`])]),
    box(200, 500, texts.map(paragraph)),
  ];
  return `<key:slide><key:page>${size}<sf:layers><sf:layer><sf:drawables>${boxes.join('')}</sf:drawables></sf:layer></sf:layers></key:page></key:slide>`;
};

const keynote = `${xmlHead}<key:presentation ${namespaces} key:version="92008102400">${size.replace('sf:', 'key:')}${theme}<key:slide-list>${slides.map(slide).join('')}</key:slide-list></key:presentation>`;

/**
 * Returns a cell as XML. The attribute `ct` is the distance to the previous cell, and is 0 for the first cell. If a
 * later cell has no `ct`, its distance is 1.
 */
const cellXml = (cell: string | number, n: number) => {
  const move = n === 0 ? ' sf:ct="0"' : '';
  return typeof cell === 'string'
    ? `<sf:t${move}><sf:ct sfa:s="${cell}"/></sf:t>`
    : `<sf:n${move} sf:v="${cell}"/>`;
};

/** Returns a Numbers '09 document with one sheet and one table. */
export function numbers2009(rows: readonly (readonly (string | number)[])[]): Buffer {
  const [height, width] = [rows.length, Math.max(...rows.map((row) => row.length))];
  const count = (tag: string, one: string, number: number) =>
    `<sf:${tag} sf:count="${number}">${one.repeat(number)}</sf:${tag}>`;
  const columns = count('columns', '<sf:grid-column sf:width="80"/>', width);
  const lines = count('rows', '<sf:grid-row sf:height="20"/>', height);
  const grid = `<sf:grid sf:numcols="${width}" sf:numrows="${height}">${columns}${lines}<sf:datasource>${rows.flat().map(cellXml).join('')}</sf:datasource></sf:grid>`;
  const table = `<sf:tabular-info>${geometry(50, 500)}<sf:tabular-model sf:name="Table 1" sf:num-header-rows="1">${grid}</sf:tabular-model></sf:tabular-info>`;
  const sheet = `<ls:workspace ls:workspace-name="Sheet 1"><ls:page-info><sf:layers><sf:layer><sf:drawables>${table}</sf:drawables></sf:layer></sf:layers></ls:page-info></ls:workspace>`;
  const document = `${xmlHead}<ls:document ${namespaces} xmlns:ls="${apple}/ls" ls:version="92008102400"><ls:stylesheet/><ls:workspace-array>${sheet}</ls:workspace-array></ls:document>`;
  return zip([{ name: 'index.xml', data: document }]);
}

export function iWork(kind: 'pages' | 'key'): SampleMaker {
  return (file) => writeZip(file, kind === 'pages' ? { 'index.xml': pages } : { 'index.apxl': keynote });
}
