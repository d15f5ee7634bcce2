/** Compares the file info of source and result, and warns about missing or changed content. */
import type { CountName, Facts } from '@protean/engines/passes/file_info/file-info.ts';
import type { OptionName, Options } from '@protean/engines/contract/options.ts';
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import type { Trait } from '@protean/formats/format.ts';
import { replacedFonts } from './replaced-fonts.ts';
import { warningOf, type Warning } from './warnings.ts';

/** A source file and the result of its conversion. */
export interface Compared {
  source: Facts;
  result: Facts;
  /**
   * Traits that the route's formats always lose. If `loses` contains tracks or colours, the expected loss of tracks or
   * colours causes no warning.
   */
  loses: readonly Trait[];
  options: Options;
}

interface Comparison {
  code: WarningCode;
  /**
   * Options with which the caller asks for the change that the warning reports. The warning is omitted if the caller
   * sets one of the options in `unless`.
   */
  unless?: readonly OptionName[];
  /**
   * Returns the detail of the warning, or undefined if there is nothing to warn about or the file info is
   * incomplete.
   */
  find: (compared: Compared) => string | undefined;
}

/** Returns text such as `2 of 5` if both counts are known and the result has fewer than the source. */
const fewer =
  (name: CountName) =>
  ({ source: { [name]: before }, result: { [name]: after } }: Pick<Compared, 'source' | 'result'>) =>
    before !== undefined && after !== undefined && after < before ? `${after} of ${before}` : undefined;

const comparisons: readonly Comparison[] = [
  { code: 'pages_left_out', unless: ['pages', 'page'], find: fewer('pages') },
  { code: 'sheets_left_out', unless: ['sheet'], find: fewer('sheets') },
  {
    code: 'rows_left_out',
    unless: ['sheet', 'header'],
    // Compares the rows only if there is a single sheet. With several sheets, the number of rows would include the rows
    // of omitted sheets.
    find: (compared) =>
      compared.source.sheets === 1 && compared.result.sheets === 1 ? fewer('rows')(compared) : undefined,
  },
  { code: 'frames_left_out', unless: ['page', 'start', 'end'], find: leftOutFrames },
  { code: 'tracks_left_out', unless: ['mute', 'track'], find: leftOutTracks },
  {
    code: 'fonts_replaced',
    unless: ['pages'],
    find: ({ source, result }) => replacedFonts(source.fonts, result),
  },
  { code: 'colours_converted', find: convertedColours },
  {
    code: 'credentials_removed',
    find: ({ source, result }) =>
      source.credentials === true && result.credentials === false ? '' : undefined,
  },
];

/**
 * Compares the numbers of frames only if the result is a still picture. If the result is an animation, the numbers of
 * frames may differ, because encoders merge equal frames. A result without a known number of frames counts as a still
 * picture if its format cannot contain animations.
 */
function leftOutFrames({ source, result, loses }: Compared): string | undefined {
  const frames = result.frames ?? (loses.includes('animation') ? 1 : undefined);
  return frames === 1 ? fewer('frames')({ source, result: { ...result, frames } }) : undefined;
}

/** Returns the warnings that follow from the file info of source and result, in the order of {@link comparisons}. */
export function warningsOf(compared: Compared): Warning[] {
  return comparisons.flatMap(({ code, unless = [], find }) => {
    if (unless.some((name) => compared.options[name] !== undefined)) return [];
    const detail = find(compared);
    return detail === undefined ? [] : [warningOf({ code, detail })];
  });
}

/** Kinds of tracks. If the route always loses a kind of track, the loss causes no warning. */
const trackKinds: readonly { fact: CountName; kind: string; lostWith?: Trait }[] = [
  { fact: 'video_tracks', kind: 'video', lostWith: 'picture' },
  { fact: 'audio_tracks', kind: 'audio', lostWith: 'sound' },
  { fact: 'subtitle_tracks', kind: 'subtitle', lostWith: 'picture' },
];

function leftOutTracks(compared: Compared): string | undefined {
  const left = trackKinds.flatMap(({ fact, kind, lostWith }) => {
    const count = lostWith && compared.loses.includes(lostWith) ? undefined : fewer(fact)(compared);
    return count === undefined ? [] : [`${count} ${kind} tracks`];
  });
  return left.length > 0 ? left.join(', ') : undefined;
}

const isSrgb = (profile: string) => /srgb/i.test(profile);

/**
 * Returns a description of a changed colour model or profile, or undefined. A change from grey to another colour model
 * does not count as a change. A picture without a profile counts as sRGB.
 */
function convertedColours({ source, result, loses }: Compared): string | undefined {
  const [before, after] = [source.profile ?? 'none', result.profile];
  const isOtherModel =
    source.colour_model !== undefined &&
    result.colour_model !== undefined &&
    source.colour_model !== result.colour_model &&
    source.colour_model !== 'grey' &&
    !loses.includes('colour');
  const isOtherProfile =
    before !== 'none' &&
    after !== undefined &&
    before !== after &&
    !(isSrgb(before) && (after === 'none' || isSrgb(after)));
  return isOtherModel || isOtherProfile ? `${colourSpaceOf(source)} to ${colourSpaceOf(result)}` : undefined;
}

function colourSpaceOf({ colour_model: model, profile }: Facts): string {
  const named = profile === 'none' ? 'no profile' : profile;
  const space = model === 'grey' ? 'grey' : model?.toUpperCase();
  return space && named ? `${space} (${named})` : (space ?? named ?? 'unknown');
}
