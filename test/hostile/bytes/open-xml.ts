/** Makes minimal Word, Excel and PowerPoint files. The parameters contain the hostile content. */
import { zip, zipOf, type Member } from './zip.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const spaces = [
  `xmlns:w="${schemas}/wordprocessingml/2006/main"`,
  `xmlns:r="${schemas}/officeDocument/2006/relationships"`,
  `xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${schemas}/drawingml/2006/main"`,
  `xmlns:pic="${schemas}/drawingml/2006/picture"`,
  `xmlns:p="${schemas}/presentationml/2006/main"`,
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

const types = (main: string, part: string) =>
  `${head}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`;

/** Returns the XML of a relationship with a target outside the file. */
export const outside = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${schemas}/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="External"/>`;

const relations = (inside: string) =>
  `${head}<Relationships xmlns="${schemas}/package/2006/relationships">${inside}</Relationships>`;

const toMain = (part: string) =>
  relations(
    `<Relationship Id="m" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="${part}"/>`,
  );

interface Word {
  body: string;
  /** Text between the XML declaration and the root element. */
  before?: string;
  links?: string;
  more?: readonly Member[];
}

export function docx({ body, before = '', links = '', more = [] }: Word): Buffer {
  const document = `${head}${before}<w:document ${spaces}><w:body>${body}</w:body></w:document>`;
  return zip([
    { name: '[Content_Types].xml', data: types('wordprocessingml.document', 'word/document.xml') },
    { name: '_rels/.rels', data: toMain('word/document.xml') },
    { name: 'word/document.xml', data: document },
    { name: 'word/_rels/document.xml.rels', data: relations(links) },
    ...more,
  ]);
}

export const paragraph = (inside: string) => `<w:p><w:r>${inside}</w:r></w:p>`;

/**
 * Returns a paragraph with a linked picture. The picture is not in the file, but at the target of the relationship
 * `id`.
 */
export const linkedPicture = (id: string) =>
  paragraph(
    `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="${schemas}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`,
  );

/**
 * Returns a Word field, such as `INCLUDETEXT`. Word processors evaluate the field when they open the document, because
 * the field is marked as outdated.
 */
export const field = (instruction: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

export function xlsx(sheet: string, more: Readonly<Record<string, Buffer | string>> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': types('spreadsheetml.sheet', 'xl/workbook.xml').replace(
      '</Types>',
      '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/></Types>',
    ),
    '_rels/.rels': toMain('xl/workbook.xml'),
    'xl/workbook.xml': `${head}<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets><externalReferences><externalReference r:id="e"/></externalReferences></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      `<Relationship Id="s" Type="${schemas}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="e" Type="${schemas}/officeDocument/2006/relationships/externalLink" Target="externalLinks/externalLink1.xml"/>`,
    ),
    'xl/externalLinks/externalLink1.xml': `${head}<externalLink xmlns="${schemas}/spreadsheetml/2006/main"/>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${schemas}/spreadsheetml/2006/main">${sheet}</worksheet>`,
    ...more,
  });
}

export function pptx(slide: string, links: string): Buffer {
  const part = 'ppt/presentation.xml';
  return zipOf({
    '[Content_Types].xml': types('presentationml.presentation', part).replace(
      '</Types>',
      '<Override PartName="/ppt/slides/slide1.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/></Types>',
    ),
    '_rels/.rels': toMain(part),
    [part]: `${head}<p:presentation ${spaces}><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      `<Relationship Id="s" Type="${schemas}/officeDocument/2006/relationships/slide" Target="slides/slide1.xml"/>`,
    ),
    'ppt/slides/slide1.xml': `${head}<p:sld ${spaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${slide}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(links),
  });
}
