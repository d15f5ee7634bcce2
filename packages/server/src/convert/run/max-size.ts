/**
 * Finds the best quality at which a result is no larger than `max_size`, estimated from the sizes of previous attempts.
 */
import { rm } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import { sizeOf } from './step.ts';

export interface SizeSearch {
  /** Maximum size of all files of the result together, in bytes. */
  maxBytes: number;
  /** The highest quality to try. */
  best: number;
  /** Maximum number of attempts, not counting the attempts at the default quality and at the lowest quality. */
  tries: number;
  /** How the size grows with the quality, for formats that differ from the usual growth. */
  growth?: Growth | undefined;
  /** Makes the result at `quality`, or at the default quality, under unique names. */
  make: (quality?: number) => Promise<string[]>;
  /** Whether there is time for another attempt. */
  mayGoOn: () => boolean;
}

export interface Growth {
  /** The default quality of the encoder. */
  usual: number;
  /** Increase of log(size) when {@link onCurve} increases by 1. */
  slope: number;
}

/** A result of at least this share of `max_size` is good enough. */
const closeEnough = 0.9;

/**
 * Increase of log(size) when {@link onCurve} increases by 1, assumed until there are two results. For JPEG, WebP and
 * H.264, the measured value is between 0.4 and 0.65.
 */
const usualSlope = 0.5;

/** Assumed default quality of an encoder. The actual default differs between encoders. */
const usualQuality = 80;

interface Point {
  quality: number;
  size: number;
}

/**
 * Returns the result at the default quality if it fits, or else the files of the best attempt. If enough attempts are
 * allowed, the size of the returned files is close to `maxBytes` (see {@link closeEnough}). Throws `bad_request` with
 * the smallest possible size if no result fits.
 */
export async function bestFitting(search: SizeSearch): Promise<string[]> {
  const { maxBytes, best, tries, growth, make, mayGoOn } = search;
  const slope = growth?.slope ?? usualSlope;
  const usual = await make();
  const usualSize = sizeOf(usual);
  if (usualSize <= maxBytes) return usual;
  await discard(usual);
  // If the result at the default quality is too large, every higher quality is also too large.
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
  /** Assumed slope of the size curve until two results exist. */
  usual: number;
  /** Number of attempts so far. */
  n: number;
}

/**
 * Returns a quality between the best quality that fits and the lowest quality that is too large. At the returned
 * quality, the expected size is slightly below the limit. Returns undefined if there is no quality between the best
 * fitting quality and the lowest quality that is too large.
 */
function nextQuality({ fitting, tooLarge, last, maxBytes, usual, n }: SearchState): number | undefined {
  const [least, most] = [fitting ? fitting.quality + 1 : 1, tooLarge.quality - 1];
  if (least > most) return undefined;
  // The estimates may all be too low or all too high, so every third attempt uses no estimate, but halves the range.
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

/**
 * Returns a value with which the logarithm of the file size grows linearly. The returned value grows slowly for
 * qualities in the middle of the range, and fast for very low and very high qualities.
 */
const onCurve = (quality: number) => Math.log(quality / (101 - quality));

const fromCurve = (at: number) => 101 / (1 + Math.exp(-at));

/** Removes the given files, but no other files in their folder. */
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
