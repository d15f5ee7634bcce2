/**
 * Java properties. A key with dots is a path (`server.port`), and numbers in brackets are indexes of a list
 * (`hosts[0].name`). If a prefix of a key is also a key, the longer key is not split after the prefix: in a file with
 * `a=1`, the key `a.b` stays a single name. Null is an empty value. The output is ASCII, which every version of Java
 * reads.
 */
import type { Codec } from '../codec.ts';
import { note, setMember } from '../values/noted.ts';
import { decodeText } from '../text.ts';
import { plainValue, textOf } from '../values/untyped.ts';
import { InvalidData, isMap, isNested, rootMap, type Value, type ValueMap } from '../values/value.ts';

export const codec: Codec = {
  read: (bytes) => readProperties(decodeText(bytes)),
  write: (value) => {
    const lines: string[] = [];
    for (const [key, member] of rootMap(value)) append(key, member, lines);
    return `${lines.join('\n')}\n`;
  },
};

/** A map that is being built. A map with the keys `[0]`, `[1]` and so on becomes a list at the end. */
type Branch = Map<string, string | Branch>;

function readProperties(text: string): Value {
  const pairs = new Map<string, string>();
  for (const [key, value] of logicalLines(text).map(splitLine)) setMember(pairs, key, value);
  const root: Branch = new Map();
  for (const [key, value] of pairs) {
    const names = pathOf(key, pairs);
    const last = names.pop() ?? '';
    let branch = root;
    for (const name of names) {
      const next = branch.get(name);
      if (next instanceof Map) branch = next;
      else branch.set(name, (branch = new Map()));
    }
    branch.set(last, value);
  }
  return new Map([...root].map(([name, member]) => [name, toValue(member)]));
}

function splitLine(line: string): [string, string] {
  const [, key = '', value = ''] = /^((?:\\[^]|[^\\\s=:])*)\s*[=:]?\s*([^]*)$/.exec(line) ?? [];
  return [unescape(key), unescape(value)];
}

const path = /^[^.[\]]+(?:\[\d+\])*(?:\.[^.[\]]+(?:\[\d+\])*)*$/;

/**
 * Returns the path of `key`, split at its dots and brackets. Does not split at a dot or bracket if the text before it
 * is also a key in `keys`.
 */
function pathOf(key: string, keys: ReadonlyMap<string, string>): string[] {
  if (!path.test(key)) return [key];
  const names: string[] = [];
  let start = 0;
  for (const { index } of key.matchAll(/[.[]/g)) {
    if (keys.has(key.slice(0, index))) continue;
    names.push(key.slice(start, index));
    start = key[index] === '.' ? index + 1 : index;
  }
  return [...names, key.slice(start)];
}

function toValue(from: string | Branch): Value {
  if (typeof from === 'string') return plainValue(from);
  const members = [...from].map(([name, member]): [string, Value] => [name, toValue(member)]);
  const map: ValueMap = new Map(members);
  const list = members.map((_, n) => map.get(`[${n}]`));
  return members.length > 0 && list.every((member) => member !== undefined) ? list : map;
}

/** Returns the lines without comments and blank lines. A line that ends in a backslash is joined with the next line. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = '';
  for (const line of text.split(/\r\n|\n|\r/)) {
    const start = line.trimStart();
    const isComment = open === '' && /^[#!]/.test(start);
    if (isComment) note('comments_left_out');
    if (isComment || (open === '' && start === '')) continue;
    const continues = endsInBackslash(start);
    open += continues ? start.slice(0, -1) : start;
    if (continues) continue;
    lines.push(open);
    open = '';
  }
  return open === '' ? lines : [...lines, open];
}

/** Returns whether the last character is a backslash that is not itself escaped. */
function endsInBackslash(line: string): boolean {
  let start = line.length;
  while (line[start - 1] === '\\') start -= 1;
  return (line.length - start) % 2 === 1;
}

function unescape(text: string): string {
  return text.replace(
    /\\(?:u([\da-fA-F]{4})|(u)|([^]|$))/g,
    (_, hex?: string, broken?: string, one?: string) => {
      if (broken) throw new InvalidData('a \\u is not followed by 4 hexadecimal digits');
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      return { n: '\n', r: '\r', t: '\t', f: '\f' }[one ?? ''] ?? one ?? '';
    },
  );
}

function append(key: string, value: Value, lines: string[]): void {
  const size = isMap(value) ? value.size : isNested(value) ? value.length : 0;
  if (!isNested(value) || size === 0) {
    lines.push(
      `${escape(key).replace(/[ =:]|^[#!]/g, '\\$&')}=${escape(textOf(value)).replace(/^ /, '\\ ')}`,
    );
  }
  if (!isNested(value)) return;
  for (const [name, member] of value.entries()) {
    const bracketed = typeof name === 'number' ? `[${name}]` : name;
    append(/^\[\d+\]/.test(bracketed) ? key + bracketed : `${key}.${name}`, member, lines);
  }
}

const short: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\\': '\\' };

function escape(text: string): string {
  return text.replace(
    /[^ -[\]-~]/g,
    (unit) => `\\${short[unit] ?? `u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`}`,
  );
}
