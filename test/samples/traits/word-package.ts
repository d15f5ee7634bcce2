/**
 * Builds Word documents from the XML of their parts, and adds the content types and relationships. The samples of
 * traits (features that conversions easily lose) use this module.
 */
import { writeZip, xmlHead } from '../archives/zip.ts';

const schemas = 'http://schemas.openxmlformats.org';
const office = `${schemas}/officeDocument/2006/relationships`;
const openXml = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export const wordNamespaces = Object.entries({
  w: `${schemas}/wordprocessingml/2006/main`,
  r: office,
  wp: `${schemas}/drawingml/2006/wordprocessingDrawing`,
  a: `${schemas}/drawingml/2006/main`,
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  mc: `${schemas}/markup-compatibility/2006`,
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

export interface WordParts {
  /** The content of `w:body`, without the properties of the last section. */
  body: string;
  /** Styles in addition to the default styles Normal and Heading 1 to 3. */
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  header?: string;
  footer?: string;
  settings?: string;
  /** XML of the page size, margins and grid. By default, the page is A4 with margins of 1 inch. */
  page?: string;
  /** Additional relationships of `word/document.xml`. */
  relations?: readonly (readonly [id: string, type: string, target: string])[];
  /** Additional files of the package, such as the targets of `relations`. */
  files?: Readonly<Record<string, string | Buffer>>;
}

const level = (n: number) =>
  `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="${n - 1}"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>`;

const defaultStyles = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${[1, 2, 3].map(level).join('')}`;

const kinds = {
  styles: 'styles',
  numbering: 'numbering',
  footnotes: 'footnotes',
  endnotes: 'endnotes',
  comments: 'comments',
  settings: 'settings',
  header: 'hdr',
  footer: 'ftr',
} as const;

/** Writes a Word document. */
export async function writeWord(file: string, parts: WordParts): Promise<void> {
  const given: Partial<Record<keyof typeof kinds, string>> = {
    ...parts,
    styles: defaultStyles + (parts.styles ?? ''),
  };
  const names = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((name) => given[name] !== undefined);
  const ofSection = (['header', 'footer'] as const)
    .filter((name) => given[name] !== undefined)
    .map((name) => `<w:${name}Reference w:type="default" r:id="r-${name}"/>`)
    .join('');
  const page =
    parts.page ??
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="700" w:footer="700" w:gutter="0"/>';
  const relations = [
    ...names.map((name) => [`r-${name}`, `${office}/${name}`, `${name}.xml`] as const),
    ...(parts.relations ?? []).map(([id, type, target]) => [id, `${office}/${type}`, target] as const),
  ];
  await writeZip(file, {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="html" ContentType="text/html"/><Override PartName="/word/document.xml" ContentType="${openXml}.document.main+xml"/>${names.map((name) => `<Override PartName="/word/${name}.xml" ContentType="${openXml}.${name}+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${xmlHead}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${xmlHead}<Relationships xmlns="${schemas}/package/2006/relationships">${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"${target.includes(':') ? ' TargetMode="External"' : ''}/>`).join('')}</Relationships>`,
    'word/document.xml': `${xmlHead}<w:document ${wordNamespaces}><w:body>${parts.body}<w:sectPr>${ofSection}${page}</w:sectPr></w:body></w:document>`,
    ...Object.fromEntries(
      names.map((name) => [
        `word/${name}.xml`,
        `${xmlHead}<w:${kinds[name]} ${wordNamespaces}>${given[name] ?? ''}</w:${kinds[name]}>`,
      ]),
    ),
    ...parts.files,
  });
}

/** Returns a run of text. `properties` is the content of `w:rPr`. */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** Returns a paragraph. `content` is the XML of the paragraph's runs, and `properties` is the content of `w:pPr`. */
export const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;

/** Returns a paragraph with one run. `properties` is the content of `w:pPr`. */
export const line = (text: string, properties = ''): string => paragraph(run(text), properties);

/** Returns a paragraph at level `at` (from 0) of the numbered list with the id `number`. */
export const item = (text: string, number: number, at = 0, style = ''): string =>
  line(
    text,
    `${style && `<w:pStyle w:val="${style}"/>`}<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${number}"/></w:numPr>`,
  );

/**
 * Returns level `at` (from 0) of a numbering definition. `text` is the pattern of the numbers on this level, such as
 * `%1.`.
 */
export const numberLevel = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;

/**
 * Returns a numbering definition and the lists that use this definition. Each item of `numbers` adds one list. An item
 * of `numbers` contains XML that overrides parts of the definition, such as the start number. The item is an empty
 * string if the list overrides nothing.
 */
export const numberingOf = (levels: readonly string[], numbers: readonly string[] = ['']): string =>
  `<w:abstractNum w:abstractNumId="7"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>${numbers.map((more, n) => `<w:num w:numId="${n + 1}"><w:abstractNumId w:val="7"/>${more}</w:num>`).join('')}`;

const mark = (type: string, more = '') => `<w:r><w:fldChar w:fldCharType="${type}"${more}`;

const code = (text: string) => `<w:r><w:instrText xml:space="preserve"> ${text} </w:instrText></w:r>`;

const complex = (codes: string, result: string, data = '') =>
  `${mark('begin')}>${data}</w:fldChar></w:r>${codes}${mark('separate')}/></w:r>${result}${mark('end')}/></w:r>`;

/**
 * Returns a complex field. `instruction` is the code of the field, such as `PAGE`, and `result` is the XML of the
 * stored result.
 */
export const field = (instruction: string, result: string, data = ''): string =>
  complex(code(instruction), result, data);

/** Returns a complex field. The code of the complex field contains the field `inner` between `before` and `behind`. */
export const nested = (before: string, inner: string, behind: string, result: string): string =>
  complex(code(before) + inner + code(behind), result);
