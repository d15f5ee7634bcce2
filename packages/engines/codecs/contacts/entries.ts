/**
 * Converts vCards and calendar components such as `VEVENT` to entries. An entry is a map of properties. The properties
 * have plain names (`start` for `DTSTART`), and their dates are in ISO 8601.
 */
import { textOf } from '../data/values/untyped.ts';
import { InvalidData, isList, isMap, type Value, type ValueMap } from '../data/values/value.ts';
import { note } from '../data/values/noted.ts';
import { partsOf, readComponents, textIn, type Component, type Property } from './lines.ts';

export type CardEntry = ValueMap;

/** Returns one entry for each component inside a `VCALENDAR`, or one entry for each `VCARD`. */
export function entriesIn(root: 'VCALENDAR' | 'VCARD', bytes: Uint8Array): CardEntry[] {
  const found = readComponents(bytes).filter(({ name }) => name === root);
  if (found.length === 0) throw new InvalidData(`it contains no ${root}`);
  if (root === 'VCARD') return found.map((card) => entryOf(card));
  for (const calendar of found) noteCalendar(calendar);
  return (
    found
      .flatMap(({ components }) => components)
      // Definitions of time zones are skipped, because each time value includes the name of its time zone.
      .filter(({ name }) => name !== 'VTIMEZONE')
      .map((component) => new Map([['type', plainName(component.name)], ...entryOf(component)]))
  );
}

/** Properties of a calendar that are not reported as lost, because they do not affect the entries. */
const ofEveryCalendar = new Set(['version', 'prodid', 'calscale']);

/** Reports the losses of a calendar: properties of the calendar, and the rules of time zones with custom names. */
function noteCalendar({ properties, components }: Component): void {
  for (const { name } of properties) if (!ofEveryCalendar.has(name)) note('content_left_out', name);
  const zones = components
    .filter(({ name }) => name === 'VTIMEZONE')
    .flatMap((zone) => zone.properties.filter(({ name }) => name === 'tzid'));
  for (const { raw } of zones)
    if (!isKnownZone(raw)) note('content_left_out', `rules of the time zone ${raw.slice(0, 40)}`);
}

function isKnownZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Converts `VEVENT` to `event`. */
const plainName = (name: string) => name.replace(/^V/, '').toLowerCase();

function entryOf({ properties, components }: Component): CardEntry {
  const entry: CardEntry = new Map();
  const add = (name: string, value: Value) => {
    const held = entry.get(name);
    // If the value of a property is a list and the property is repeated, the lists are joined.
    const values = isList(value) && listed.has(name) ? value : [value];
    entry.set(name, held === undefined ? values : [...(held as Value[]), ...values]);
  };
  for (const property of properties) add(names[property.name] ?? property.name, valueOf(property));
  for (const component of components) add(plainName(component.name), entryOf(component));
  // A single value is not wrapped in a list.
  return new Map(
    [...entry].map(([name, held]) => [name, isList(held) && held.length === 1 ? (held[0] ?? null) : held]),
  );
}

/** Names of properties whose values are lists of strings or times. */
const listed = new Set(['categories', 'nickname', 'resources', 'except', 'rdate']);

const names: Readonly<Record<string, string>> = {
  dtstart: 'start',
  dtend: 'end',
  dtstamp: 'stamp',
  rrule: 'repeats',
  exdate: 'except',
  fn: 'name',
  n: 'name_parts',
  tel: 'phone',
  adr: 'address',
  bday: 'birthday',
  org: 'organization',
};

/** Names of the parts of structured values. */
const structures: Readonly<Record<string, readonly string[]>> = {
  n: ['family', 'given', 'additional', 'prefix', 'suffix'],
  adr: ['box', 'extended', 'street', 'city', 'region', 'postcode', 'country'],
};

/** Parameters that only describe the encoding of the value. */
const encodingParameters = new Set(['value', 'encoding', 'charset']);

function valueOf(property: Property): Value {
  const value = content(property);
  const shown = [...property.parameters].filter(([name]) => !encodingParameters.has(name));
  if (shown.length === 0) return value;
  return new Map<string, Value>([...(isMap(value) ? value : [['value', value] as const]), ...shown]);
}

function content({ name, raw, parameters }: Property): Value {
  const structure = structures[name];
  if (structure) {
    const parts = partsOf(raw, ';');
    const held = parts.map((part, n): [string, Value] => [structure[n] ?? `part${n + 1}`, part]);
    return new Map(held.filter(([, part]) => part !== ''));
  }
  if (name === 'categories' || name === 'nickname' || name === 'resources') return several(partsOf(raw, ','));
  if (name === 'org') return several(partsOf(raw, ';').filter((part) => part !== ''));
  if (name === 'exdate' || name === 'rdate') return several(raw.split(',').map(moment));
  if (parameters.get('value')?.startsWith('DATE') || moments.test(name)) return moment(raw);
  return textIn(raw);
}

const several = (parts: readonly string[]): Value => (parts.length === 1 ? (parts[0] ?? '') : [...parts]);

const moments = /^(?:dt\w+|due|completed|created|last-modified|recurrence-id|bday|anniversary|rev)$/;

/**
 * Converts `20240229T073000Z` to 2024-02-29T07:30:00Z. Values that are not iCalendar dates or times are treated as
 * text.
 */
function moment(raw: string): string {
  const [, day, hours, zone = ''] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(raw.trim()) ?? [];
  if (day === undefined) return textIn(raw);
  const date = day.replace(/(....)(..)(..)/, '$1-$2-$3');
  return hours === undefined ? date : `${date}T${hours.replace(/(..)(..)(..)/, '$1:$2:$3')}${zone}`;
}

/**
 * Properties that contain pictures, sounds or keys. A table keeps a picture, sound or key only if the value of the
 * property is a URL.
 */
const binary = new Set(['photo', 'logo', 'sound', 'key', 'attach']);

/**
 * Returns the entries as rows of a table. Repeated properties get numbered columns. The parts and parameters of a
 * property get separate columns.
 */
export function rowsOf(entries: readonly CardEntry[]): ValueMap[] {
  return entries.map((entry) => {
    const row: ValueMap = new Map();
    for (const [name, held] of entry) {
      if (name === 'version') continue;
      const all = isList(held) && (held.some(isMap) || binary.has(name)) ? held : [held];
      const values = binary.has(name) ? all.filter(isAddress) : all;
      for (let n = values.length; n < all.length; n += 1) note('embedded_data_left_out', name);
      for (const [n, value] of values.entries()) flatten(n === 0 ? name : `${name}_${n + 1}`, value, row);
    }
    return row;
  });
}

function isAddress(value: Value): boolean {
  const held = isMap(value) ? value.get('value') : value;
  return typeof held === 'string' && /^(?!data:)[a-z][a-z\d+.-]*:/i.test(held);
}

function flatten(name: string, value: Value, row: ValueMap): void {
  if (!isMap(value)) {
    row.set(name, isList(value) ? value.map(textOf).join('; ') : value);
    return;
  }
  for (const [part, held] of value) flatten(part === 'value' ? name : `${name}_${part}`, held, row);
}
