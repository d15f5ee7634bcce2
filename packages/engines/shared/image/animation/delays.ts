/**
 * Reads the frame delays of GIF, APNG and WebP animations, and writes exact delays into files, because ffmpeg rounds or
 * guesses some delays.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

type Animated = 'gif' | 'apng' | 'webp';

/** The delay of a frame in milliseconds, and a function that stores another delay in the file. */
interface StoredDelay {
  ms: number;
  store: (ms: number) => void;
}

const readers: Readonly<Record<Animated, (file: Buffer) => Generator<StoredDelay>>> = {
  gif: gifDelays,
  apng: apngDelays,
  webp: webpDelays,
};

export const isAnimated = (ext: string): ext is Animated => Object.hasOwn(readers, ext);

/** Returns the delay of each frame in milliseconds, as browsers show it. Returns an empty list for still pictures. */
export function delaysOf(ext: string, file: Buffer): number[] {
  return isAnimated(ext) ? [...readers[ext](file)].map(({ ms }) => shownDelay(ms)) : [];
}

/**
 * Returns how long browsers show a frame with a stored delay, in milliseconds. In every format, 10 ms or less count as
 * 100 ms, according to Chromium (`BitmapImage`), Firefox (`FrameTimeout`) and WebKit (`ImageDecoder`).
 */
export const shownDelay = (ms: number): number => (ms <= 10 ? 100 : ms);

/**
 * Returns the path of an animation that has the same delays as in browsers. If `input` already has these delays,
 * returns `input`. If the delays must be changed, returns the path of a changed copy in the folder `work`. FFmpeg would
 * skip frames without a delay.
 */
export async function withShownDelays(ext: string, input: string, work: string): Promise<string> {
  if (!isAnimated(ext)) return input;
  const file = await readFile(input);
  const short = [...readers[ext](file)].filter(({ ms }) => shownDelay(ms) !== ms);
  if (short.length === 0) return input;
  for (const { store } of short) store(shownDelay(0));
  const copy = `${work}/shown-delays.${ext}`;
  await writeFile(copy, file);
  return copy;
}

/** Returns the delays, rounded to multiples of the format's unit. The rounding errors do not add up. */
export function storableDelays(ext: string, delays: readonly number[]): number[] {
  const unit = { gif: 10, webp: 1 }[ext];
  return unit === undefined ? [...delays] : roundedTo(unit, delays);
}

/**
 * FFmpeg flags that keep every frame exactly once. A fixed frame rate would merge some frames and repeat other frames.
 */
export const allFrames = ['-fps_mode', 'passthrough'];

/**
 * Stores the delays of the frames, in milliseconds, in the file at `path`, because ffmpeg rounds them to a common rate
 * and guesses the last delay.
 */
export async function storeDelaysIn(path: string, ext: string, delays: readonly number[]): Promise<void> {
  const file = await readFile(path);
  storeDelays(delays, ext, file);
  await writeFile(path, file);
}

/**
 * Stores the delays in the frames of `file`. If the encoder has merged equal frames, changes only the last delay, so
 * that the total duration is correct.
 */
function storeDelays(delays: readonly number[], ext: string, file: Buffer): void {
  const stored = isAnimated(ext) ? [...readers[ext](file)] : [];
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  if (stored.length === delays.length) {
    const exact = storableDelays(ext, delays);
    for (const [n, { store }] of stored.entries()) store(exact[n] ?? 0);
    return;
  }
  const last = stored.pop();
  const before = stored.reduce((sum, { ms }) => sum + ms, 0);
  if (last && total - before > 0) last.store(total - before);
}

/**
 * Rounds delays to multiples of `unit`. The sum of the rounded delays differs from the sum of the original delays by at
 * most half a unit, unless a delay is shorter than the minimum.
 */
function roundedTo(unit: number, delays: readonly number[]): number[] {
  let [exact, rounded] = [0, 0];
  return delays.map((delay) => {
    exact += delay;
    // The minimum for GIF is 20 ms, because browsers show a frame of 10 ms for 100 ms.
    const least = unit === 10 ? 20 : unit;
    const here = Math.max(least, Math.round((exact - rounded) / unit) * unit);
    rounded += here;
    return here;
  });
}

function* gifDelays(file: Buffer): Generator<StoredDelay> {
  if (file.length < 13) return;
  const palette = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  // A frame without a control block has no delay.
  let control: number | undefined;
  for (let at = 13 + palette(file[10] ?? 0); at < file.length;) {
    const kind = file[at];
    if (kind === 0x21) {
      if (file[at + 1] === 0xf9) control = at + 4;
      at = afterBlocks(file, at + 2);
    } else if (kind === 0x2c) {
      const place = control;
      const ms = place === undefined || place + 2 > file.length ? 0 : file.readUInt16LE(place) * 10;
      const store = (exact: number) =>
        void (place === undefined || file.writeUInt16LE(Math.min(65_535, Math.round(exact / 10)), place));
      yield { ms, store };
      control = undefined;
      at = afterBlocks(file, at + 11 + palette(file[at + 9] ?? 0));
    } else break;
  }
}

/**
 * Returns the offset of the first byte after a chain of blocks. Each block begins with its length, and an empty block
 * ends the chain.
 */
function afterBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1;
  return at + 1;
}

/** Returns the delay as a fraction of a second, which is exact for whole milliseconds and usual frame rates. */
export function apngDelay(ms: number): { count: number; unit: number } {
  const units = [1000, 30_000, 24_000, 60_000, 100].filter((unit) => (ms * unit) / 1000 <= 65_535);
  const off = (unit: number) => Math.abs((ms * unit) / 1000 - Math.round((ms * unit) / 1000)) / unit;
  const unit = units.sort((a, b) => off(a) - off(b))[0] ?? 1;
  return { count: Math.min(65_535, Math.round((ms * unit) / 1000)), unit };
}

function* apngDelays(file: Buffer): Generator<StoredDelay> {
  for (let at = 8; at + 12 <= file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) !== 'fcTL' || at + 38 > file.length) continue;
    const place = at + 28;
    // If the denominator of the delay is 0, the delay is in units of 1/100 s.
    const ms = (file.readUInt16BE(place) / (file.readUInt16BE(place + 2) || 100)) * 1000;
    const chunk = at;
    const store = (exact: number) => {
      const { count, unit } = apngDelay(exact);
      file.writeUInt16BE(count, place);
      file.writeUInt16BE(unit, place + 2);
      file.writeUInt32BE(crc32(file.subarray(chunk + 4, chunk + 34)), chunk + 34);
    };
    yield { ms, store };
  }
}

function* webpDelays(file: Buffer): Generator<StoredDelay> {
  for (const at of framesOfWebp(file)) {
    // The delay follows 4 fields of 3 bytes: the position and size of the frame.
    const place = at + 20;
    const store = (exact: number) => void file.writeUIntLE(Math.min(0xff_ffff, Math.round(exact)), place, 3);
    if (place + 3 <= file.length) yield { ms: file.readUIntLE(place, 3), store };
  }
}

/** Returns the offsets of the frame chunks. */
export function* framesOfWebp(file: Buffer): Generator<number> {
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'ANMF') yield at;
    at += 8 + length + (length % 2);
  }
}
