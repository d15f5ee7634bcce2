/** A try at a conversion: the commands to run, and how long what they write must be for the try to have succeeded. */
import { RefusedError } from '../runtime/reasons.ts';
import type { Media } from './media.ts';

export interface MediaAttempt {
  commands: readonly (readonly string[])[];
  /** What the streams that were taken last by their own account, where they give one. */
  seconds?: number;
}

/** Why nothing can be made of `media`: a file in which nothing at all is found is rather a broken one. */
export function lack({ picture, sounds, subtitles }: Media, reason: 'no_audio' | 'no_video'): Error {
  const hasOther = picture !== undefined || sounds.length > 0 || subtitles.length > 0;
  return hasOther ? new RefusedError(reason) : new Error('nothing to see or hear');
}

/**
 * The length that the result must have. A stream says it itself, or the file says it for all that is in it; of one
 * stream among several the file's length says nothing.
 */
export function expectedSeconds(media: Media, taken: readonly { seconds?: number }[]): number | undefined {
  const told = taken.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds]));
  if (told.length === taken.length) return Math.max(...told);
  return taken.length === media.sounds.length + (media.picture ? 1 : 0) ? media.seconds : undefined;
}

/** Files a little shorter than they say are common and fine; ones that miss a part were cut off. */
export function isComplete(seconds: number, expected = 0): boolean {
  return seconds > 0 && seconds >= expected * 0.95 - 0.1;
}
