/**
 * XML as a tree of elements, and text that is safe in it. Only the five entities of XML itself and character references
 * are read: what a document type declares is never expanded, so that it can neither grow nor fetch anything.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeText } from './text.ts';
import { InvalidData, maxLevels } from './value.ts';

export interface Element {
  name: string;
  attributes: [name: string, value: string][];
  children: Element[];
  /** All text directly inside, without the white space that only lays out the file. */
  text: string;
}

/** The root element. Throws {@link InvalidData} when the file is not well-formed. */
export function readXml(bytes: Uint8Array): Element {
  const text = decodeText(bytes, declaredEncoding(bytes));
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new InvalidData(`${valid.err.msg} (line ${valid.err.line})`);
  const nodes = parser().parse(text) as Node[];
  const [root, ...more] = nodes.filter(isElement);
  if (!root || more.length > 0 || textOf(nodes) !== '')
    throw new InvalidData('there must be one element around everything');
  return toElement(root);
}

/** An encoding other than UTF-8 counts only where the bytes are not valid UTF-8. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
}

/** As the parser gives it: one member, named after the element, beside its attributes. */
type Node = Record<string, Node[] | string | Record<string, string>>;

const textName = '#text';
const cdataName = '#cdata';
const attributesName = ':@';
// Put before every name, so that the parser does not refuse an element for being called `constructor`.
const sign = '.';

function parser(): XMLParser {
  return new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: sign,
    textNodeName: textName,
    cdataPropName: cdataName,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    // A list is an element too, and the root one more.
    maxNestedTags: 2 * maxLevels + 2,
    jPath: false,
    // Called twice for an empty element.
    transformTagName: (name) => (name.startsWith(sign) ? name : sign + name),
  });
}

function keyOf(node: Node): string {
  return Object.keys(node).find((key) => key !== attributesName) ?? '';
}

const isElement = (node: Node) => keyOf(node).startsWith(sign);

function toElement(node: Node): Element {
  const key = keyOf(node);
  const inside = node[key] as Node[];
  const attributes = Object.entries((node[attributesName] ?? {}) as Record<string, string>);
  return {
    name: key.slice(sign.length),
    attributes: attributes.map(([name, value]) => [name.slice(sign.length), decodeEntities(value)]),
    children: inside.filter(isElement).map(toElement),
    text: textOf(inside),
  };
}

/** The text between child elements, stretch by stretch. */
function textOf(inside: readonly Node[]): string {
  const stretches: Node[][] = [[]];
  for (const node of inside) {
    if (node[textName] !== undefined || node[cdataName] !== undefined) stretches.at(-1)?.push(node);
    else stretches.push([]);
  }
  return stretches
    .map((pieces) => pieces.map(textOfPiece).join(''))
    .filter(Boolean)
    .join(' ');
}

/** White space at the ends of a stretch lays out the file; inside CDATA it is meant. */
function textOfPiece(node: Node, n: number, { length }: readonly Node[]): string {
  const cdata = node[cdataName];
  if (Array.isArray(cdata)) return cdata.map((part) => part[textName] as string).join('');
  const raw = node[textName] as string;
  const [start, end] = inked(raw);
  return decodeEntities(raw.slice(n === 0 ? start : 0, n === length - 1 ? end : undefined));
}

const blanks = ' \t\r\n';

/** Where the text without the white space at its ends begins and ends. */
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
      throw new InvalidData(`the entity ${whole.slice(0, 40)} is not one of XML's own and is not expanded`);
    return decoded;
  });
}

/** Text as it may stand in an element or an attribute, white space at its ends protected from being trimmed. */
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

/** The same for an attribute, where readers turn every bare tab and line break into a space. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}

/** What XML 1.0 cannot hold, not even as a character reference. */
export const forbiddenInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
