/**
 * YAML 1.2 (core schema) with common extensions: merge keys, dates and binary data. A stream of several YAML documents
 * becomes a list. Repeated keys are refused. Numbers with leading zeros stay text, because parsers disagree whether
 * they are octal.
 */
import {
  Document,
  parseAllDocuments,
  visit,
  YAMLMap,
  type CollectionTag,
  type Node,
  type ScalarTag,
  type Tags,
  type YAMLParseError,
  type YAMLWarning,
} from 'yaml';
import { stringifyString } from 'yaml/util';
import type { Codec } from '../codec.ts';
import { writeJson } from './json.ts';
import { note, noteIfBroken } from '../values/noted.ts';
import { decodeText } from '../text.ts';
import { textOf } from '../values/untyped.ts';
import {
  integerOf,
  InvalidData,
  isNested,
  KeySet,
  Moment,
  maxLevels,
  Numeral,
  type Value,
  type ValueMap,
} from '../values/value.ts';
import { checkExpansion, checkNames } from './yaml-bounds.ts';

const integer = /^[-+]?(?:0|[1-9]\d*)$|^0o[0-7]+$|^0x[\da-fA-F]+$/;
const float =
  /^[-+]?(?:(?:0|[1-9]\d*)?\.\d+|(?:0|[1-9]\d*)\.?)(?:[eE][-+]?\d+)?$|^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/;
const timestamp =
  /^\d{4}-\d\d-\d\d(?:(?:[Tt]|[ \t]+)\d\d:\d\d:\d\d(?:\.\d+)?(?:[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?))?)?$/;

const numeral = (kind: 'int' | 'float', test: RegExp): ScalarTag => ({
  tag: `tag:yaml.org,2002:${kind}`,
  default: true,
  test,
  identify: (value) => value instanceof Numeral && value.isInteger === (kind === 'int'),
  // A tag can precede any string: `!!int five` stays a string.
  resolve: (text) => (test.test(text) ? numeralOf(kind, text) : text),
  stringify: ({ value }) => notationOf(value as Numeral),
});

/** Returns the number that a tagged string represents. `!!float 1` is a float. */
function numeralOf(kind: 'int' | 'float', text: string): Numeral {
  const number = numeralIn(text);
  return kind === 'float' && number.isInteger ? Numeral.floatIn(number.text) : number;
}

const moment: ScalarTag = {
  tag: 'tag:yaml.org,2002:timestamp',
  default: true,
  test: timestamp,
  identify: (value) => value instanceof Moment && !/^\d\d:/.test(value.text),
  resolve: (text) => momentIn(text) ?? text,
  stringify: ({ value }) => (value as Moment).text,
};

