/** Converts sound and video: looks at the file, tries to copy what the target can take, encodes the rest, checks the length. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { progressLogName } from '../runtime/engine.ts';
import { isComplete, type MediaAttempt } from './attempt.ts';
import { ffprobe } from './command.ts';
import { readMedia } from './media.ts';
import { notesHead } from './notes.ts';
import { pictureAttempts, pictureTargets } from './pictures.ts';
import { audioSources, movingSources, sourceOf } from './sources.ts';
import { streamAttempts } from './streams.ts';
import { audioTargets, videoTargets } from './targets.ts';
import { movingWave, waveAttempts } from './waveform.ts';
import { webpSeconds } from './webp-length.ts';
import { isFileComplete, seenBytes, type FileEnds } from './truncation.ts';
import { RefusedError } from '../runtime/reasons.ts';
import { coverAside } from './extract-cover.ts';
import { unpackedFlash } from './flash.ts';
import { refuse } from '../runtime/refuse.ts';
import { run } from '../runtime/run.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

const told = readStep();
const step = told.from === 'swf' ? { ...told, input: unpackedFlash(told.input, told.work) } : told;
const source = sourceOf(step.from);
if (Object.hasOwn(movingSources, step.from)) await refuseTruncated(step.input, step.from);
if (source.container && !isFileComplete(source.container, see(step.input)))
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

function planned(): MediaAttempt[] {
  try {
    return attempts();
  } catch (error) {
    if (error instanceof RefusedError) refuse(error.reason);
    throw error;
  }
}

function attempts(): MediaAttempt[] {
  const isSound = Object.hasOwn(audioSources, step.from);
  if (isSound && step.to === 'png') return waveAttempts({ ...step, media, source });
  const picture = pictureTargets.find((to) => to === step.to);
  if (picture) return pictureAttempts({ ...step, media, source, to: picture });
  const target = audioTargets[step.to] ?? videoTargets[step.to];
  if (!target) throw new Error(`ffmpeg does not write ${step.to}`);
  const cover = coverAside(target, source, media, step);
  return streamAttempts({ ...step, media, source, target, cover, ...(isSound && { drawn: movingWave }) });
}

/** 0 when every command went well and the last one wrote all there was. */
function attemptStatus({ commands, seconds }: MediaAttempt): number {
  let written = '';
  for (const [n, command] of commands.entries()) {
    const part = { nth: n + 1, of: commands.length, seconds };
    const { status, told, stderr } = runNoting(command, notesHead(part));
    process.stderr.write(stderr);
    if (status !== 0) return status;
    written = told;
  }
  if (step.to === 'png' || step.to === 'jpg') {
    if (lastOf(written, 'frame') === 0) return 1;
    if (seconds === undefined) return 0;
  }
  const lasting =
    step.to === 'webp' ? webpSeconds(readFileSync(step.output)) : lastOf(written, 'out_time_us') / 1e6;
  if (isComplete(lasting, seconds)) return 0;
  process.stderr.write(`wrote ${lasting} s of ${seconds ?? 'an unknown number of'} s\n`);
  return 1;
}

/** What it tells of its progress goes where it can be seen from outside while it works. */
function runNoting(
  command: readonly string[],
  head: string,
): { status: number; told: string; stderr: string } {
  const notes = `${step.work}/${progressLogName}`;
  writeFileSync(notes, head);
  const file = openSync(notes, 'a');
  try {
    const { status, stderr } = run(command, file);
    return { status, stderr, told: readFileSync(notes, 'utf8') };
  } finally {
    closeSync(file);
  }
}

/** The last value of `name` in the progress that ffmpeg reports. */
function lastOf(progress: string, name: string): number {
  const values = progress.split('\n').filter((line) => line.startsWith(`${name}=`));
  return Number(values.at(-1)?.slice(name.length + 1)) || 0;
}

function see(path: string): FileEnds {
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

function fail(status: number, why: string): never {
  process.stderr.write(why);
  process.exit(status);
}
