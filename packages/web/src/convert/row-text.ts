/** The sentence of a row, and how it is meant. */
import type { Item, State } from './item.ts';
import { writeCountdown, writePercent, writeSize } from './amounts.ts';
import type { Words } from './words.ts';

export type Tone = 'plain' | 'success' | 'warning' | 'danger';

export interface RowText {
  text: string;
  tone: Tone;
}

/** `now` is read where it counts only, so that a row without a clock is written once. */
export function rowText(
  item: Item,
  words: Words,
  perMinute: number,
  isSignedIn: boolean,
  now: () => number,
): RowText {
  const state = item.state.value;
  const plain = (text: string): RowText => ({ text, tone: 'plain' });
  const size = writeSize(item.size, words.language);
  switch (state.kind) {
    case 'reading':
      return plain(words.say('reading'));
    case 'unknown':
      return { text: words.say('unknown'), tone: 'warning' };
    case 'ready':
      return readyText(item, words, size);
    case 'waiting':
      return plain(waitingText(state, words, perMinute, isSignedIn, now));
    case 'uploading':
      return plain(words.say('uploading', { percent: writePercent(state.share, words.language), size }));
    case 'converting': {
      const count = Math.floor((now() - state.since) / 1000);
      return plain(count < 2 ? words.say('converting') : words.say('converting_for', { count }));
    }
    case 'done':
      return doneText(item, state.result, words);
    case 'cancelled':
      return plain(words.say('cancelled'));
    case 'failed':
      return {
        text: words.say(state.message, state.values),
        tone: state.way === 'password' ? 'warning' : 'danger',
      };
  }
}

function readyText(item: Item, words: Words, size: string): RowText {
  const name = item.format.value?.name ?? '';
  const ext = item.misnamed.value;
  if (ext !== undefined) return { text: words.say('renamed', { ext, format: name }), tone: 'warning' };
  return { text: 'file' in item.source ? words.say('added', { format: name, size }) : name, tone: 'plain' };
}

function waitingText(
  state: Extract<State, { kind: 'waiting' }>,
  words: Words,
  perMinute: number,
  isSignedIn: boolean,
  now: () => number,
): string {
  if (state.reason === 'offline') return words.say('offline');
  if (state.reason === 'turn' || state.until === undefined) return words.say('waiting');
  const time = writeCountdown(state.until - now());
  if (state.reason === 'busy') return words.say('busy_again', { time });
  if (state.reason === 'away') return words.say('away_again', { time });
  return isSignedIn
    ? words.say('starts_in_account', { time })
    : words.say('starts_in', { time, count: perMinute });
}

/** Less than this is as large as before. */
const noticed = 0.01;

function doneText(
  item: Item,
  { blob, format, warnings }: { blob: Blob; format: { name: string }; warnings: readonly string[] },
  words: Words,
): RowText {
  const size = writeSize(blob.size, words.language);
  const change = item.size > 0 ? blob.size / item.size - 1 : 0;
  const values = { format: format.name, size, percent: writePercent(Math.abs(change), words.language) };
  const key =
    Math.abs(change) < noticed || change > 9.99 ? 'done' : change < 0 ? 'done_smaller' : 'done_larger';
  const text = words.say(key, values);
  if (warnings.length === 0) return { text, tone: 'success' };
  const notes = words.list(warnings.map((code) => code.replaceAll('_', ' ')));
  return { text: words.say('with_notes', { text, count: warnings.length, notes }), tone: 'success' };
}
