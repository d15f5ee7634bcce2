/** Document formats of office programs, and PDF, one row each. */
import type { Family, Format, Trait } from '../format.ts';

const textDocument: readonly Trait[] = ['text', 'structure', 'math', 'styling', 'layout', 'images', 'pages'];
/** Traits of text formats whose formulas no reader recognises. */
const plainDocument: readonly Trait[] = ['text', 'structure', 'styling', 'layout', 'images', 'pages'];
const slides: readonly Trait[] = ['text', 'structure', 'styling', 'layout', 'images', 'pages', 'vector'];
const drawing: readonly Trait[] = ['text', 'styling', 'layout', 'images', 'pages', 'vector'];

type DocumentRow = [ext: string, name: string, mime: string, holds: readonly Trait[], more: Partial<Format>];

const of = (...families: Family[]): Partial<Format> => ({ families });
const zip = (...marks: string[]): Partial<Format> => ({ inside: { container: 'zip', marks } });
const ole = (...marks: string[]): Partial<Format> => ({ inside: { container: 'ole', marks } });

/**
 * Returns the signature of an OpenDocument or OpenOffice.org 1 file. The first entry of an OpenDocument file declares
 * the media type.
 */
const declared = (...mimes: string[]): Partial<Format> => zip(...mimes.map((mime) => `mimetype:${mime}`));

const openXml = 'application/vnd.openxmlformats-officedocument';
const macro = 'macroEnabled.12';
const openDocument = 'application/vnd.oasis.opendocument';
const template = '-template';
const openOffice1 = 'application/vnd.sun.xml';

/** Maps a document type to its template type, and a template type to its document type. */
const twin = (kind: string) => (kind.endsWith(template) ? kind.slice(0, -template.length) : kind + template);

const oasis = (
  ext: string,
  name: string,
  kind: string,
  holds: readonly Trait[],
  more: Partial<Format>,
): DocumentRow => [
  ext,
  name,
  `${openDocument}.${kind}`,
  holds,
  // Accepts the media types of documents and of templates, because some programs declare the wrong media type.
  { ...declared(`${openDocument}.${kind}`, `${openDocument}.${twin(kind)}`), ...more },
];

const flat = (
  ext: string,
  name: string,
  kind: string,
  holds: readonly Trait[],
  family: Family,
): DocumentRow => [ext, name, `${openDocument}.${kind}-flat-xml`, holds, of(family, 'opendocument-flat')];

const openOffice = (ext: string, name: string, kind: string, holds: readonly Trait[]): DocumentRow => [
  ext,
  name,
  `${openOffice1}.${kind}`,
  holds,
  declared(`${openOffice1}.${kind}`),
];

const word = { ...zip('word/document.xml', 'word/document2.xml'), ...of('ooxml-text') };
const powerPoint = { ...zip('ppt/presentation.xml'), ...of('ooxml-slides') };
const word97 = { ...ole('WordDocument'), ...of('word-97') };
const powerPoint97 = { ...ole('PowerPoint Document', 'PP40'), ...of('powerpoint-97') };

