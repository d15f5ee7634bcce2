/** One attempt at a conversion: the commands to run, and the minimum length of a successful result. */
import { RefusedError, unsupported } from '../../contract/reasons.ts';
import type { Media } from './media.ts';

export interface MediaAttempt {
  commands: readonly (readonly string[])[];
  /** Length of the selected streams in seconds, if they declare one. */
  seconds?: number;
  /**
   * If `firstIsMeasured` is true, `seconds` is the expected length of the first command's output. If `firstIsMeasured`
   * is absent, `seconds` is the expected length of the last command's output.
   */
  firstIsMeasured?: true;
  /**
   * Number of tracks in the result and in the source, such as `1 of 2 audio tracks`. Set only if the result
   * has fewer tracks than the source.
   */
  leftOut?: string;
  /** Whether the attempt maps a high dynamic range to the standard range. */
  mapsRange?: true;
  /** Whether the attempt replaces transparency with a white background. */
  flattens?: true;
}

/**
 * Returns the error for media without the needed stream. If the stream exists but has no decoder, the error states the
 * codec of the stream. If the file has no stream at all, the error reports the file as corrupt.
 */
export function missingStream(media: Media, reason: 'no_audio' | 'no_video'): Error {
  const { picture, sounds, subtitles, undecoded = [] } = media;
  const wanted = undecodedOf(media, reason === 'no_video' ? 'video' : 'audio');
  if (wanted !== undefined) return unsupported(`codec ${wanted}`);
  const hasOther = picture !== undefined || sounds.length > 0 || subtitles.length > 0 || undecoded.length > 0;
  return hasOther ? new RefusedError(reason) : new Error('no streams were found');
}

/** Returns the codec of the first audio or video stream (`wanted`) that has no decoder, or undefined. */
export const undecodedOf = ({ undecoded = [] }: Media, wanted: 'video' | 'audio'): string | undefined =>
  undecoded.find(({ kind }) => kind === wanted)?.codec;

/**
 * Returns the expected length of the result in seconds: the longest declared length of the selected streams. If a
 * selected stream declares no length, returns the length of the file, provided that all sound and picture streams are
 * selected. Returns undefined if a selected stream declares no length and another stream may determine the length of
 * the file.
 */
export function expectedSeconds(media: Media, selected: readonly { seconds?: number }[]): number | undefined {
  const declared = selected.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds]));
  if (declared.length === selected.length) return Math.max(...declared);
  return selected.length === media.sounds.length + (media.picture ? 1 : 0) ? media.seconds : undefined;
}

/**
 * Returns whether `seconds` is at least 95% of the expected length, with a tolerance of 0.1 s. Many files are slightly
 * shorter than they declare.
 */
export function isComplete(seconds: number, expected = 0): boolean {
  return seconds > 0 && seconds >= expected * 0.95 - 0.1;
}
