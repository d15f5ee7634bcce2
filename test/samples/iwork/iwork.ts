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

const slides = [
  [letter.title],
  ...letter.sections.map(({ heading, paragraphs }) => [heading, ...paragraphs]),
  [...letter.list, ...letter.table.flat(), letter.link.text],
];

const geometry =
  '<sf:geometry><sf:naturalSize sfa:w="800" sfa:h="500"/><sf:size sfa:w="800" sfa:h="500"/><sf:position sfa:x="50" sfa:y="50"/></sf:geometry>';
const outline =
  '<sf:path><sf:bezier-path><sf:bezier sfa:path="M 0 0 L 800 0 L 800 500 L 0 500 Z" sfa:version="0"/></sf:bezier-path></sf:path>';

const box = (texts: readonly string[]) =>
  `<sf:shape>${geometry}${outline}<sf:text><sf:text-storage sf:kind="textbox"><sf:text-body>${texts.map(paragraph).join('')}</sf:text-body></sf:text-storage></sf:text></sf:shape>`;

const size = '<sf:size sfa:w="1024" sfa:h="768"/>';

const slide = (texts: readonly string[]) =>
  `<key:slide><key:page>${size}<sf:layers><sf:layer><sf:drawables>${box(texts)}</sf:drawables></sf:layer></sf:layers></key:page></key:slide>`;

const keynote = `${xmlHead}<key:presentation ${namespaces} key:version="92008102400">${size.replace('sf:', 'key:')}<key:slide-list>${slides.map(slide).join('')}</key:slide-list></key:presentation>`;

/**
 * Returns a cell as XML. The attribute `ct` is the distance to the previous cell. In the first cell, `ct` is 0. In
 * other cells, `ct` is omitted if the distance is 1.
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
  const table = `<sf:tabular-info>${geometry}<sf:tabular-model sf:name="Table 1" sf:num-header-rows="1">${grid}</sf:tabular-model></sf:tabular-info>`;
  const sheet = `<ls:workspace ls:workspace-name="Sheet 1"><ls:page-info><sf:layers><sf:layer><sf:drawables>${table}</sf:drawables></sf:layer></sf:layers></ls:page-info></ls:workspace>`;
  const document = `${xmlHead}<ls:document ${namespaces} xmlns:ls="${apple}/ls" ls:version="92008102400"><ls:stylesheet/><ls:workspace-array>${sheet}</ls:workspace-array></ls:document>`;
  return zip([{ name: 'index.xml', data: document }]);
}

export function iWork(kind: 'pages' | 'key'): SampleMaker {
  return (file) => writeZip(file, kind === 'pages' ? { 'index.xml': pages } : { 'index.apxl': keynote });
}
