/**
 * XML as a tree of elements, and escaping for XML. Decodes only the 5 predefined entities and character references.
 * Never expands entities that a document type declares, so that they cannot multiply or load external content.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { note } from '../values/noted.ts';
import { decodeText } from '../text.ts';
import { InvalidData, maxLevels } from '../values/value.ts';

export interface Element {
  name: string;
  attributes: [name: string, value: string][];
  children: Element[];
  /** All text directly inside the element, without white space for layout. */
  text: string;
  /** Whether the element contains both text and elements. The relative order of text and elements is not kept. */
  isMixed: boolean;
}

/** Returns the name without its namespace prefix. */
export const localName = (name: string): string => name.split(':').at(-1) ?? '';

export const childrenNamed = (element: Element, name: string): Element[] =>
  element.children.filter((child) => localName(child.name) === name);

const quoted = String.raw`"[^"]*"|'[^']*'`;
// The patterns `comment` and `instruction` use a lookahead to stop at their end marks. A lazy quantifier would be
// shorter, but if the pattern is repeated, matching can take exponential time.
const comment = '<!--(?:(?!-->)[^])*-->';
const instruction = String.raw`<\?(?:(?!\?>)[^])*\?>`;

/** Pattern sources for XML markup other than elements. */
export const markup = {
  quoted,
  comment,
  instruction,
  documentType: `<!DOCTYPE(?:[^[<>"']|${quoted})*(?:\\[(?:${comment}|${instruction}|${quoted}|(?!<!--|<\\?)[^\\]"'])*\\])?\\s*>`,
} as const;

const beforeRoot = new RegExp(`^(\\s*(?:(?:${comment}|${instruction})\\s*)*)(${markup.documentType})`);

/** Returns the document type, or an empty string. */
export const documentTypeOf = (text: string): string => beforeRoot.exec(text)?.[2] ?? '';

/**
 * Returns the text without its document type, because the library interprets brackets in comments of the document type
 * as syntax. All line breaks stay, so that the numbers of lines do not change.
 */
export const withoutDocumentType = (text: string): string =>
  text.replace(beforeRoot, (_, before: string, type: string) => before + type.replace(/[^\n]+/g, ''));

/** @throws {@link InvalidData} unless the text is well-formed. */
export function checkXml(text: string): void {
  const valid = XMLValidator.validate(withoutDocumentType(text));
  if (valid !== true) throw new InvalidData(`${valid.err.msg} (line ${valid.err.line})`);
}

/** Notes the loss of comments and processing instructions, and of the document type if `documentType` is true. */
function noteAside(text: string, documentType: boolean): void {
  const outside = withoutDocumentType(text).replace(/<!\[CDATA\[[^]*?\]\]>/g, '');
  note('comments_left_out', '', outside.match(asides.comment)?.length ?? 0);
  const instructions = outside.replace(asides.comment, '').match(asides.instruction) ?? [];
  note('content_left_out', 'processing instructions', instructions.length);
  if (documentType && documentTypeOf(text) !== '') note('content_left_out', 'document type');
}

const asides = { comment: new RegExp(comment, 'g'), instruction: /<\?(?!xml\s)[^]*?\?>/g } as const;

/**
 * Returns the root element. Notes the loss of comments and processing instructions, and of the document type unless the
 * format prescribes one. @throws {@link InvalidData} if the file is not well-formed.
 */
export function readXml(bytes: Uint8Array, { documentType = true } = {}): Element {
  const text = decodeText(bytes);
  checkXml(text);
  noteAside(text, documentType);
  const nodes = parser().parse(withoutDocumentType(text)) as Node[];
  const [root, ...more] = nodes.filter(isElement);
  if (!root || more.length > 0 || textOf(nodes) !== '')
    throw new InvalidData('there must be exactly one root element');
  return toElement(root);
}

/**
 * A node that the parser returns: an object with one member named after the element, and one member with the element's
 * attributes.
 */
