/**
 * Re-indents XML, or omits the white space between its elements. Comments, processing instructions, the document type,
 * entities, CDATA, quotes and attributes stay unchanged. Elements with both text and elements, or with
 * `xml:space="preserve"`, keep all of their white space.
 *
 * fast-xml-parser is not used, because it drops the document type, and resolves or refuses entities.
 */
import { InvalidData, maxLevels } from '../values/value.ts';
import { checkXml, markup } from '../text/xmltree.ts';
import type { Reformatter } from './reformatter.ts';

const token = new RegExp(
  [
    `(?<aside>${markup.comment}|${markup.instruction})`,
    String.raw`(?<cdata><!\[CDATA\[[^]*?\]\]>)`,
    `(?<type>${markup.documentType})`,
    '(?<close></[^>]*>)',
    `(?<open><(?:[^>"']|${markup.quoted})*>)`,
    '(?<text>[^<]+)',
  ].join('|'),
  'gy',
);

interface Node {
  /** The tag, text or other token, as written. */
  start: string;
  end: string;
  isText: boolean;
  inside: Node[];
}

export const reformatXml: Reformatter = (text, { indent = 0 }) => {
  checkXml(text);
  const body = text.replace(/\r\n?/g, '\n').replace(/^\s+/, '');
  const parts: string[] = [];
  const prolog = /^<\?xml\s[^]*?\?>/.exec(body)?.[0] ?? '';
  if (prolog !== '') parts.push(inUtf8(prolog));
  for (const node of nodesIn(body.slice(prolog.length))) if (!isBlank(node)) append(node, indent, 0, parts);
  return `${parts.join(indent > 0 ? '\n' : '')}\n`;
};

const inUtf8 = (declaration: string) =>
  declaration.replace(/(\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/, '$1"UTF-8"');

function nodesIn(text: string): Node[] {
  const root: Node = { start: '', end: '', isText: false, inside: [] };
  const open = [root];
  for (const { 0: start, groups = {} } of text.matchAll(token)) {
    const parent = open.at(-1) ?? root;
    if (groups['close'] !== undefined) {
      parent.end = start;
      open.pop();
      continue;
    }
    const isText = groups['text'] !== undefined || groups['cdata'] !== undefined;
    const node = { start, end: '', isText, inside: [] };
    parent.inside.push(node);
    if (groups['open'] !== undefined && !start.endsWith('/>')) open.push(node);
    if (open.length > 2 * maxLevels) throw new InvalidData(`nested more than ${2 * maxLevels} levels deep`);
  }
  return root.inside;
}

const isBlank = ({ isText, start }: Node) => isText && /^[ \t\n]*$/.test(start);

/** Returns whether a node is white space with a line break. White space without a line break may separate words. */
const isLayout = (node: Node) => isBlank(node) && node.start.includes('\n');

const preserves = /\sxml:space\s*=\s*["']preserve["']/;

function append(node: Node, indent: number, level: number, parts: string[]): void {
  const margin = ' '.repeat(level * indent);
  const holdsText = node.inside.some((one) => one.isText && !isLayout(one));
  const elements = node.inside.filter((one) => !one.isText);
  // An element with text or without child elements is written unchanged, because its white space may be content.
  if (elements.length === 0 || holdsText || preserves.test(node.start)) {
    parts.push(margin + written(node));
    return;
  }
  parts.push(margin + node.start);
  for (const element of elements) append(element, indent, level + 1, parts);
  parts.push(margin + node.end);
}

const written = ({ start, inside, end }: Node): string => start + inside.map(written).join('') + end;
