/**
 * Converts between XML and the common value model:
 * An element without attributes and children is represented by its text. An element with attributes or children is a
 * map of its
 *   children by name.
 * - Elements of the same name under one parent are a list. A list is written as one element per member.
 * - An attribute is a member `@name`. The text of an element with attributes or children is a member `#text`.
 * - The root element is the only member of the outermost map. A value without a single outermost member gets a root
 *   called `root`. Members of an unnamed list are called `item`.
 * - Characters that are not allowed in a name, and control characters in text, are written `_xHHHH_` with the
 *   hexadecimal code.
 * - XML has no types and no null. Values are read as numbers or booleans only if all values at the same path look like
 *   numbers or booleans. For example, if a list contains 12 and 007, both values stay text, because 007 does not look
 *   like a number. Null is written as an empty element. A list with one member is read back as that member, and an
 *   empty list is omitted.
 * - Comments, processing instructions, the document type and the relative order of elements with different names are
 *   lost.
 */
import type { Codec } from '../codec.ts';
import { note } from '../values/noted.ts';
import { looksTyped, plainValue, textOf } from '../values/untyped.ts';
import { isList, isMap, isNested, type Value, type ValueMap } from '../values/value.ts';
import { escapeAttribute, escapeXml, forbiddenInXml, readXml, type Element } from './xmltree.ts';

export const codec: Codec = {
  read: (bytes) => {
    const root = readXml(bytes);
    return typedByPath(new Map([[decodeName(root.name), toValue(root)]]));
  },
  write: (value, { indent = 2, root }) => {
    const writer = new Writer(indent, declaredPrefixes(value));
    const [name, held] = rootOf(value);
    writer.element(root ?? name, held, 0);
    return writer.text;
  },
};

/** Returns the value of an element. All scalars are text. */
function toValue({ attributes, children, text, isMixed }: Element): Value {
  if (isMixed) note('content_left_out', 'the order of text and elements');
  if (attributes.length === 0 && children.length === 0) return decodeText(text);
  const map: ValueMap = new Map();
  for (const [name, value] of attributes) map.set(`@${decodeName(name)}`, decodeText(value));
  for (const [name, elements] of Map.groupBy(children, (child) => decodeName(child.name))) {
    const values = elements.map(toValue);
    const [only] = values;
    map.set(name, values.length === 1 && only !== undefined ? only : values);
  }
  if (text !== '') map.set('#text', decodeText(text));
  return map;
}

/** A value, and a function that replaces the value in its container. */
interface Place {
  value: Value;
  put: (value: Value) => void;
}

/**
 * Converts the strings in `root` to numbers and booleans if all strings at the same path look like numbers or booleans.
 */
export function typedByPath(root: ValueMap): ValueMap {
  typeColumn([{ value: root, put: () => {} }]);
  return root;
}

/** Converts the strings at one path in the document to typed values. `places` contains all values at this path. */
function typeColumn(places: readonly Place[]): void {
  const texts: Place[] = [];
  const columns = new Map<string, Place[]>();
  const sort = (place: Place): void => {
    const { value } = place;
    if (isList(value)) value.forEach((one, n) => sort({ value: one, put: (typed) => (value[n] = typed) }));
    else if (isMap(value)) {
      for (const [name, member] of value) {
        const held = { value: member, put: (typed: Value) => void value.set(name, typed) };
        if (name === '#text' && !isNested(member)) texts.push(held);
        else {
          const column = columns.get(name);
          if (column) column.push(held);
          else columns.set(name, [held]);
        }
      }
    } else texts.push(place);
  };
  places.forEach(sort);
  if (texts.every(({ value }) => value === '' || looksTyped(textOf(value))))
    for (const { value, put } of texts) put(plainValue(textOf(value)));
  for (const column of columns.values()) typeColumn(column);
}

function rootOf(value: Value): [string, Value] {
  const [only] = isMap(value) && value.size === 1 ? value : [];
  return only && !isList(only[1]) && !isSpecial(only) ? only : ['root', value];
}

/** Returns whether the member is an attribute or the text of an element, not a child element. */
function isSpecial([name, value]: [string, Value]): boolean {
  return !isNested(value) && (name === '#text' || (name.startsWith('@') && name.length > 1));
}