// Matches characters that are escaped: byte order marks, the line breaks of Unicode, and characters that YAML does not
// consider printable.
const unprintable = /[^\t\n\r -~\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/g;

const str: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string',
  resolve: (text) => text,
  stringify: (item, context, onComment, onChompKeep) => {
    const text = noteIfBroken(String(item.value)).toWellFormed();
    // Some parsers interpret a tab in a plain scalar as indentation.
    if (text.search(unprintable) < 0 && !/^[^\n]*\t[^\n]*$/.test(text)) {
      return stringifyString(
        { ...item, value: text },
        { ...context, actualString: true },
        onComment,
        onChompKeep,
      );
    }
    return JSON.stringify(text).replace(
      unprintable,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  },
};

function customTags(core: Tags): Tags {
  const kept = core.filter((tag) => typeof tag === 'string' || !/:(?:int|float|str)$/.test(tag.tag));
  return [
    ...kept,
    set,
    ...collections,
    str,
    numeral('int', integer),
    numeral('float', float),
    moment,
    'binary',
  ];
}

/** A set is a map whose values are null. */
class SetNode extends YAMLMap {
  override toJSON(_: unknown, context?: Parameters<YAMLMap['toJSON']>[1]): unknown {
    return super.toJSON(_, context, KeySet);
  }
}

const set: CollectionTag = {
  ...{ tag: 'tag:yaml.org,2002:set', collection: 'map', default: false, nodeClass: SetNode },
  resolve: (node) => node,
};

/**
 * Ordered maps and lists of pairs are read as lists of maps with one member each, because YAML also writes them as
 * lists of maps with one member.
 */
const collections: CollectionTag[] = (
  [
    ['omap', 'seq'],
    ['pairs', 'seq'],
  ] as const
).map(([name, collection]) => ({
  ...{ tag: `tag:yaml.org,2002:${name}`, collection, default: false },
  resolve: (node) => node,
}));

function numeralIn(text: string): Numeral {
  const minus = text.startsWith('-') ? '-' : '';
  const digits = text.replace(/^[-+]/, '').toLowerCase();
  if (digits === '.nan') return new Numeral('NaN');
  if (digits === '.inf') return new Numeral(`${minus}Infinity`);
  if (/^0[ox]/.test(digits)) return Numeral.of(integerOf(digits));
  // `1.` is a float.
  return new Numeral(minus + digits.replace(/^\./, '0.').replace(/\.$/, '.0').replace('.e', 'e'));
}

/**
 * Returns the number in a notation that both YAML 1.1 and 1.2 read. YAML 1.1 needs the point and the sign in `1.0e+3`.
 */
function notationOf({ text }: Numeral): string {
  if (text === 'NaN') return '.nan';
  if (text.endsWith('Infinity')) return text.replace('Infinity', '.inf');
  const [mantissa = '', exponent] = text.toLowerCase().split('e');
  // YAML integers have no negative zero, so it is written as a float.
  if (exponent === undefined) return text === '-0' ? '-0.0' : text;
  return `${mantissa}${mantissa.includes('.') ? '' : '.0'}e${/^[-+]/.test(exponent) ? '' : '+'}${exponent}`;
}

function momentIn(text: string): Moment | undefined {
  const [, day = '', time = '', zone = ''] = /^(.{10})(?:[Tt]|[ \t]+)?([\d:.]*)[ \t]*(.*)$/.exec(text) ?? [];
  const [, sign, hours, minutes = '00'] = /^([-+])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
  return Moment.parse(
    time === ''
      ? day
      : `${day}T${time}${hours === undefined ? zone : `${sign}${hours.padStart(2, '0')}:${minutes}`}`,
  );
}

export const codec: Codec = {
  read: (bytes) => {
    const text = decodeText(bytes);
    checkNames(text);
    checkDirectives(text);
    const documents = parseAllDocuments(text, {
      customTags,
      merge: true,
      strict: true,
      uniqueKeys: false,
      logLevel: 'error',
    });
    const mayHaveComments = /(?:^|\s)#/m.test(text);
    if ('empty' in documents) refuseErrors(documents.errors);
    const values = [...documents].filter(isDocument).map((document) => {
      refuseErrors(document.errors);
      noteTags(document.warnings);
      if (mayHaveComments) noteComments(document);
      checkExpansion(document);
      return toValue(document.toJS({ mapAsMap: true, maxAliasCount: -1 }), 0);
    });
    return values.length === 1 ? (values[0] ?? null) : values.length === 0 ? null : values;
  },
  write: (value, { indent = 2 }) => {
    if (indent === 0) return `${writeJson(value, { indent })}\n`;
    const tags = { customTags, compat: 'yaml-1.1', version: '1.2' } as const;
    return new Document(prepare(value), { ...tags, aliasDuplicateObjects: false }).toString({
      indent,
      lineWidth: 0,
    });
  },
};

/**
 * Matches a directive after comments and blank lines. The pattern can match a blank line in only one way, because an
 * ambiguous pattern takes exponential time.
 */
const firstDirective = /^(?:#.*\n|[^\S\n]*\n)*%/;
const repeatedVersion = new RegExp(String.raw`${firstDirective.source}YAML.*\n(?:[%#].*\n)*?%YAML`);

/**
 * Refuses directives without a document, and a repeated `%YAML` directive. The library accepts a repeated directive.
 */
function checkDirectives(text: string): void {
  if (!firstDirective.test(text)) return;
  if (!/^---/m.test(text)) throw new InvalidData('no document follows the directives');
  if (repeatedVersion.test(text)) throw new InvalidData('the YAML version is given twice');
}

function refuseErrors([error]: readonly YAMLParseError[]): void {
  if (error) throw new InvalidData(error.message.split('\n', 1)[0]);
}

/**
 * Returns whether the YAML file really contains the document that the library returned. The library also returns a
 * document for a comment between two document end marks.
 */
function isDocument({ contents, directives, errors }: Document.Parsed): boolean {
  if (directives.docStart === true || errors.length > 0) return true;
  if (contents === null) return false;
  const [start, end] = contents.range;
  return start !== end || contents.tag !== undefined || contents.anchor !== undefined;
}

/** Notes how many lines of comments are lost. Lines are counted, because the library merges adjacent comments. */
function noteComments(document: Document.Parsed): void {
  const count = (text: string | null | undefined) => (text == null ? 0 : text.split('\n').length);
  const noteOf = ({ comment, commentBefore }: Pick<Node, 'comment' | 'commentBefore'>) =>
    note('comments_left_out', '', count(comment) + count(commentBefore));
  noteOf(document);
  visit(document, { Node: (_, node) => noteOf(node) });
}

function noteTags(warnings: readonly YAMLWarning[]): void {
  for (const { code, message } of warnings) {
    const [, tag] = /^Unresolved tag: (\S+)/.exec(message) ?? [];
    if (code === 'TAG_RESOLVE_FAILED' && tag !== undefined) note('tags_left_out', tag);
  }
}

/**
 * Converts a node to a value. @throws {@link InvalidData} for an alias inside the node that it refers to, because the
 * value would be infinite.
 */
function toValue(from: unknown, level: number): Value {
  if (level > maxLevels) throw new InvalidData(`nested more than ${maxLevels} levels deep`);
  if (Array.isArray(from)) return from.map((member) => toValue(member, level + 1));
  if (from instanceof Map) {
    const map: ValueMap = from instanceof KeySet ? new KeySet() : new Map<string, Value>();
    for (const [key, member] of from as Map<unknown, unknown>) {
      const name = textOfKey(toValue(key, level + 1));
      // Different keys may have the same text, such as 1 and "1".
      if (map.has(name)) throw new InvalidData('the keys of a map must be unique');
      map.set(name, toValue(member, level + 1));
    }
    return map;
  }
  if (typeof from === 'string') return noteIfBroken(from);
  return (from ?? null) as Value;
}

function textOfKey(key: Value): string {
  if (typeof key === 'string') return key;
  note('keys_as_text', 'keys');
  return key === null ? 'null' : textOf(key);
}

/**
 * Returns the value in the form that the library needs: times of day become strings. YAML has no type for a time of
 * day, and YAML 1.1 reads an unquoted time as a number in base 60.
 */
function prepare(value: Value): Value {
  if (value instanceof Moment) return /^\d\d:/.test(value.text) ? value.text : value;
  if (!isNested(value)) return value;
  if (Array.isArray(value)) return value.map(prepare);
  return new Map([...value].map(([key, member]) => [key, prepare(member)]));
}
