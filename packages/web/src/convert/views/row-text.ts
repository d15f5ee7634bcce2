/** Returns the status message of a file's row, and the tone of the message, such as `warning`. */
import type { Format } from '@protean/formats/format.ts';
import type { Failure, Item, Result, State } from '../state/item.ts';
import { writeCountdown, writePercent, writeSeconds, writeSize } from '../state/amounts.ts';
import type { Messages } from '../messages.ts';

export type Tone = 'plain' | 'success' | 'warning' | 'danger';

export interface RowText {
  text: string;
  tone: Tone;
}

/**
 * Calls `now` only if the text needs the current time, because a row that reads the time is rendered again each second.
 */
export function rowText(
  item: Item,
  messages: Messages,
  perMinute: number,
  isSignedIn: boolean,
  now: () => number,
): RowText {
  const state = item.state.value;
  const plain = (text: string): RowText => ({ text, tone: 'plain' });
  const size = writeSize(item.size, messages.language);
  switch (state.kind) {
    case 'reading':
      return plain(messages.say('reading'));
    case 'unknown':
      return { text: messages.say('unknown'), tone: 'warning' };
    case 'ready':
      return readyText(item, messages, size);
    case 'waiting':
      return plain(waitingText(state, messages, perMinute, isSignedIn, now));
    case 'uploading':
      return plain(uploadingText(state, messages, size, now));
    case 'queued':
      return plain(messages.say('waiting'));
    case 'converting': {
      if (state.share !== undefined && state.share > 0)
        return plain(
          messages.say('converting_part', { percent: writePercent(state.share, messages.language) }),
        );
      const count = Math.floor((now() - state.since) / 1000);
      return plain(count < 2 ? messages.say('converting') : messages.say('converting_for', { count }));
    }
    case 'done':
      return doneText(item, state.result, messages);
    case 'cancelled':
      return plain(messages.say('cancelled'));
    case 'failed':
      return {
        text: `${state.of === undefined ? '' : `${state.of}: `}${failedText(state, messages)}`,
        tone: state.way === 'password' ? 'warning' : 'danger',
      };
  }
}

/** Whether `message` is less specific than the server's error message, which exists only in English. */
export const isVague = (message: Failure['message']): boolean =>
  message === 'failed_other' || message === 'failed_option';

function failedText({ message, values, detail }: Failure, messages: Messages): string {
  if (messages.language === 'en' && detail && isVague(message)) return detail;
  return messages.say(message, values);
}

function readyText(item: Item, messages: Messages, size: string): RowText {
  const name = item.format.value?.name ?? '';
  const ext = item.misnamed.value;
  if (ext !== undefined) return { text: messages.say('renamed', { ext, format: name }), tone: 'warning' };
  if (!('file' in item.source)) return { text: name, tone: 'plain' };
  if (item.sentBefore === 0) return { text: messages.say('added', { format: name, size }), tone: 'plain' };
  const percent = writePercent(item.sentBefore, messages.language);
  return { text: messages.say('goes_on_from', { format: name, size, percent }), tone: 'plain' };
}

/** Delay before an estimate is shown, in milliseconds. */
const estimateAfterMs = 3000;

function uploadingText(
  { share, since, from }: Extract<State, { kind: 'uploading' }>,
  messages: Messages,
  size: string,
  now: () => number,
): string {
  const percent = writePercent(share, messages.language);
  const ms = now() - since;
  if (ms < estimateAfterMs || share <= from) return messages.say('uploading', { percent, size });
  const left = ((1 - share) / (share - from)) * ms;
  return messages.say('uploading_left', {
    percent,
    size,
    time: writeSeconds(left / 1000, messages.language),
  });
}

function waitingText(
  state: Extract<State, { kind: 'waiting' }>,
  messages: Messages,
  perMinute: number,
  isSignedIn: boolean,
  now: () => number,
): string {
  if (state.reason === 'offline') return messages.say('offline');
  if (state.reason === 'turn' || state.until === undefined) return messages.say('waiting');
  const time = writeCountdown(state.until - now());
  if (state.reason === 'busy') return messages.say('busy_again', { time });
  if (state.reason === 'away') return messages.say('away_again', { time });
  return isSignedIn
    ? messages.say('starts_in_account', { time })
    : messages.say('starts_in', { time, count: perMinute });
}

const media = new Set(['image', 'video', 'audio']);

/**
 * Whether the result may be described as smaller or larger than the source. The sizes of different kinds of content,
 * such as a document and an image of its pages, are not comparable.
 */
const areAlike = (source: Format, target: Format) =>
  source.ext === target.ext || (source.category === target.category && media.has(target.category));

/** If the relative difference of two sizes is below this value, the sizes are described as equal. */
const noticed = 0.01;

function doneText(item: Item, { size: bytes, format, warnings }: Result, messages: Messages): RowText {
  const size = writeSize(bytes, messages.language);
  const isComparable =
    item.size > 0 && item.format.value !== undefined && areAlike(item.format.value, format);
  const change = isComparable ? bytes / item.size - 1 : 0;
  const values = { format: format.name, size, percent: writePercent(Math.abs(change), messages.language) };
  const key =
    Math.abs(change) < noticed || change > 9.99 ? 'done' : change < 0 ? 'done_smaller' : 'done_larger';
  const text = messages.say(key, values);
  if (warnings.length === 0) return { text, tone: 'success' };
  const notes = messages.list(warnings.map((code) => messages.domain(`warning_${code}`)));
  return { text: messages.say('with_notes', { text, count: warnings.length, notes }), tone: 'success' };
}
