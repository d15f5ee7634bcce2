/** Document formats of office programs, and PDF; a row each. */
import type { Format, Trait } from './format.ts';

const written: readonly Trait[] = ['text', 'structure', 'math', 'styling', 'layout', 'images', 'pages'];
/** Whose readers do not tell a heading from a large line. */
const plainly: readonly Trait[] = ['text', 'styling', 'layout', 'images', 'pages'];
const shown: readonly Trait[] = ['text', 'structure', 'styling', 'layout', 'images', 'pages', 'vector'];
const drawn: readonly Trait[] = ['text', 'styling', 'layout', 'images', 'pages', 'vector'];

type DocumentRow = [ext: string, name: string, mime: string, holds: readonly Trait[], more: Partial<Format>];

const zip = (...marks: string[]): Partial<Format> => ({ inside: { container: 'zip', marks } });
const ole = (...marks: string[]): Partial<Format> => ({ inside: { container: 'ole', marks } });

/** An OpenDocument or OpenOffice.org 1 file says in its first entry what it is. */
const declared = (mime: string): Partial<Format> => zip(`mimetype:${mime}`);

const openXml = 'application/vnd.openxmlformats-officedocument';
const macro = 'macroEnabled.12';
const openDocument = 'application/vnd.oasis.opendocument';
const openOffice1 = 'application/vnd.sun.xml';

const oasis = (
  ext: string,
  name: string,
  kind: string,
  holds: readonly Trait[],
  more: Partial<Format> = {},
): DocumentRow => [
  ext,
  name,
  `${openDocument}.${kind}`,
  holds,
  { ...declared(`${openDocument}.${kind}`), ...more },
];

const flat = (ext: string, name: string, kind: string, holds: readonly Trait[]): DocumentRow => [
  ext,
  name,
  `${openDocument}.${kind}-flat-xml`,
  holds,
  {},
];

const openOffice = (ext: string, name: string, kind: string, holds: readonly Trait[]): DocumentRow => [
  ext,
  name,
  `${openOffice1}.${kind}`,
  holds,
  declared(`${openOffice1}.${kind}`),
];

const word = zip('word/document.xml', 'word/document2.xml');
const powerPoint = zip('ppt/presentation.xml');

const rows: readonly DocumentRow[] = [
  ['docx', 'Word', `${openXml}.wordprocessingml.document`, written, word],
  ['docm', 'Word with macros', `application/vnd.ms-word.document.${macro}`, written, word],
  ['dotx', 'Word template', `${openXml}.wordprocessingml.template`, written, word],
  ['doc', 'Word 97–2003', 'application/msword', written, ole('WordDocument')],
  ['dot', 'Word 97–2003 template', 'application/msword-template', written, ole('WordDocument')],
  oasis('odt', 'OpenDocument text', 'text', written, { hub: true }),
  oasis('ott', 'OpenDocument text template', 'text-template', written),
  flat('fodt', 'OpenDocument text, one XML file', 'text', written),
  openOffice('sxw', 'OpenOffice.org 1 text', 'writer', written),
  ['rtf', 'Rich Text Format', 'application/rtf', written, { magic: [{ hex: '7b5c7274' }] }],
  ['abw', 'AbiWord', 'application/x-abiword', written, {}],
  [
    'wpd',
    'WordPerfect',
    'application/vnd.wordperfect',
    plainly,
    { magic: [{ hex: 'ff575043 ........ 010a' }] },
  ],
  ['wps', 'Microsoft Works', 'application/vnd.ms-works', plainly, ole('MatOST', 'MN0', 'CONTENTS')],
  [
    'pages',
    'Apple Pages',
    'application/vnd.apple.pages',
    plainly,
    zip('iWork:pages', 'Index/Document.iwa', 'index.xml'),
  ],
  ['pptx', 'PowerPoint', `${openXml}.presentationml.presentation`, shown, powerPoint],
  [
    'pptm',
    'PowerPoint with macros',
    `application/vnd.ms-powerpoint.presentation.${macro}`,
    shown,
    powerPoint,
  ],
  ['ppsx', 'PowerPoint show', `${openXml}.presentationml.slideshow`, shown, powerPoint],
  ['potx', 'PowerPoint template', `${openXml}.presentationml.template`, shown, powerPoint],
  ['ppt', 'PowerPoint 97–2003', 'application/vnd.ms-powerpoint', shown, ole('PowerPoint Document')],
  ['pps', 'PowerPoint 97–2003 show', 'application/vnd.ms-powerpoint-show', shown, ole('PowerPoint Document')],
  [
    'pot',
    'PowerPoint 97–2003 template',
    'application/vnd.ms-powerpoint-template',
    shown,
    ole('PowerPoint Document'),
  ],
  oasis('odp', 'OpenDocument presentation', 'presentation', shown),
  oasis('otp', 'OpenDocument presentation template', 'presentation-template', shown),
  flat('fodp', 'OpenDocument presentation, one XML file', 'presentation', shown),
  openOffice('sxi', 'OpenOffice.org 1 presentation', 'impress', shown),
  [
    'key',
    'Apple Keynote',
    'application/vnd.apple.keynote',
    shown,
    zip('index.apxl', 'iWork:key', 'Index/Document.iwa'),
  ],
  oasis('odg', 'OpenDocument drawing', 'graphics', drawn),
  oasis('otg', 'OpenDocument drawing template', 'graphics-template', drawn),
  flat('fodg', 'OpenDocument drawing, one XML file', 'graphics', drawn),
  openOffice('sxd', 'OpenOffice.org 1 drawing', 'draw', drawn),
  ['pub', 'Publisher', 'application/vnd.ms-publisher', drawn, ole('Quill')],
  ['vsdx', 'Visio', 'application/vnd.ms-visio.drawing', drawn, zip('visio/document.xml')],
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