class Writer {
  readonly #indent: number;
  readonly #prefixes: ReadonlySet<string>;
  readonly #lines = ['<?xml version="1.0" encoding="UTF-8"?>'];

  constructor(indent: number, prefixes: ReadonlySet<string>) {
    this.#indent = indent;
    this.#prefixes = prefixes;
  }

  get text(): string {
    return `${this.#lines.join(this.#indent > 0 ? '\n' : '')}\n`;
  }

  element(name: string, value: Value, level: number): void {
    const tag = this.#name(name);
    const members: [string, Value][] = isMap(value)
      ? [...value]
      : [isList(value) ? ['item', value] : ['#text', value]];
    const [special, ordinary] = [members.filter(isSpecial), members.filter((member) => !isSpecial(member))];
    const text = escapeXml(encodeText(special.find(([key]) => key === '#text')?.[1] ?? null));
    const open = [
      tag,
      ...special
        .filter(([key]) => key !== '#text')
        .map(([key, held]) => `${this.#name(key.slice(1))}="${escapeAttribute(encodeText(held))}"`),
    ].join(' ');
    const elements = ordinary.flatMap(([key, held]) =>
      (isList(held) ? held : [held]).map((one) => [key, one] as const),
    );
    if (elements.length === 0) {
      this.#line(level, text === '' ? `<${open}/>` : `<${open}>${text}</${tag}>`);
      return;
    }
    this.#line(level, `<${open}>`);
    if (text !== '') this.#line(level + 1, text);
    for (const [key, one] of elements) this.element(key, one, level + 1);
    this.#line(level, `</${tag}>`);
  }

  #line(level: number, line: string): void {
    this.#lines.push(' '.repeat(level * this.#indent) + line);
  }

  /** Returns a valid name. A colon is kept only after a prefix that the value itself declares. */
  #name(name: string): string {
    const [prefix = '', local, ...more] = name.split(':');
    const qualified = local !== undefined && more.length === 0 && this.#prefixes.has(prefix);
    return qualified ? `${encodeName(prefix)}:${encodeName(local)}` : encodeName(name);
  }
}

/**
 * Returns the namespace prefixes that are declared anywhere in `value`, and the 2 prefixes that need no declaration.
 */
function declaredPrefixes(value: Value, found = new Set(['xml', 'xmlns'])): Set<string> {
  for (const [key, member] of isNested(value) ? value.entries() : []) {
    if (typeof key === 'string' && key.startsWith('@xmlns:')) found.add(key.slice('@xmlns:'.length));
    declaredPrefixes(member, found);
  }
  return found;
}

const code = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

// Matches an underscore that looks like the start of an escape, and must therefore be escaped too.
const escapeLike = /_(?=x[\dA-F]{4})/g;

function encodeText(value: Value): string {
  return textOf(value).toWellFormed().replace(escapeLike, code).replace(forbiddenInXml, code);
}

/**
 * Decodes only the escapes that {@link encodeText} writes. In files from other programs, `_x0020_` may be literal text.
 */
function decodeText(text: string): string {
  return text.replace(/_x(00[01][\dA-F]|005F|FFF[EF])_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

// Letters that every edition of XML 1.0 allows in names. Many parsers still follow the earlier editions of XML 1.0,
// which allow fewer letters.
const letters =
  'A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0391-\u03a1\u03a3-\u03ce' +
  '\u0401-\u040c\u040e-\u044f\u0451-\u045c\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3';
const notInNames = new RegExp(`[^${letters}\\d.-]`, 'gu');
const notAtStart = new RegExp(`^[^${letters}]`, 'u');

/**
 * Encodes a name. An empty name becomes a single NUL character. A name that consists of NULs gets one more NUL, so that
 * all names stay distinct.
 */
function encodeName(name: string): string {
  const some = /^\0*$/.test(name) ? `${name}\0` : name;
  const escaped = some.toWellFormed().replace(escapeLike, code).replace(notInNames, encodePoint);
  return escaped.replace(notAtStart, encodePoint);
}

const encodePoint = (point: string) =>
  [...point]
    .flatMap((one) => one.split(''))
    .map(code)
    .join('');

function decodeName(name: string): string {
  const some = name.replace(/_x([\dA-F]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return /^\0+$/.test(some) ? some.slice(1) : some;
}
