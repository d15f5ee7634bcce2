/** Finds the best quality at which a result is no larger than `max_size`, estimating it from the sizes seen so far. */
import { rm } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import { sizeOf } from './step.ts';

export interface SizeSearch {
  /** Bytes that all files of the result together may have. */
  maxBytes: number;
  /** The highest quality to try. */
  best: number;
  /** How many tries there may be at most, besides those at the usual quality and at the lowest. */
  tries: number;
  /** How its format grows with quality, where it differs from what most do. */
  growth?: Growth | undefined;
  /** Makes the result at `quality`, or at the default one, under names of its own. */
  make: (quality?: number) => Promise<string[]>;
  /** Whether there is time for another try. */
  mayGoOn: () => boolean;
}

export interface Growth {
  /** What the usual quality is. */
  usual: number;
  /** How the logarithm of the size grows with {@link onCurve}. */
  slope: number;
}

/** A result of so many bytes is as good as one that fills `max_size`. */
const closeEnough = 0.9;

/**
 * How the logarithm of the size grows with {@link onCurve}, until two results are seen: measured with JPEG, WebP and H.264,
 * where it is between 0.4 and 0.65.
 */
const usualSlope = 0.5;

/** What the usual quality is taken to be; encoders differ. */
const usualQuality = 80;

interface Point {
  quality: number;
  size: number;
}

/**
 * The files of the best try: at least {@link closeEnough} of `maxBytes` where the tries suffice. Throws `bad_request` with
 * the smallest size that can be reached when none fits.
 */
export async function bestFitting(search: SizeSearch): Promise<string[]> {
  const { maxBytes, best, tries, growth, make, mayGoOn } = search;
  const slope = growth?.slope ?? usualSlope;
  const usual = await make();
  const usualSize = sizeOf(usual);
  if (usualSize <= maxBytes) return usual;
  await discard(usual);
  // What does not fit at the usual quality fits at no better one.
  let tooLarge: Point = { quality: Math.min(best, growth?.usual ?? best), size: usualSize };
  let last: Point = { quality: Math.min(best, growth?.usual ?? usualQuality), size: usualSize };
  let fitting: (Point & { files: string[] }) | undefined;
  for (let n = 0; n < tries && mayGoOn(); n += 1) {
    const quality = nextQuality({ fitting, tooLarge, last, maxBytes, usual: slope, n });
    if (quality === undefined) break;
    const files = await make(quality);
    const size = sizeOf(files);
    last = { quality, size };
    if (size > maxBytes) {
      if (quality === 1) throw unreachable(maxBytes, Math.min(size, usualSize));
      tooLarge = last;
      await discard(files);
    } else {
      if (fitting) await discard(fitting.files);
      fitting = { ...last, files };
      if (size >= closeEnough * maxBytes) break;
    }
  }
  return fitting?.files ?? (await smallestFitting(make, maxBytes, usualSize));
}

async function smallestFitting(
  make: SizeSearch['make'],
  maxBytes: number,
  usualSize: number,
): Promise<string[]> {
  const files = await make(1);
  const size = sizeOf(files);
  if (size > maxBytes) throw unreachable(maxBytes, Math.min(size, usualSize));
  return files;
}

interface SearchState {
  fitting: Point | undefined;
  tooLarge: Point;
  last: Point;
  maxBytes: number;
  /** The slope until two results are seen. */
  usual: number;
  /** How many tries there were. */
  n: number;
}

/** Between what fits and what is too large, where the size should meet the aim; undefined where there is none between. */
function nextQuality({ fitting, tooLarge, last, maxBytes, usual, n }: SearchState): number | undefined {
  const [least, most] = [fitting ? fitting.quality + 1 : 1, tooLarge.quality - 1];
  if (least > most) return undefined;
  // Estimates may close in from one side only; every third try halves the range.
  if (n % 3 === 2) return Math.floor((least + most) / 2);
  const slope = fitting && n > 1 ? slopeBetween(fitting, tooLarge, usual) : usual;
  const from = fitting && n > 1 ? fitting : last;
  const aim = Math.log(maxBytes * (0.5 + closeEnough / 2));
  const estimate = fromCurve(onCurve(from.quality) + (aim - Math.log(from.size)) / slope);
  return Math.min(most, Math.max(least, Math.round(estimate)));
}

function slopeBetween(one: Point, other: Point, usual: number): number {
  const slope = (Math.log(one.size) - Math.log(other.size)) / (onCurve(one.quality) - onCurve(other.quality));
  return Number.isFinite(slope) && slope > 0.1 ? slope : usual;
}

/** On this scale the logarithm of the size grows evenly: little in the middle, and fast at both ends. */
const onCurve = (quality: number) => Math.log(quality / (101 - quality));

const fromCurve = (at: number) => 101 / (1 + Math.exp(-at));

/** What lies beside the files is not theirs. */
async function discard(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file)));
}

function unreachable(maxBytes: number, smallest: number): ServiceError {
  return new ServiceError(
    'bad_request',
    `The result cannot be made that small: the minimum is ${smallest} bytes, and max_size is ${maxBytes}.`,
    { details: { field: 'max_size', reason: 'max_size_unreachable', smallest } },
  );
}
