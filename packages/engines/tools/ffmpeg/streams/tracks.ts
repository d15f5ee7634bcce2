/**
 * Selects audio or subtitle tracks with the option `track`. The value of `track` is `all`, numbers from 1, or
 * languages.
 */
import { RefusedError } from '../../../contract/reasons.ts';

export interface Track {
  index: number;
  main: boolean;
  /** Language as the file states it, usually a code of 3 letters. */
  language?: string;
}

/** A track with its number among the audio tracks or among the subtitle tracks. */
export interface NumberedTrack<T extends Track> {
  track: T;
  number: number;
}

/**
 * Returns the requested tracks in file order. If no track is requested, returns the track that the file marks as its
 * default, or else the first track. @throws if the file lacks a requested track.
 */
export function chosenTracks<T extends Track>(tracks: readonly T[], asked?: string): NumberedTrack<T>[] {
  const numbered = tracks.map((track, n) => ({ track, number: n + 1 }));
  if (asked === 'all') return numbered;
  if (asked === undefined) {
    const usual = numbered.find(({ track }) => track.main) ?? numbered[0];
    return usual ? [usual] : [];
  }
  const chosen = new Set<NumberedTrack<T>>();
  for (const name of asked.split(',')) {
    const found = numbered.filter(({ track, number }) =>
      /^\d+$/.test(name) ? number === Number(name) : sameLanguage(track.language, name),
    );
    if (found.length === 0) throw new RefusedError('no_such_track');
    for (const one of found) chosen.add(one);
  }
  return numbered.filter((one) => chosen.has(one));
}

function sameLanguage(stated: string | undefined, asked: string): boolean {
  return stated !== undefined && languageOf(stated) === languageOf(asked);
}

/** Returns the short form of a language code. For example, `ger`, `deu` and `de` have the short form `de`. */
function languageOf(code: string): string {
  try {
    return new Intl.Locale(code).language;
  } catch {
    return code.toLowerCase();
  }
}

/** Returns the file name of one of several tracks, such as `track-02-deu.srt`. */
export function trackFile<T extends Track>({ track, number }: NumberedTrack<T>, ext: string): string {
  const language = /^[a-z]{2,3}$/i.test(track.language ?? '') ? `-${track.language}` : '';
  return `track-${String(number).padStart(2, '0')}${language}.${ext}`;
}
