/** Converts sound and video: looks at the file, tries to copy what the target can take, encodes the rest, checks the length. */
import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import { isComplete, type Attempt } from '../ffmpeg/attempt.ts';
import { ffprobe } from '../ffmpeg/command.ts';
import { readMedia } from '../ffmpeg/media.ts';
import { pictureAttempts, pictureTargets } from '../ffmpeg/pictures.ts';
import { sourceOf } from '../ffmpeg/sources.ts';
import { streamAttempts } from '../ffmpeg/streams.ts';
import { audioTargets, videoTargets } from '../ffmpeg/targets.ts';
import { webpSeconds } from '../ffmpeg/webp-length.ts';
import { isWhole, seenBytes, type Seen } from '../ffmpeg/whole.ts';
import { Refused } from '../reasons.ts';
import { refuse } from './refuse.ts';
import { readStep } from './step.ts';

const step = readStep();
const source = sourceOf(step.from);
if (source.container && !isWhole(source.container, see(step.input)))
  fail(1, 'the file is shorter than it says\n');
const looked = run(ffprobe(source, step.input));
if (looked.status !== 0) fail(looked.status, looked.stderr);
const media = readMedia(looked.stdout, looked.stderr);

let status = 1;
for (const attempt of planned()) {
  status = attemptStatus(attempt);
  if (status === 0) break;
}
process.exitCode = status;

function planned(): Attempt[] {
  try {
    return attempts();
  } catch (error) {
    if (error instanceof Refused) refuse(error.reason);
    throw error;
  }
}

function attempts(): Attempt[] {
  const picture = pictureTargets.find((to) => to === step.to);
  if (picture) return pictureAttempts({ ...step, media, source, to: picture });
  const target = audioTargets[step.to] ?? videoTargets[step.to];
  if (!target) throw new Error(`ffmpeg does not write ${step.to}`);
  return streamAttempts({ ...step, media, source, target });
}

/** 0 when every command went well and the last one wrote all there was. */
function attemptStatus({ commands, seconds }: Attempt): number {
  let written = '';
  for (const command of commands) {
    const { status, stdout, stderr } = run(command);
    process.stderr.write(stderr);
    if (status !== 0) return status;
    written = stdout;
  }
  if (step.to === 'png' || step.to === 'jpg') return lastOf(written, 'frame') > 0 ? 0 : 1;
  const lasting =
    step.to === 'webp' ? webpSeconds(readFileSync(step.output)) : lastOf(written, 'out_time_us') / 1e6;
  if (isComplete(lasting, seconds)) return 0;
  process.stderr.write(`wrote ${lasting} s of ${seconds ?? 'an unknown number of'} s\n`);
  return 1;
}

/** The last value of `name` in the progress that ffmpeg reports. */
function lastOf(progress: string, name: string): number {
  const values = progress.split('\n').filter((line) => line.startsWith(`${name}=`));
  return Number(values.at(-1)?.slice(name.length + 1)) || 0;
}

function see(path: string): Seen {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const read = (position: number) => {
    const bytes = Buffer.alloc(Math.min(size, seenBytes));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
  };
  const seen = { size, head: read(0), tail: read(Math.max(0, size - seenBytes)) };
  closeSync(file);
  return seen;
}

/** A death by signal n is passed on as 128+n, which is how the box tells a crash from a refusal. */
function run([program = '', ...args]: readonly string[]): { status: number; stdout: string; stderr: string } {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const ended = status ?? 128 + (signal ? constants.signals[signal] : 0);
  return { status: ended, stdout, stderr: stderr.slice(-16_000) };
}

function fail(status: number, why: string): never {
  process.stderr.write(why);
  process.exit(status);
}
