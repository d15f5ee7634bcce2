/**
 * Decodes audio files, if possible with a program other than FFmpeg, and checks that they contain the two sample tones.
 */
import assert from 'node:assert/strict';
import { run } from '../../../samples/run.ts';
import { tones } from '../../../samples/media/tones.ts';

export interface Sound {
  /** Samples per second. */
  rate: number;
  /** The samples of each channel, from -1 to 1. */
  channels: readonly Float64Array[];
}

type SoundReader = (file: string) => [program: string, args: readonly string[]];

const sox =
  (type: string): SoundReader =>
  (file) => ['/usr/bin/sox', ['-V1', '-D', '-t', type, file, '-t', 'wav', '-b', '16', '-']];

const faad: SoundReader = (file) => ['/usr/bin/faad', ['-q', '-w', file]];

/** For each file extension, the command that decodes the file and writes a WAV file to standard output. */
const readers: Readonly<Record<string, SoundReader>> = {
  ...Object.fromEntries(
    ['wav', 'aiff', 'au', 'caf', 'flac', 'w64', 'voc', 'mp3', 'mp2'].map((ext) => [ext, sox(ext)]),
  ),
  ogg: sox('vorbis'),
  amr: sox('amr-nb'),
  awb: sox('amr-wb'),
  m4a: faad,
  m4b: faad,
  m4r: faad,
  aac: faad,
  opus: (file) => ['/usr/bin/opusdec', ['--quiet', '--force-wav', file, '-']],
  wv: (file) => ['/usr/bin/wvunpack', ['-q', file, '-o', '-']],
  dts: (file) => ['/usr/bin/dcadec', ['-o', 'wav', file]],
};

const ffmpeg: SoundReader = (file) => [
  '/usr/bin/ffmpeg',
  ['-v', 'error', '-i', file, '-map', '0:a:0', '-c:a', 'pcm_s16le', '-f', 'wav', '-'],
];

/** Formats with readers that write mono sound as two equal channels. */
const twoSided = ['m4a', 'm4b', 'm4r', 'aac', 'dts'];

export async function readSound(file: string, ext: string, hearing: Hearing): Promise<Sound> {
  const reader = hearing === 'mixed' && twoSided.includes(ext) ? ffmpeg : (readers[ext] ?? ffmpeg);
  const [program, args] = reader(file);
  return fromWave((await run(program, args)).stdout);
}

/**
 * Reads the 16-bit samples of a WAV file, up to the end of the file. Ignores the length in the header, because a
 * program that writes to a pipe does not know the length in advance.
 */
export function fromWave(bytes: Buffer): Sound {
  assert.equal(bytes.toString('latin1', 8, 12), 'WAVE', 'the reader gave no wave file');
  let [at, rate, count] = [12, 0, 0];
  for (;;) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    at += 8;
    if (name === 'data') break;
    if (name === 'fmt ') {
      [count, rate] = [bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)];
      assert.equal(bytes.readUInt16LE(at + 14), 16, 'bits a sample');
    }
    at += length + (length % 2);
  }
  const frames = Math.floor((bytes.length - at) / 2 / count);
  const channels = Array.from({ length: count }, () => new Float64Array(frames));
  for (const [channel, samples] of channels.entries()) {
    for (let n = 0; n < frames; n += 1)
      samples[n] = bytes.readInt16LE(at + (n * count + channel) * 2) / 32_768;
  }
  return { rate, channels };
}

/**
 * Returns the fraction of the signal's power at the frequency `pitch` (in hertz), in the half second that starts at
 * `from` (in seconds). Uses Goertzel's algorithm.
 */
export function share(samples: Float64Array, rate: number, pitch: number, from: number): number {
  const part = samples.subarray(Math.round(from * rate), Math.round((from + 0.5) * rate));
  const step = 2 * Math.cos((2 * Math.PI * pitch) / rate);
  let [last, before, power] = [0, 0, 0];
  // Avoids destructuring, because this loop runs over all samples of all files and would take 20 times as long.
  for (let n = 0; n < part.length; n += 1) {
    const sample = part[n] ?? 0;
    const next = sample + step * last - before;
    before = last;
    last = next;
    power += sample * sample;
  }
  const found = last * last + before * before - step * last * before;
  return power / part.length < 1e-6 ? 0 : (2 * found) / (part.length * power);
}

/**
 * The form in which a file must contain the two tones. With `apart`, each stereo channel contains one tone. With
 * `mixed`, one mono channel contains both tones. With `notes`, an instrument plays both tones as MIDI notes.
 */
export type Hearing = 'apart' | 'mixed' | 'notes';

/** Throws unless the tones are present near the start, in the middle and near the end. */
export function checkTones({ rate, channels }: Sound, hearing: Hearing): void {
  if (hearing !== 'notes') assert.equal(channels.length, hearing === 'mixed' ? 1 : 2, 'channels');
  for (const from of [0.2, 1.2, 2.3]) {
    for (const [n, samples] of channels.entries()) {
      const [left, right] = [share(samples, rate, tones.left, from), share(samples, rate, tones.right, from)];
      const levels = `channel ${n} at ${from} s: ${left.toFixed(3)} of ${tones.left} Hz, ${right.toFixed(3)} of ${tones.right} Hz`;
      const [mine, other] = n === 0 ? [left, right] : [right, left];
      if (hearing === 'apart') assert.ok(mine > 0.85 && other < 0.05, levels);
      if (hearing === 'mixed') assert.ok(left > 0.25 && right > 0.25, levels);
      // The minimum is low for two reasons: the pitches of MIDI notes differ from the tones by half a hertz, and a part
      // of an instrument's power is in overtones.
      if (hearing === 'notes') assert.ok(left > 0.03 && right > 0.03, levels);
    }
  }
}
