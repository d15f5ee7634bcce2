/** One attempt at a conversion: the commands to run, and the minimum length of a successful result. */
import { RefusedError } from '../../contract/reasons.ts';
import type { Media } from './media.ts';

export interface MediaAttempt {
  commands: readonly (readonly string[])[];
  /** The length of the selected streams in seconds, where they declare one. */
  seconds?: number;
  /** Whether the length is that of the first command's output; otherwise it is that of the last one's. */
  firstIsMeasured?: true;
  /** Which tracks the result lacks, as `1 of 2 audio tracks`. */
  leftOut?: string;
  /** Whether a high dynamic range is mapped to the standard one. */
  mapsRange?: true;
  /** Whether an alpha channel is replaced by a white background. */
  flattens?: true;
}

/** The error for media without the needed stream: a refusal, or damage where the file has no stream at all. */
export function missingStream({ picture, sounds, subtitles }: Media, reason: 'no_audio' | 'no_video'): Error {
  const hasOther = picture !== undefined || sounds.length > 0 || subtitles.length > 0;
  return hasOther ? new RefusedError(reason) : new Error('no streams were found');
}

/**
 * The expected length of the result in seconds. Each stream declares its length, or the file declares one for all of its
 * streams; of one stream among several the length of the file says nothing.
 */
export function expectedSeconds(media: Media, selected: readonly { seconds?: number }[]): number | undefined {
  const declared = selected.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds]));
  if (declared.length === selected.length) return Math.max(...declared);
  return selected.length === media.sounds.length + (media.picture ? 1 : 0) ? media.seconds : undefined;
}

/** Whether the result is about as long as expected: files slightly shorter than they declare are common. */
export function isComplete(seconds: number, expected = 0): boolean {
  return seconds > 0 && seconds >= expected * 0.95 - 0.1;
}
