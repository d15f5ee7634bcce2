/** Makes OpenDocument files with any content, as a zip or as one XML file (flat). */
import { zipOf } from './zip.ts';

const office = 'urn:oasis:names:tc:opendocument:xmlns';
const spaces = [
  ...['office', 'text', 'table', 'script', 'form', 'presentation'].map(
    (name) => `xmlns:${name}="${office}:${name}:1.0"`,
  ),
  `xmlns:draw="${office}:drawing:1.0"`,
  `xmlns:svg="${office}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:ooo="http://openoffice.org/2004/office"',
  'xmlns:oooc="http://openoffice.org/2004/calc"',
  `xmlns:of="${office}:of:1.2"`,
  'xmlns:dom="http://www.w3.org/2001/xml-events"',
].join(' ');

export type PackageKind = 'text' | 'spreadsheet' | 'presentation' | 'graphics';

const bodies: Readonly<Record<PackageKind, string>> = {
  text: 'text',
  spreadsheet: 'spreadsheet',
  presentation: 'presentation',
  graphics: 'drawing',
};

interface OpenDocumentParts {
  inside: string;
  /** Elements before the body, such as scripts and fonts. */
  scripts?: string;
  /** Text between the XML declaration and the root element. */
  before?: string;
}

const mime = (kind: PackageKind) => `application/vnd.oasis.opendocument.${kind}`;

function content(
  root: string,
  kind: PackageKind,
  { inside, scripts = '', before = '' }: OpenDocumentParts,
): string {
  const body = `office:${bodies[kind]}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${before}<office:${root} ${spaces} office:version="1.2" office:mimetype="${mime(kind)}">${scripts}<office:body><${body}>${inside}</${body}></office:body></office:${root}>`;
}

export const flat = (kind: PackageKind, parts: OpenDocumentParts) => content('document', kind, parts);

export function openDocument(
  kind: PackageKind,
  parts: OpenDocumentParts,
  more: Readonly<Record<string, Buffer | string>> = {},
): Buffer {
  const entries = ['content.xml', ...Object.keys(more)].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  );
  return zipOf({
    mimetype: mime(kind),
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${office}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mime(kind)}"/>${entries.join('')}</manifest:manifest>`,
    'content.xml': content('document-content', kind, parts).replace(` office:mimetype="${mime(kind)}"`, ''),
    ...more,
  });
}

/** Returns a presentation in the format of OpenOffice.org 1 (sxi). */
export function starOffice(inside: string): Buffer {
  const old = ['office', 'style', 'text', 'drawing'].map(
    (name) => `xmlns:${name === 'drawing' ? 'draw' : name}="http://openoffice.org/2000/${name}"`,
  );
  const type = 'application/vnd.sun.xml.impress';
  return zipOf({
    mimetype: type,
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest"><manifest:file-entry manifest:media-type="${type}" manifest:full-path="/"/><manifest:file-entry manifest:media-type="text/xml" manifest:full-path="content.xml"/></manifest:manifest>`,
    'content.xml': `<?xml version="1.0"?><office:document-content ${old.join(' ')} xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" office:class="presentation" office:version="1.0"><office:body>${inside}</office:body></office:document-content>`,
  });
}

export const frame = (href: string) =>
  `<draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>`;
