/**
 * Parses iCalendar (RFC 5545) and vCard 2.1 to 4.0 into components and properties.
 *
 * ical.js 2.2.1 is not used: it refuses vCard 2.1 (`TEL;HOME:…`, quoted-printable) and accepts the END of a different
 * component as the end of the open component. The licence of ical.js (MPL-2.0) is also not permissive.
 */
import { InvalidData, maxLevels } from '../data/values/value.ts';
import { decodeText } from '../data/text.ts';

export interface Property {
  /** Name in lower case. A group such as `item1.` becomes the parameter `group`. */
  name: string;
  parameters: ReadonlyMap<string, string>;
  /** Value as written in the file, with escapes. */
  raw: string;
}

export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
}

/** Returns the outermost components. Throws {@link InvalidData} for unclosed components and lines without a name. */
export function readComponents(bytes: Uint8Array): Component[] {
  const outer: Component = { name: '', properties: [], components: [] };
  const open = [outer];
  for (const line of unfolded(decodeText(bytes))) {
    const property = propertyIn(line);
    const within = open.at(-1) ?? outer;
    if (property.name === 'begin') {
      const component = { name: property.raw.trim().toUpperCase(), properties: [], components: [] };
      within.components.push(component);
      open.push(component);
      if (open.length > maxLevels) throw new InvalidData(`nested more than ${maxLevels} levels deep`);
    } else if (property.name === 'end') {
      if (property.raw.trim().toUpperCase() !== within.name || within === outer)
        throw new InvalidData(`END:${property.raw.slice(0, 40)} does not match an open component`);
      open.pop();
    } else if (within === outer) {
      throw new InvalidData(`“${line.slice(0, 40)}” is outside all components`);
    } else {
      within.properties.push(property);
    }
  }
  if (open.length > 1) throw new InvalidData(`${open.at(-1)?.name ?? ''} is not closed`);
  return outer.components;
}

/**
 * Splits `text` into lines and joins folded lines. A line continues the previous line if it begins with white space, or
 * if the previous line is quoted-printable and ends in `=`.
 */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = lines.at(-1);
    if (last !== undefined && /;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(last) && last.endsWith('='))
      lines[lines.length - 1] = last.slice(0, -1) + line;
    else if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1);
    else if (line !== '') lines.push(line);
  }
  return lines;
}

const head = /^(?:([\w-]+)\.)?([\w-]+)((?:;[\w-]+(?:=(?:"[^"]*"|[^;:",]*)(?:,(?:"[^"]*"|[^;:",]*))*)?)*):/;

function propertyIn(line: string): Property {
  const [start, group, name = '', list = ''] = head.exec(line) ?? [];
  if (start === undefined) throw new InvalidData(`“${line.slice(0, 40)}” is not a valid property`);
  const parameters = new Map<string, string>();
  for (const [, key = '', value] of list.matchAll(/;([\w-]+)(?:=((?:"[^"]*"|[^;"])*))?/g)) {
    // vCard 2.1 allows types and encodings without a parameter name.
    const bare = /^(?:quoted-printable|base64|8bit|7bit)$/i.test(key) ? 'encoding' : 'type';
    const [own, held] =
      value === undefined ? [bare, key] : [key.toLowerCase(), parameterText(value.replaceAll('"', ''))];
    const before = parameters.get(own);
    parameters.set(own, before === undefined ? held : `${before},${held}`);
  }
  if (group !== undefined) parameters.set('group', group);
  const raw = line.slice(start.length);
  const isQuoted = parameters.get('encoding')?.toLowerCase() === 'quoted-printable';
  return { name: name.toLowerCase(), parameters, raw: isQuoted ? unquoted(raw, parameters) : raw };
}

/**
 * Decodes the escapes of RFC 6868 in a parameter. The escape `\n` is decoded too, because RFC 6350 uses it for line
 * breaks in labels.
 */
const parameterText = (text: string) =>
  text.replace(/\^(?:n|'|\^)|\\n/g, (found) => ({ "^'": '"', '^^': '^' })[found] ?? '\n');

/** Decodes quoted-printable text. Replaces line breaks with escapes, as in other values. */
function unquoted(raw: string, parameters: ReadonlyMap<string, string>): string {
  const bytes = Buffer.from(
    raw.replace(/=([\dA-F]{2})|[^]/gi, (one, hex?: string) => hex ?? Buffer.from(one).toString('hex')),
    'hex',
  );
  const text = new TextDecoder(parameters.get('charset') ?? 'utf-8').decode(bytes);
  return text.replace(/\r\n|\n|\r/g, '\\n');
}

/** Splits `raw` at every `separator` that is not escaped, and decodes the escapes of each part. */
export function partsOf(raw: string, separator: ',' | ';'): string[] {
  const parts = [''];
  for (const [one] of raw.matchAll(/\\[^]|[^]/g)) {
    if (one === separator) parts.push('');
    else parts[parts.length - 1] += one.length === 2 && one.startsWith('\\') ? escaped(one.charAt(1)) : one;
  }
  return parts;
}

const escaped = (character: string) => (/n/i.test(character) ? '\n' : character);

/** Decodes the escapes of `raw`. */
export function textIn(raw: string): string {
  return raw.replace(/\\([^])/g, (_, character: string) => escaped(character));
}
