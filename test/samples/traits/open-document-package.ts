/**
 * Builds OpenDocument text documents from the XML of their parts. The samples of traits (features that conversions
 * easily lose) use these documents.
 */
import { writeFile } from 'node:fs/promises';
import { writeZip, xmlHead } from '../archives/zip.ts';

export interface OpenDocumentParts {
  /** Children of `office:text`. */
  body: string;
  /** Automatic styles of the content. */
  automatic?: string;
  /** Named styles. */
  styles?: string;
  /** Header, footer and other children of the master page. */
  master?: string;
  /** Font declarations. */
  fonts?: string;
}

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const own = ['office', 'text', 'table', 'style', 'meta', 'form', 'config'];
const namespaces = [
  ...own.map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`),
  `xmlns:draw="${oasis}:drawing:1.0"`,
  `xmlns:svg="${oasis}:svg-compatible:1.0"`,
  `xmlns:fo="${oasis}:xsl-fo-compatible:1.0"`,
  `xmlns:number="${oasis}:datastyle:1.0"`,
  'xmlns:ooo="http://openoffice.org/2004/office"',
  'xmlns:ooow="http://openoffice.org/2004/writer"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
].join(' ');
const mime = 'application/vnd.oasis.opendocument.text';
const pageLayout =
  '<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/><style:header-style/><style:footer-style/></style:page-layout>';

/** Writes a zip package (odt) with the parts that LibreOffice expects. */
export function writeOpenDocumentText(
  file: string,
  { body, automatic = '', styles = '', master = '', fonts = '' }: OpenDocumentParts,
): Promise<void> {
  const part = (root: string, inner: string) =>
    `${xmlHead}<office:${root} ${namespaces} office:version="1.3">${inner}</office:${root}>`;
  const faces = `<office:font-face-decls>${fonts}</office:font-face-decls>`;
  const entry = (name: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${type}"/>`;
  return writeZip(file, {
    mimetype: mime,
    'content.xml': part(
      'document-content',
      `${faces}<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
    ),
    'styles.xml': part(
      'document-styles',
      `${faces}<office:styles>${styles}</office:styles><office:automatic-styles>${pageLayout}</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L">${master}</style:master-page></office:master-styles>`,
    ),
    'META-INF/manifest.xml': `${xmlHead}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.3">${entry('/', mime)}${entry('content.xml', 'text/xml')}${entry('styles.xml', 'text/xml')}</manifest:manifest>`,
  });
}

/** Writes the text document as a single XML file (fodt) instead of a zip package. */
export function writeFlatOpenDocumentText(
  file: string,
  { body, automatic = '', styles = '', master = '', fonts = '' }: OpenDocumentParts,
): Promise<void> {
  return writeFile(
    file,
    `${xmlHead}<office:document ${namespaces} office:version="1.3" office:mimetype="${mime}"><office:font-face-decls>${fonts}</office:font-face-decls><office:styles>${styles}</office:styles><office:automatic-styles>${pageLayout}${automatic}</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L">${master}</style:master-page></office:master-styles><office:body><office:text>${body}</office:text></office:body></office:document>`,
  );
}

export const p = (inner: string, style = '') =>
  `<text:p${style && ` text:style-name="${style}"`}>${inner}</text:p>`;
export const h = (level: number, inner: string, more = '') =>
  `<text:h text:outline-level="${level}" text:style-name="Heading_20_${level}"${more}>${inner}</text:h>`;
export const textStyle = (name: string, properties: string, parent = '') =>
  `<style:style style:name="${name}" style:family="text"${parent && ` style:parent-style-name="${parent}"`}><style:text-properties ${properties}/></style:style>`;
export const paragraphStyle = (name: string, inner = '', more = '') =>
  `<style:style style:name="${name}" style:family="paragraph"${more}>${inner}</style:style>`;
export const levelStyle = (level: number, format: string, more = '') =>
  `<text:list-level-style-number text:level="${level}" style:num-format="${format}"${more}><style:list-level-properties text:space-before="${level}cm" text:min-label-width="0.5cm"/></text:list-level-style-number>`;
export const bulletStyle = (level: number, char: string, font = '') =>
  `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${char}"><style:list-level-properties text:space-before="${level}cm" text:min-label-width="0.5cm"/>${font && `<style:text-properties style:font-name="${font}"/>`}</text:list-level-style-bullet>`;
export const listStyle = (name: string, ...levels: string[]) =>
  `<text:list-style style:name="${name}">${levels.join('')}</text:list-style>`;
export const item = (inner: string, more = '') => `<text:list-item${more}>${inner}</text:list-item>`;
export const list = (style: string, items: string, more = '') =>
  `<text:list${style && ` text:style-name="${style}"`}${more}>${items}</text:list>`;
export const headingStyles = [1, 2, 3]
  .map((level) =>
    paragraphStyle(`Heading_20_${level}`, '', ` style:default-outline-level="${level}" style:class="text"`),
  )
  .join('');
export const frame = (inner: string) =>
  `<draw:frame draw:name="F" text:anchor-type="paragraph" svg:width="6cm" svg:height="2cm">${inner}</draw:frame>`;