type Node = Record<string, Node[] | string | Record<string, string>>;

const textName = '#text';
const cdataName = '#cdata';
const attributesName = ':@';
// Prefix of every name, because the parser refuses elements called `constructor`.
const prefix = '.';

function parser(): XMLParser {
  return new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: prefix,
    textNodeName: textName,
    cdataPropName: cdataName,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    // In XML, the root and each list need an additional level of elements.
    maxNestedTags: 2 * maxLevels + 2,
    jPath: false,
    // The parser calls this function twice for an empty element, so the element name may already begin with the prefix.
    transformTagName: (name) => (name.startsWith(prefix) ? name : prefix + name),
  });
}

function keyOf(node: Node): string {
  return Object.keys(node).find((key) => key !== attributesName) ?? '';
}

const isElement = (node: Node) => keyOf(node).startsWith(prefix);

function toElement(node: Node): Element {
  const key = keyOf(node);
  const inside = node[key] as Node[];
  const texts = stretchesOf(inside);
  const attributes = Object.entries((node[attributesName] ?? {}) as Record<string, string>);
  return {
    name: key.slice(prefix.length),
    attributes: attributes.map(([name, value]) => [name.slice(prefix.length), decodeEntities(value)]),
    children: inside.filter(isElement).map(toElement),
    text: texts.join(' '),
    isMixed: texts.length > 0 && inside.some(isElement),
  };
}

/** Returns the pieces of text between child elements, without pieces that contain only white space. */
function stretchesOf(inside: readonly Node[]): string[] {
  const stretches: Node[][] = [[]];
  for (const node of inside) {
    if (node[textName] !== undefined || node[cdataName] !== undefined) stretches.at(-1)?.push(node);
    else stretches.push([]);
  }
  return stretches.map((pieces) => pieces.map(textOfPiece).join('')).filter(Boolean);
}

const textOf = (inside: readonly Node[]) => stretchesOf(inside).join(' ');

/**
 * Returns the text of `node`, the node at index `n` of a piece of text. White space at the beginning and end of a piece
 * of text is removed as layout, except in CDATA.
 */
function textOfPiece(node: Node, n: number, { length }: readonly Node[]): string {
  const cdata = node[cdataName];
  if (Array.isArray(cdata)) return cdata.map((part) => part[textName] as string).join('');
  const raw = node[textName] as string;
  const [start, end] = inked(raw);
  return decodeEntities(raw.slice(n === 0 ? start : 0, n === length - 1 ? end : undefined));
}

const blanks = ' \t\r\n';

/** Returns the start and end offsets of the text, without leading and trailing white space. */
function inked(text: string): [start: number, end: number] {
  let [start, end] = [0, text.length];
  while (start < end && blanks.includes(text.charAt(start))) start += 1;
  while (end > start && blanks.includes(text.charAt(end - 1))) end -= 1;
  return [start, end];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const code = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : undefined;
    const decoded =
      point === undefined ? entities[name] : point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
    if (decoded === undefined)
      throw new InvalidData(`the entity ${whole.slice(0, 40)} is not predefined in XML and is not expanded`);
    return decoded;
  });
}

/**
 * Returns the text escaped for an element or an attribute. Leading and trailing white space becomes character
 * references.
 */
export function escapeXml(text: string): string {
  const escaped = text.replace(/[&<>"\r]/g, (character) => marked[character] ?? '');
  const [start, end] = inked(escaped);
  return protect(escaped.slice(0, start)) + escaped.slice(start, end) + protect(escaped.slice(end));
}

const marked: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const protect = (text: string) => text.replace(/[^]/g, (blank) => `&#${blank.charCodeAt(0)};`);

/** Returns the text escaped for an attribute. Parsers convert literal tabs and line breaks in attributes to spaces. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}

/** Characters that XML 1.0 forbids, even as character references. */
export const forbiddenInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
