/** The sentence of a row, and how it is meant. */
import type { Item, Result, State } from '../state/item.ts';
import { writeCountdown, writePercent, writeSeconds, writeSize } from '../state/amounts.ts';
import type { Words } from '../words.ts';

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
      return plain(uploadingText(state, words, size, now));
    case 'queued':
      return plain(words.say('waiting'));
    case 'converting': {
      if (state.share !== undefined && state.share > 0)
        return plain(words.say('converting_part', { percent: writePercent(state.share, words.language) }));
      const count = Math.floor((now() - state.since) / 1000);
      return plain(count < 2 ? words.say('converting') : words.say('converting_for', { count }));
    }
    case 'done':
      return doneText(item, state.result, words);
    case 'cancelled':
      return plain(words.say('cancelled'));
    case 'failed':
      return {
        text: `${state.of === undefined ? '' : `${state.of}: `}${words.say(state.message, state.values)}`,
        tone: state.way === 'password' ? 'warning' : 'danger',
      };
  }
}

function readyText(item: Item, words: Words, size: string): RowText {
  const name = item.format.value?.name ?? '';
  const ext = item.misnamed.value;
  if (ext !== undefined) return { text: words.say('renamed', { ext, format: name }), tone: 'warning' };
  if (!('file' in item.source)) return { text: name, tone: 'plain' };
  if (item.sentBefore === 0) return { text: words.say('added', { format: name, size }), tone: 'plain' };
  const percent = writePercent(item.sentBefore, words.language);
  return { text: words.say('goes_on_from', { format: name, size, percent }), tone: 'plain' };
}

/** An estimate is shown once it is worth something. */
const estimateAfterMs = 3000;

function uploadingText(
  { share, since, from }: Extract<State, { kind: 'uploading' }>,
  words: Words,
  size: string,
  now: () => number,
): string {
  const percent = writePercent(share, words.language);
  const ms = now() - since;
  if (ms < estimateAfterMs || share <= from) return words.say('uploading', { percent, size });
  const left = ((1 - share) / (share - from)) * ms;
  return words.say('uploading_left', { percent, size, time: writeSeconds(left / 1000, words.language) });
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

function doneText(item: Item, { size: bytes, format, warnings }: Result, words: Words): RowText {
  const size = writeSize(bytes, words.language);
  const change = item.size > 0 ? bytes / item.size - 1 : 0;
  const values = { format: format.name, size, percent: writePercent(Math.abs(change), words.language) };
  const key =
    Math.abs(change) < noticed || change > 9.99 ? 'done' : change < 0 ? 'done_smaller' : 'done_larger';
  const text = words.say(key, values);
  if (warnings.length === 0) return { text, tone: 'success' };
  const notes = words.list(warnings.map((code) => words.domain(`warning_${code}`)));
  return { text: words.say('with_notes', { text, count: warnings.length, notes }), tone: 'success' };
}
