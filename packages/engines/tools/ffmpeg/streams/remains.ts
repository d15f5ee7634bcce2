/** Measures how much of a truncated file is readable, so that a small loss causes a warning instead of an error. */
import { readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { endsEarly } from '@protean/formats/detection/endings.ts';
import { isComplete } from '../attempt.ts';
import { ffmpeg } from '../command.ts';
import type { Media } from '../media.ts';
import { leastSeconds, writtenSeconds } from '../progress.ts';
import type { RunProgram } from './programs.ts';
import type { Source } from './sources.ts';
import { asfSeconds, declaredBytes, isFileComplete, type FileEnds } from './truncation.ts';

/**
 * Maximum number of missing bytes of a file that is treated as complete. Some programs count the header twice in the
 * declared length.
 */
const tolerance = 16;

/** Containers that declare their length in seconds, which is compared with the length of the readable part. */
const timed = ['asf', 'ebml', 'flv', 'iso-media'];

/** Returns whether the end of the file is missing. */
export async function isCut({ container }: Source, input: string, ends: FileEnds): Promise<boolean> {
  if (container === undefined) return false;
  if (container === 'iso-media') return isCutVideo(input, ends.size);
  const declared = declaredBytes(container, ends);
  return declared === undefined ? !isFileComplete(container, ends) : ends.size + tolerance < declared;
}

async function isCutVideo(input: string, size: number): Promise<boolean> {
  const file = await open(input, 'r');
  const read = async (position: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  try {
    return (await endsEarly('mp4', { size, read })) === true;
  } finally {
    await file.close();
  }
}

/** A truncated file. */
interface CutFile {
  source: Source;
  input: string;
  media: Media;
  ends: FileEnds;
  runProgram: RunProgram;
  /** File to which ffmpeg's progress is written. */
  log: string;
}

/** Returns the readable part, such as `3.9 of 4.0 seconds`, or undefined if more than 5% of the file is missing. */
export async function readablePart(file: CutFile): Promise<string | undefined> {
  const { source, ends } = file;
  const { container } = source;
  if (container === undefined) return undefined;
  if (!timed.includes(container))
    return isFileComplete(container, ends) ? shareOf(container, ends) : undefined;
  const streams = await measured(file);
  if (streams.some(({ readable, declared }) => !isComplete(readable, declared))) return undefined;
  const [most] = streams.toSorted((a, b) => lostSeconds(b) - lostSeconds(a));
  if (most === undefined) return undefined;
  const of = most.declared === undefined ? '' : ` of ${most.declared.toFixed(1)}`;
  return `${most.readable.toFixed(1)}${of} seconds`;
}

function shareOf(container: Exclude<Source['container'], undefined>, ends: FileEnds): string {
  const declared = declaredBytes(container, ends) ?? ends.size;
  return `${((100 * ends.size) / declared).toFixed(1)}% of the file`;
}

interface MeasuredStream {
  readable: number;
  declared: number | undefined;
}

const lostSeconds = ({ readable, declared = 0 }: MeasuredStream) => declared - readable;

/**
 * Returns the declared and the readable length of each stream in seconds. If the file declares only a total length, all
 * streams are measured together.
 */
async function measured(file: CutFile): Promise<MeasuredStream[]> {
  const { source, media, ends } = file;
  const streams = [...(media.picture ? [media.picture] : []), ...media.sounds];
  if (streams.length > 0 && streams.every(({ seconds }) => seconds !== undefined)) {
    const all: MeasuredStream[] = [];
    for (const { index, seconds } of streams)
      all.push({ declared: seconds, readable: await readableSeconds(file, [index]) });
    return all;
  }
  const declared = source.container === 'asf' ? asfSeconds(ends.head) : media.seconds;
  const all = streams.map(({ index }) => index);
  return all.length === 0 ? [] : [{ declared, readable: await readableSeconds(file, all) }];
}

/** Reads the packets of the streams without decoding them, and returns the end of the last packet. */
async function readableSeconds({ source, input, runProgram, log }: CutFile, streams: readonly number[]) {
  const begin = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const maps = streams.flatMap((index) => ['-map', `0:${index}`]);
  await runProgram(ffmpeg(source, input, [...maps, '-c', 'copy', '-f', 'null', '-']), log);
  const written = readFileSync(log, 'latin1').slice(begin);
  return Math.max(writtenSeconds(written), leastSeconds(written));
}