const rows: readonly DocumentRow[] = [
  [
    'docx',
    'Word',
    `${openXml}.wordprocessingml.document`,
    textDocument,
    { ...word, hubFor: ['doc', 'dot', 'rtf'] },
  ],
  ['docm', 'Word with macros', `application/vnd.ms-word.document.${macro}`, textDocument, word],
  [
    'dotx',
    'Word template',
    `${openXml}.wordprocessingml.template`,
    textDocument,
    { ...word, ...of('ooxml-text', 'text-template') },
  ],
  ['doc', 'Word 97–2003', 'application/msword', textDocument, word97],
  [
    'dot',
    'Word 97–2003 template',
    'application/msword-template',
    textDocument,
    { ...word97, ...of('word-97', 'text-template') },
  ],
  oasis('odt', 'OpenDocument text', 'text', textDocument, {
    // Includes master documents, which are text documents that refer to other files.
    ...declared(...['text', `text${template}`, 'text-master'].map((kind) => `${openDocument}.${kind}`)),
    aliases: ['odm'],
    hub: true,
    ...of('opendocument-text', 'opendocument-package'),
  }),
  oasis(
    'ott',
    'OpenDocument text template',
    'text-template',
    textDocument,
    of('opendocument-text', 'opendocument-package', 'text-template'),
  ),
  flat('fodt', 'OpenDocument text, one XML file', 'text', textDocument, 'opendocument-text'),
  openOffice('sxw', 'OpenOffice.org 1 text', 'writer', textDocument),
  ['rtf', 'Rich Text Format', 'application/rtf', textDocument, { magic: [{ hex: '7b5c7274' }] }],
  ['abw', 'AbiWord', 'application/x-abiword', textDocument, {}],
  [
    'wpd',
    'WordPerfect',
    'application/vnd.wordperfect',
    plainDocument,
    { magic: [{ hex: 'ff575043 ........ 010a' }] },
  ],
  ['wps', 'Microsoft Works', 'application/vnd.ms-works', plainDocument, ole('MatOST', 'MN0', 'CONTENTS')],
  [
    'pages',
    'Apple Pages',
    'application/vnd.apple.pages',
    plainDocument,
    zip('iWork:pages', 'Index/Document.iwa', 'index.xml'),
  ],
  [
    'pptx',
    'PowerPoint',
    `${openXml}.presentationml.presentation`,
    [...slides, 'math'],
    { ...powerPoint, hub: true },
  ],
  [
    'pptm',
    'PowerPoint with macros',
    `application/vnd.ms-powerpoint.presentation.${macro}`,
    slides,
    powerPoint,
  ],
  ['ppsx', 'PowerPoint show', `${openXml}.presentationml.slideshow`, slides, powerPoint],
  ['potx', 'PowerPoint template', `${openXml}.presentationml.template`, slides, powerPoint],
  ['ppt', 'PowerPoint 97–2003', 'application/vnd.ms-powerpoint', slides, powerPoint97],
  ['pps', 'PowerPoint 97–2003 show', 'application/vnd.ms-powerpoint-show', slides, powerPoint97],
  ['pot', 'PowerPoint 97–2003 template', 'application/vnd.ms-powerpoint-template', slides, powerPoint97],
  oasis(
    'odp',
    'OpenDocument presentation',
    'presentation',
    slides,
    of('opendocument-slides', 'opendocument-package'),
  ),
  oasis(
    'otp',
    'OpenDocument presentation template',
    'presentation-template',
    slides,
    of('opendocument-slides', 'opendocument-package'),
  ),
  flat('fodp', 'OpenDocument presentation, one XML file', 'presentation', slides, 'opendocument-slides'),
  openOffice('sxi', 'OpenOffice.org 1 presentation', 'impress', slides),
  [
    'key',
    'Apple Keynote',
    'application/vnd.apple.keynote',
    slides,
    zip('index.apxl', 'iWork:key', 'Index/Document.iwa'),
  ],
  oasis(
    'odg',
    'OpenDocument drawing',
    'graphics',
    drawing,
    of('opendocument-drawing', 'opendocument-package'),
  ),
  oasis(
    'otg',
    'OpenDocument drawing template',
    'graphics-template',
    drawing,
    of('opendocument-drawing', 'opendocument-package'),
  ),
  flat('fodg', 'OpenDocument drawing, one XML file', 'graphics', drawing, 'opendocument-drawing'),
  openOffice('sxd', 'OpenOffice.org 1 drawing', 'draw', drawing),
  ['pub', 'Publisher', 'application/vnd.ms-publisher', drawing, ole('Quill')],
  ['vsdx', 'Visio', 'application/vnd.ms-visio.drawing', drawing, zip('visio/document.xml')],
  ['vsd', 'Visio 2000–2010', 'application/vnd.visio', drawing, ole('VisioDocument')],
  ['vdx', 'Visio 2003–2010 XML', 'application/vnd.visio+xml', drawing, {}],
];

export const documents: readonly Format[] = [
  {
    ext: 'pdf',
    name: 'PDF',
    category: 'document',
    mime: 'application/pdf',
    holds: ['text', 'math', 'styling', 'layout', 'images', 'pages', 'colour', 'vector', 'alpha'],
    magic: [{ hex: '25504446' }],
    hub: true,
  },
  ...rows.map(([ext, name, mime, holds, more]): Format => ({
    ext,
    name,
    category: 'document',
    mime,
    holds,
    ...more,
  })),
];
