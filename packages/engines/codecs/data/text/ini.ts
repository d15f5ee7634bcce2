/**
 * INI files. `[a.b]` is the map b inside the map a, and numbered sections `[a.0]`, `[a.1]` … are a list. `key[] = x`
 * adds to a list. A dot in a name is written `\.`. A comment takes up a whole line. A line with deeper indentation
 * continues the value above it. A repeated key keeps its last value.
 *
 * Quoted values are text. The type of an unquoted value depends only on its text, because an INI file has no columns.
 * Null is written as an empty value. Values that a section cannot represent are JSON text.
 */
import type { Codec } from '../codec.ts';
import { note, setMember } from '../values/noted.ts';
import { decodeText } from '../text.ts';
import { looksTyped, plainValue, textOf } from '../values/untyped.ts';
import {
  InvalidData,
  isList,
  isMap,
  isNested,
  Numeral,
  rootMap,
  type Value,
  type ValueMap,
} from '../values/value.ts';

export const codec: Codec = {
  read: (bytes) => readIni(decodeText(bytes)),
  write: (value) => {
    const lines: string[] = [];
    writeSection(rootMap(value), [], lines);
    return `${lines.join('\n').replace(/^\n/, '')}\n`;
  },
};

interface IniEntry {
  section: ValueMap;
  key: string;
  indent: number;
}

function readIni(text: string): Value {
  const root: ValueMap = new Map();
  const sections = new Set<Value>();
  let section = root;
  let last: IniEntry | undefined;
  for (const [n, line] of text.split(/\r\n|\n|\r/).entries()) {
    const trimmed = line.trim();
    const indent = line.length - line.trimStart().length;
    const isComment = /^[;#]/.test(trimmed);
    if (isComment) note('comments_left_out');
    if (isComment || trimmed === '') continue;
    if (last && indent > last.indent) {
      continueValue(last, trimmed);
      continue;
    }
    const name = /^\[((?:\\.|[^\]\\]|\\(?=\]))*)\]\s*(?:[;#].*)?$/.exec(trimmed)?.[1];
    if (name !== undefined) {
      section = openSection(root, splitName(name), sections);
      last = undefined;
    } else {
      last = { section, indent, key: readEntry(section, trimmed, n + 1) };
    }
  }
  return withLists(root, sections);
}

function readEntry(section: ValueMap, line: string, number: number): string {
  const quoted = /^"[^"\\]*(?:\\.[^"\\]*)*"(?=\s*[=:])/.exec(line)?.[0];
  const before = quoted?.length ?? 0;
  const divider = line.slice(before).search(/[=:]/);
  const name = divider < 0 ? line : line.slice(0, before + divider).trim();
  if (name === '' || (divider < 0 && !/^[\w.-]+$/.test(name))) {
    throw new InvalidData(`line ${number} is not a section, key or comment`);
  }
  // A key without a value is a flag with the value true.
  const value = divider < 0 || readValue(line.slice(before + divider + 1).trim());
  const listed = quoted === undefined && name.endsWith('[]') ? name.slice(0, -2) : undefined;
  const key = listed ?? (quoted === undefined ? name : (JSON.parse(quoted) as string));
  const held = section.get(key);
  if (isMap(held)) throw new InvalidData(`line ${number}: ${key} is already a section`);
  if (listed !== undefined && isList(held)) held.push(value);
  else setMember(section, key, listed === undefined ? value : [value]);
  return key;
}

function readValue(value: string): Value {
  if (/^"[^"\\]*(?:\\["\\/bfnrtu][^"\\]*)*"$/.test(value)) return JSON.parse(value) as string;
  const quoted = /^(["'])(.*)\1$/.exec(value);
  return quoted ? (quoted[2] ?? '') : plainValue(value);
}

function continueValue({ section, key }: IniEntry, line: string): void {
  const value = section.get(key) ?? '';
  if (!isNested(value)) section.set(key, value === '' ? line : `${textOf(value)}\n${line}`);
}

function openSection(root: ValueMap, path: readonly string[], sections: Set<Value>): ValueMap {
  let section = root;
  for (const name of path) {
    const found = section.get(name);
    if (found !== undefined && !isMap(found)) throw new InvalidData(`the section ${name} is already a key`);
    const next = found ?? new Map<string, Value>();
    section.set(name, next);
    sections.add(next);
    section = next;
  }
  return section;
}

/** Converts each map to a list if all of its members are sections with the names 0, 1, 2 and so on. */
function withLists(map: ValueMap, sections: ReadonlySet<Value>): Value {
  const members = [...map].map(([key, member]): [string, Value] => [
    key,
    isMap(member) && sections.has(member) ? withLists(member, sections) : member,
  ]);
  const numbered = [...map].every(([key, member], n) => key === String(n) && sections.has(member));
  return numbered && map.size > 0 ? members.map(([, member]) => member) : new Map(members);
}

function writeSection(map: ValueMap, path: readonly string[], lines: string[]): void {
  const members = [...map].map(([key, member]) => [key, sectionOf(member) ?? member] as const);
  const [entries, sections] = [members.filter(([, m]) => !isMap(m)), members.filter(([, m]) => isMap(m))];
  if (path.length > 0 && (entries.length > 0 || sections.length === 0))
    lines.push('', `[${path.map(writeName).join('.')}]`);
  for (const [key, member] of entries) for (const line of writeEntry(key, member)) lines.push(line);
  for (const [key, member] of sections) if (isMap(member)) writeSection(member, [...path, key], lines);
}

/**
 * Returns a map, or the members of a list of maps with their indexes as names. For any other value, returns undefined.
 */
function sectionOf(value: Value): ValueMap | undefined {
  if (isMap(value)) return value;
  if (!isList(value) || value.length === 0 || !value.every(isMap)) return undefined;
  return new Map(value.map((member, n) => [String(n), member]));
}

function writeEntry(key: string, value: Value): string[] {
  const name =
    /^[^\s="':;#[\]\\][^="':[\]\r\n\\]*$/.test(key) && key === key.trim() ? key : JSON.stringify(key);
  if (isList(value) && value.length > 0 && !value.some(isNested) && !name.startsWith('"')) {
    return value.map((member) => `${name}[] = ${writeValue(member)}`);
  }
  return [`${name} = ${writeValue(value)}`];
}

function writeValue(value: Value): string {
  const text = textOf(value);
  const mistakable = !(value instanceof Numeral) && typeof value !== 'boolean' && looksTyped(text);
  const plain = !mistakable && !/^["'\s]|\s$|[\u0000-\u0008\u000a-\u001f\u2028\u2029]/.test(text);
  return plain ? text : JSON.stringify(text);
}

/** Returns the path in a section's title. A backslash escapes a dot, a bracket or a backslash. */
function splitName(title: string): string[] {
  const names = `${title}.`.match(/(?:\\[^]|[^.\\])*\./g) ?? [`${title}.`];
  return names.map((name) => name.slice(0, -1).replace(/\\([.\]\\])/g, '$1'));
}

function writeName(name: string): string {
  if (/[\r\n]/.test(name)) throw new InvalidData('the name of a section cannot contain a line break');
  return name.replace(/[.\]\\]/g, '\\$&');
}
