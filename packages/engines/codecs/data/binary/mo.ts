/**
 * Reads and writes compiled gettext catalogues (.mo), in which messages are sorted by id and have no comments. Reads
 * both byte orders.
 *
 * gettext-parser 10.0.0 is not used, because it accepts a file that is truncated in its last string.
 */
import type { Codec } from '../codec.ts';
import { note } from '../values/noted.ts';
import { messagesIn, type Message } from '../text/po.ts';
import { InvalidData, type Value } from '../values/value.ts';

const magic = 0x950412de;
/** Separates the context of a message from the id. */
const contextEnd = '\u0004';
const headLength = 28;

export const codec: Codec = {
  read: (bytes) => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const isLittle = file.readUInt32LE(0) === magic;
    if (!isLittle && file.readUInt32BE(0) !== magic)
      throw new InvalidData('it does not begin with the magic number of a catalogue');
    const number = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
    if (number(4) >> 16 > 1) throw new InvalidData('its version is unknown');
    const [count, ids, texts] = [number(8), number(12), number(16)];
    const raw = (table: number, n: number) => {
      const [length, at] = [number(table + n * 8), number(table + n * 8 + 4)];
      // A zero byte must follow every string.
      if (at + length >= file.length || file[at + length] !== 0)
        throw new InvalidData('the declared length of a text is wrong');
      return file.subarray(at, at + length);
    };
    const pairs = Array.from(
      { length: Math.min(count, file.length) },
      (_, n) => [raw(ids, n), raw(texts, n)] as const,
    );
    const head = pairs.find(([id]) => id.length === 0)?.[1].toString('latin1') ?? '';
    const decoder = new TextDecoder(/charset=([\w-]+)/i.exec(head)?.[1] ?? 'utf-8', { fatal: true });
    return pairs.map(([id, text]) => messageOf(decoder.decode(id), decoder.decode(text)));
  },
  write: (value) => {
    const all = messagesIn(value);
    const used = all.filter(isUsed);
    note('rows_left_out', 'fuzzy and untranslated messages', all.length - used.length);
    note('comments_left_out', '', used.filter(hasComments).length);
    const messages = used
      .map((message) => [Buffer.from(idOf(message)), Buffer.from(message.texts.join('\0'))] as const)
      .sort(([a], [b]) => a.compare(b));
    const head = Buffer.alloc(headLength + messages.length * 16);
    for (const [n, number] of [
      magic,
      0,
      messages.length,
      headLength,
      headLength + messages.length * 8,
    ].entries())
      head.writeUInt32LE(number, n * 4);
    // The hash table is optional: programs can search the sorted ids.
    head.writeUInt32LE(head.length, 24);
    const parts = [head];
    let at = head.length;
    for (const side of [0, 1] as const) {
      for (const [n, message] of messages.entries()) {
        const entry = headLength + (side * messages.length + n) * 8;
        head.writeUInt32LE(message[side].length, entry);
        head.writeUInt32LE(at, entry + 4);
        parts.push(message[side], Buffer.of(0));
        at += message[side].length + 1;
      }
    }
    return Buffer.concat(parts);
  },
};

/**
 * Returns whether the .mo file includes the message. Like msgfmt, the codec omits messages that are fuzzy or have no
 * translation.
 */
function isUsed({ texts, id, record }: Message): boolean {
  const flags = record.get('flags');
  const isFuzzy = typeof flags === 'string' && /\bfuzzy\b/.test(flags) && id !== '';
  return !isFuzzy && texts.some((text) => text !== '');
}

const hasComments = ({ record }: Message) =>
  ['comment', 'extracted', 'references', 'flags', 'previous'].some((kind) => record.has(kind));

const idOf = ({ context, id, plural }: Message) =>
  (context === undefined ? '' : context + contextEnd) + id + (plural === undefined ? '' : `\0${plural}`);

function messageOf(key: string, text: string): Value {
  const [, context, named = key] = /^([^\u0004]*)\u0004([^]*)$/.exec(key) ?? [];
  const [id = '', plural] = named.split('\0');
  return new Map<string, Value>([
    ...(context === undefined ? [] : [['context', context] as const]),
    ['id', id],
    ...(plural === undefined ? [] : [['plural', plural] as const]),
    ['text', plural === undefined ? text : text.split('\0')],
  ]);
}
