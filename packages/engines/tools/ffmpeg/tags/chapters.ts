/** Chapters of a recording, and their Vorbis comments: `CHAPTER001=00:00:01.000` and `CHAPTER001NAME=Title`. */
import type { Span } from '../streams/span.ts';

export interface Chapter {
  seconds: number;
  /** End in seconds, if the file declares one. */
  end?: number;
  title: string;
}

/**
 * Returns the chapters of the requested part of a recording. The times of the returned chapters are relative to the
 * start of the requested part.
 */
export function chaptersIn(
  chapters: readonly Chapter[],
  { start = 0, end = Infinity }: Span,
): readonly Chapter[] {
  if (start === 0 && end === Infinity) return chapters;
  const shifted = (seconds: number) => Math.max(0, seconds - start);
  return chapters.flatMap(({ seconds, end: own, title }, n) => {
    const until = own ?? chapters[n + 1]?.seconds ?? Infinity;
    if (seconds >= end || until <= start) return [];
    const ends = Math.min(until, end);
    return [{ seconds: shifted(seconds), title, ...(ends < Infinity && { end: shifted(ends) }) }];
  });
}

/**
 * ffmpeg's flag for writing Vorbis comments, by muxer. Some containers store Vorbis comments in a stream, and some
 * store Vorbis comments in the file.
 */
const commentFlag: Readonly<Record<string, string>> = {
  ogg: '-metadata:s:0',
  opus: '-metadata:s:0',
  ogv: '-metadata:s:v:0',
  flac: '-metadata',
};

/** Returns whether the muxer stores chapters in Vorbis comments. */
export const hasCommentedChapters = (muxer: string): boolean => Object.hasOwn(commentFlag, muxer);

/**
 * Returns the flags that write chapters as Vorbis comments, or no flags if the muxer supports no Vorbis comments.
 * FFmpeg itself writes chapters only for Opus, and writes wrong times. For a chapter at 1.6 s, FFmpeg rounds the
 * seconds to 2 and then adds the milliseconds, which gives 2.6 s.
 */
export function chapterFlags(muxer: string, chapters: readonly Chapter[]): string[] {
  const flag = commentFlag[muxer];
  if (flag === undefined) return [];
  const comments = chapters.flatMap(({ seconds, title }, n) => {
    const name = `CHAPTER${String(n).padStart(3, '0')}`;
    return [`${name}=${clock(seconds)}`, `${name}NAME=${title}`];
  });
  return ['-map_chapters', '-1', ...comments.flatMap((comment) => [flag, comment])];
}

/** Returns the chapters in the comments, in the order of their numbers. */
export function chaptersOf(
  comments: readonly (readonly [name: string, values: readonly string[]])[],
): Chapter[] {
  const byName = new Map(comments);
  const names = [...byName.keys()].filter((name) => /^CHAPTER\d{3}$/.test(name)).toSorted();
  return names.map((name) => ({
    seconds: secondsOf(byName.get(name)?.[0] ?? ''),
    title: byName.get(`${name}NAME`)?.[0] ?? '',
  }));
}

function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  const whole = milliseconds / 1000;
  return `${part(whole / 3600, 2)}:${part((whole / 60) % 60, 2)}:${part(whole % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}

const secondsOf = (text: string): number =>
  text.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0);
