/**
 * Builds PowerPoint files from the XML of their slides, layouts and masters. The samples of traits (features that
 * conversions easily lose) use this module.
 */
import {
  bind,
  colourMap,
  group,
  slideNamespaces,
  theme,
  type PackagePart,
  type Relation,
} from '../documents/open-xml.ts';
import { writeZip } from '../archives/zip.ts';

const openXml = 'application/vnd.openxmlformats-officedocument';
const kind = (name: string) => `${openXml}.presentationml.${name}+xml`;
const drawing2010 = 'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"';
const choices = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const mathematics = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

export interface SlideOf {
  /** XML of the shapes. */
  content: string;
  /** Speaker notes as DrawingML paragraphs. */
  notes?: string;
  hidden?: true;
  relations?: readonly Relation[];
}

export interface PresentationParts {
  slides: readonly SlideOf[];
  /** XML of the shapes on the slide master, which all slides use. */
  master?: string;
  /** XML of the shapes on the slide layout, which all slides use. */
  layout?: string;
  /** `p:txStyles` of the slide master. */
  textStyles?: string;
  /** Attributes of `p:presentation`. */
  attributes?: string;
  parts?: readonly PackagePart[];
  relations?: readonly Relation[];
}

export const run = (text: string) => `<a:r><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:r>`;

/** Returns a paragraph. `content` is plain text or the XML of runs, and `properties` is the XML of `a:pPr`. */
export const line = (content: string, properties = '') =>
  `<a:p>${properties}${content.startsWith('<') ? content : run(content)}</a:p>`;

let shapes = 10;

/** Returns a shape with text. `mark` is the XML of `p:ph`, which makes the shape a placeholder. */
export function shape(
  paragraphs: string,
  { mark = '', top = 1_600_000, height = 900_000, hidden = false, list = '' } = {},
): string {
  shapes += 1;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${shapes}" name="Shape ${shapes}"${hidden ? ' hidden="1"' : ''}/><p:cNvSpPr/><p:nvPr>${mark}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="600000" y="${top}"/><a:ext cx="7800000" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle>${list}</a:lstStyle>${paragraphs}</p:txBody></p:sp>`;
}

export const title = (text: string) => shape(line(text), { mark: '<p:ph type="title"/>', top: 300_000 });

export const body = (paragraphs: string) =>
  shape(paragraphs, { mark: '<p:ph type="body" idx="1"/>', height: 2_600_000 });

/** Returns a graphic frame. `data` is the XML of the table, the chart or another graphic in the frame. */
export function graphic(data: string): string {
  shapes += 1;
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${shapes}" name="Graphic ${shapes}"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="600000" y="1400000"/><a:ext cx="7800000" cy="3000000"/></p:xfrm><a:graphic>${data}</a:graphic></p:graphicFrame>`;
}

const root = (name: string, inner: string, attributes = '') =>
  `<p:${name} ${slideNamespaces} ${choices} ${drawing2010} ${mathematics}${attributes}>${inner}</p:${name}>`;

const tree = (content: string) => `<p:cSld><p:spTree>${group}${content}</p:spTree></p:cSld>`;

/** Writes a presentation with one master and one layout. */
export async function writeSlides(file: string, presentation: PresentationParts): Promise<void> {
  const {
    slides,
    master = '',
    layout = '',
    textStyles = '',
    attributes = '',
    parts = [],
    relations = [],
  } = presentation;
  const list = slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="slide${n + 1}"/>`).join('');
  const all: PackagePart[] = [
    {
      name: 'ppt/presentation.xml',
      type: kind('presentation.main'),
      content: root(
        'presentation',
        `<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="master"/></p:sldMasterIdLst><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/><p:notesSz cx="6858000" cy="9144000"/>`,
        attributes,
      ),
      relations: [
        ['master', 'slideMaster', 'slideMasters/slideMaster1.xml'],
        ...slides.map((_, n): Relation => [`slide${n + 1}`, 'slide', `slides/slide${n + 1}.xml`]),
        ...relations,
      ],
    },
    {
      name: 'ppt/slideMasters/slideMaster1.xml',
      type: kind('slideMaster'),
      content: root(
        'sldMaster',
        `${tree(master)}${colourMap}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="layout"/></p:sldLayoutIdLst>${textStyles}`,
      ),
      relations: [
        ['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['theme', 'theme', '../theme/theme1.xml'],
      ],
    },
    {
      name: 'ppt/slideLayouts/slideLayout1.xml',
      type: kind('slideLayout'),
      content: root('sldLayout', tree(layout)),
      relations: [['master', 'slideMaster', '../slideMasters/slideMaster1.xml']],
    },
    { name: 'ppt/theme/theme1.xml', type: `${openXml}.theme+xml`, content: theme },
    ...slides.flatMap(slideParts),
    ...parts,
  ];
  await writeZip(file, bind(all, ['officeDocument', 'ppt/presentation.xml']));
}

function slideParts({ content, notes, hidden, relations = [] }: SlideOf, n: number): PackagePart[] {
  const own: PackagePart = {
    name: `ppt/slides/slide${n + 1}.xml`,
    type: kind('slide'),
    content: root('sld', tree(content), hidden ? ' show="0"' : ''),
    relations: [
      ['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(notes ? [['notes', 'notesSlide', `../notesSlides/notesSlide${n + 1}.xml`] as const] : []),
      ...relations,
    ],
  };
  if (!notes) return [own];
  const page: PackagePart = {
    name: `ppt/notesSlides/notesSlide${n + 1}.xml`,
    type: kind('notesSlide'),
    content: root('notes', tree(shape(notes, { mark: '<p:ph type="body" idx="1"/>' }))),
    relations: [['slide', 'slide', `../slides/slide${n + 1}.xml`]],
  };
  return [own, page];
}
