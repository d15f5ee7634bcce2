/**
 * Apple's property list, read in its XML and its binary form and written as XML. The format has no null. Null members
 * of a map are left out. Null members of a list become empty strings, so that the other members keep their indexes. A
 * number or date that the format cannot represent exactly is written as text. Control characters cannot be written.
 */
import type { Codec } from '../codec.ts';
import { readBinaryPlist } from '../binary/bplist.ts';
import { heldMembers, note, setMember } from '../values/noted.ts';
import {
  integerOf,
  InvalidData,
  isList,
  isMap,
  Moment,
  Numeral,
  setsAsLists,
  type Value,
  type ValueMap,
} from '../values/value.ts';
import { escapeXml, forbiddenInXml, readXml, type Element } from './xmltree.ts';

const head = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">`;

export const codec: Codec = {
  read: (bytes) => {
    if (Buffer.from(bytes.subarray(0, 8)).toString('latin1') === 'bplist00') return readBinaryPlist(bytes);
    const { name, children } = readXml(bytes, { documentType: false });
    const [only, ...more] = children;
    if (name !== 'plist' || !only || more.length > 0)
      throw new InvalidData('not a property list with one value');
    return toValue(only);
  },
  write: (value, { indent = 2 }) => {
    const lines: string[] = [];
    append(setsAsLists(value) ?? '', indent > 0 ? '\n' : '', ' '.repeat(indent), lines);
    return `${head}${lines.join('')}${indent > 0 ? '\n' : ''}</plist>\n`;
  },
};

function toValue(element: Element): Value {
  const { name, children, text } = element;
  switch (name) {
    case 'dict':
      return toMap(children);
    case 'array':
      return children.map(toValue);
    case 'true':
    case 'false':
      return name === 'true';
    case 'string':
      return text;
    case 'integer':
      return integerIn(text);
    case 'real':
      return realIn(text);
    case 'date':
      return Moment.parse(text) ?? text;
    case 'data':
      return new Uint8Array(Buffer.from(text, 'base64'));
    default:
      throw new InvalidData(`<${name.slice(0, 40)}> is not allowed in a property list`);
  }
}

function toMap(children: readonly Element[]): ValueMap {
  const map: ValueMap = new Map();
  for (let n = 0; n < children.length; n += 2) {
    const [key, value] = [children[n], children[n + 1]];
    if (key?.name !== 'key' || !value)
      throw new InvalidData('a <dict> must contain pairs of a <key> and a value');
    setMember(map, key.text, toValue(value));
  }
  return map;
}

function integerIn(text: string): Numeral {
  if (!/^[-+]?(?:\d+|0[xX][\da-fA-F]+)$/.test(text))
    throw new InvalidData(`${text.slice(0, 40)} is not an integer`);
  const value = integerOf(text.replace(/^[-+]/, ''));
  return Numeral.of(text.startsWith('-') ? -value : value);
}

function realIn(text: string): Numeral {
  const double = Number(text.replace(/^\+/, '').replace(/\binf(?:inity)?$/i, 'Infinity'));
  if (Number.isNaN(double) && !/^nan$/i.test(text))
    throw new InvalidData(`${text.slice(0, 40)} is not a real number`);
  return Numeral.floatIn(Numeral.parse(text)?.text ?? String(double));
}

function append(value: Value, newline: string, indent: string, lines: string[]): void {
  const inner = newline === '' ? '' : newline + indent;
  if (isMap(value) || isList(value)) {
    const tag = isMap(value) ? 'dict' : 'array';
    if ((isMap(value) ? value.size : value.length) === 0) {
      lines.push(`${newline}<${tag}/>`);
      return;
    }
    lines.push(`${newline}<${tag}>`);
    for (const [key, member] of isMap(value) ? heldMembers(value) : value.entries()) {
      if (member === null) note('nulls_left_out', 'in lists');
      if (typeof key === 'string') lines.push(`${inner}<key>${text(key)}</key>`);
      append(member ?? '', inner, indent, lines);
    }
    lines.push(`${newline}</${tag}>`);
  } else {
    lines.push(newline, scalar(value));
  }
}

function scalar(value: Exclude<Value, Value[] | ValueMap>): string {
  if (typeof value === 'boolean') return `<${value}/>`;
  if (value instanceof Uint8Array) return `<data>${Buffer.from(value).toString('base64')}</data>`;
  if (value instanceof Moment && value.isUtc && !value.text.includes('.'))
    return `<date>${value.text}</date>`;
  if (value instanceof Moment) note('values_as_text', 'dates and times without a zone');
  if (value instanceof Numeral && value.fits64Bits) return `<integer>${value.text}</integer>`;
  if (value instanceof Numeral && !value.isInteger && value.double !== undefined) {
    return `<real>${value.text.replace('NaN', 'nan').replace('Infinity', 'inf')}</real>`;
  }
  if (value instanceof Numeral) note('values_as_text', 'numbers beyond 64 bits');
  return `<string>${text(typeof value === 'string' ? value : (value?.text ?? ''))}</string>`;
}

function text(held: string): string {
  if (held.search(forbiddenInXml) >= 0)
    throw new InvalidData('a property list cannot contain control characters');
  return escapeXml(held.toWellFormed());
}
