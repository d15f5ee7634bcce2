/**
 * Translation catalogues (gettext .po). Each message is a record with its id and its translations, in file order. The
 * message without an id is the header of the catalogue, which states the language and its plural forms. A list of
 * message records is written as a catalogue, and any other value is refused.
 *
 * gettext-parser 10.0.0 is not used: it loses the order of messages (it groups them by context and moves numeric ids to
 * the front), reads `\a`, `\b`, `\f` and `\v` as letters, and accepts a message without `msgstr`.
 */
import type { Codec } from '../codec.ts';
import { note } from '../values/noted.ts';
import { decodeText } from '../text.ts';
import { InvalidData, isList, isMap, type Value, type ValueMap } from '../values/value.ts';

export const codec: Codec = {
  read: (bytes) => {
    const text = decodeText(bytes);
    if (text === '') throw new InvalidData('it is empty');
    return paragraphs(text).map(messageIn);
  },
  write: (value) => messagesIn(value).map(written).join('\n') || '\n',
};

interface Draft {
  comments: Map<string, string[]>;
  fields: Map<string, string>;
}

/** Kinds of comments by prefix. The writer writes the kinds of comments in the order of this table. */
const comments: Readonly<Record<string, string>> = {
  '#': 'comment',
  '#.': 'extracted',
  '#:': 'references',
  '#,': 'flags',
  '#|': 'previous',
  '#~': 'obsolete',
};

function paragraphs(text: string): Draft[] {
  const drafts: Draft[] = [];
  let last = '';
  for (const line of text.split(/\r\n|\n|\r/).map((one) => one.trim())) {
    const [, keyword, index = '', quoted] =
      /^(?:(msgctxt|msgid|msgid_plural|msgstr)(\[\d+\])?\s*)?(".*")$/.exec(line) ?? [];
    if (line === '') {
      last = '';
    } else if (line.startsWith('#')) {
      const [prefix = '#'] = /^#[.:,|~]?/.exec(line) ?? [];
      const draft = messageFor(drafts, 'comment');
      const kind = comments[prefix] ?? 'comment';
      draft.comments.set(kind, [...(draft.comments.get(kind) ?? []), line.slice(prefix.length).trim()]);
    } else if (quoted === undefined || (keyword === undefined && last === '')) {
      throw new InvalidData(`“${line.slice(0, 40)}” is not a valid line of a catalogue`);
    } else {
      const draft = keyword ? messageFor(drafts, keyword) : drafts.at(-1);
      last = keyword ? keyword + index : last;
      draft?.fields.set(last, (draft.fields.get(last) ?? '') + unquoted(quoted));
    }
  }
  // Drops comments without a message, and obsolete messages, which a .po file stores as comments.
  const isObsolete = ({ comments: found }: Draft) => found.has('obsolete');
  note('comments_left_out', 'obsolete messages', drafts.filter(isObsolete).length);
  return drafts.filter(({ fields }) => fields.size > 0);
}

/**
 * Returns the message to which a line with `keyword` belongs: the last message, or a new message. A line begins a new
 * message if the last message already has a translation and the line is not another translation.
 */
function messageFor(drafts: Draft[], keyword: string): Draft {
  const last = drafts.at(-1);
  const isOver = last?.fields.has('msgstr') || last?.fields.has('msgstr[0]');
  if (last && !(isOver && !keyword.startsWith('msgstr'))) return last;
  const draft = { comments: new Map<string, string[]>(), fields: new Map<string, string>() };
  drafts.push(draft);
  return draft;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\u0007',
  b: '\b',
};

function unquoted(quoted: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(quoted))
    throw new InvalidData(`${quoted.slice(0, 40)} is not a valid quoted string`);
  return quoted.slice(1, -1).replace(/\\(.)/g, (_, one: string) => escapes[one] ?? one);
}

function messageIn({ comments: found, fields }: Draft): Value {
  const id = fields.get('msgid');
  const texts = [...fields].filter(([name]) => name.startsWith('msgstr')).map(([, text]) => text);
  if (id === undefined || texts.length === 0) throw new InvalidData('a message has no id or no text');
  const [context, plural] = [fields.get('msgctxt'), fields.get('msgid_plural')];
  const [only = ''] = texts;
  return new Map<string, Value>([
    ...(context === undefined ? [] : [['context', context] as const]),
    ['id', id],
    ...(plural === undefined ? [] : [['plural', plural] as const]),
    ['text', plural === undefined ? only : texts],
    ...[...found]
      .filter(([kind]) => kind !== 'obsolete')
      .map(([kind, lines]) => [kind, lines.join('\n')] as const),
  ]);
}

export interface Message {
  context: string | undefined;
  id: string;
  plural: string | undefined;
  texts: readonly string[];
  record: ValueMap;
}

/** Returns the messages in a list of records. @throws {@link InvalidData} for any other value. */
export function messagesIn(value: Value): Message[] {
  if (!isList(value)) throw new InvalidData('the value is not a list of messages');
  return value.map((record) => {
    const id = isMap(record) ? record.get('id') : undefined;
    const text = isMap(record) ? record.get('text') : undefined;
    const texts = isList(text) ? text : [text];
    if (!isMap(record) || typeof id !== 'string' || !texts.every((one) => typeof one === 'string'))
      throw new InvalidData('a message has no id or no text');
    const [context, plural] = [record.get('context'), record.get('plural')];
    const optional = (held: Value | undefined) => (typeof held === 'string' ? held : undefined);
    return { context: optional(context), id, plural: optional(plural), texts, record };
  });
}

function written({ context, id, plural, texts, record }: Message): string {
  const commentLines = Object.entries(comments).flatMap(([prefix, kind]) => {
    const held = record.get(kind);
    return typeof held === 'string' ? held.split('\n').map((line) => `${prefix} ${line}`.trimEnd()) : [];
  });
  const lines = [
    ...commentLines,
    ...(context === undefined ? [] : [field('msgctxt', context)]),
    field('msgid', id),
    ...(plural === undefined ? [] : [field('msgid_plural', plural)]),
    ...(plural === undefined
      ? [field('msgstr', texts[0] ?? '')]
      : texts.map((text, n) => field(`msgstr[${n}]`, text))),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the lines of a field. A string with several lines becomes an empty quoted string, followed by one quoted
 * string per line.
 */
function field(name: string, text: string): string {
  const parts = text.split(/(?<=\n)(?=[^])/);
  return parts.length > 1 ? [`${name} ""`, ...parts.map(quoted)].join('\n') : `${name} ${quoted(text)}`;
}

const quotable: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(escapes), ['"', '"'], ['\\', '\\']].map(([letter = '', held = '']) => [
    held,
    `\\${letter}`,
  ]),
);

function quoted(text: string): string {
  return `"${text.replace(/["\\\n\t\r\f\v\u0007\b]/g, (one) => quotable[one] ?? one)}"`;
}
