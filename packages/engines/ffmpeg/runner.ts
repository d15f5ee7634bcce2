/** Converts audio and video: probes the file, copies the streams that the target supports, encodes the rest, checks the length. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { progressLogName } from '../runtime/engine.ts';
import { isComplete, type MediaAttempt } from './attempt.ts';
import { ffprobe, ffprobeLength } from './command.ts';
import { readMedia } from './media.ts';
import { logHeader } from './progress.ts';
import { pictureAttempts, pictureTargets } from './pictures.ts';
import { audioSources, animationSources, sourceOf } from './sources.ts';
import { streamAttempts } from './streams.ts';
import { audioTargets, videoTargets } from './targets.ts';
import { restoreRepeats } from './theora-repeats.ts';
import { waveformAttempts, waveformFilter } from './waveform.ts';
import { webpSeconds } from './webp-length.ts';
import { isFileComplete, endBytes, type FileEnds } from './truncation.ts';
import { RefusedError } from '../runtime/reasons.ts';
import { extractedCover } from './extract-cover.ts';
import { unpackedFlash } from './flash.ts';
import { refuse } from '../runtime/refuse.ts';
import { run } from '../runtime/run.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

const given = readStep();
const step = given.from === 'swf' ? { ...given, input: unpackedFlash(given.input, given.work) } : given;
const source = sourceOf(step.from);
if (Object.hasOwn(animationSources, step.from)) await refuseTruncated(step.input, step.from);
if (source.container && !isFileComplete(source.container, readEnds(step.input)))
  fail(1, 'the file is shorter than it declares\n');
const probed = run(ffprobe(source, step.input));
if (probed.status !== 0) fail(probed.status, probed.stderr);
const media = readMedia(probed.stdout, probed.stderr);

let status = 1;
for (const attempt of attemptsOrRefusal()) {
  status = attemptStatus(attempt);
  if (status === 0) break;
}
process.exitCode = status;

function attemptsOrRefusal(): MediaAttempt[] {
  try {
    return attempts();
  } catch (error) {
    if (error instanceof RefusedError) refuse(error.reason);
    throw error;
  }
}

function attempts(): MediaAttempt[] {
  const isAudio = Object.hasOwn(audioSources, step.from);
  if (isAudio && step.to === 'png') return waveformAttempts({ ...step, media, source });
  const picture = pictureTargets.find((to) => to === step.to);
  if (picture) return pictureAttempts({ ...step, media, source, to: picture });
  const target = audioTargets[step.to] ?? videoTargets[step.to];
  if (!target) throw new Error(`ffmpeg does not write ${step.to}`);
  const cover = extractedCover(target, source, media, step);
  return streamAttempts({
    ...step,
    media,
    source,
    target,
    cover,
    sameFormat: step.from === step.to,
    ...(isAudio && { waveform: waveformFilter(media) }),
  });
}

/** The exit status of an attempt: 0 when every command succeeded and the result is complete. */
function attemptStatus({ commands, seconds, firstIsMeasured }: MediaAttempt): number {
  let [measuredLog, lastLog] = ['', ''];
  for (const [n, command] of commands.entries()) {
    const part = { number: n + 1, of: commands.length, seconds };
    const { status, log, stderr } = runWithLog(command, logHeader(part));
    process.stderr.write(stderr);
    if (status !== 0) return status;
    lastLog = log;
    if (n === 0 || !firstIsMeasured) measuredLog = log;
  }
  if (step.to === 'ogv') restoreRepeats(step.output, lastValue(lastLog, 'frame'));
  if (step.to === 'png' || step.to === 'jpg') {
    if (lastValue(lastLog, 'frame') === 0) return 1;
    if (seconds === undefined) return 0;
  }
  const writtenSeconds =
    step.to === 'webp' && !firstIsMeasured
      ? webpSeconds(readFileSync(step.output))
      : lastValue(measuredLog, 'out_time_us') / 1e6;
  if (isComplete(writtenSeconds, seconds) || isComplete(declaredSeconds(), seconds)) return 0;
  process.stderr.write(`wrote ${writtenSeconds} s of ${seconds ?? 'an unknown number of'} s\n`);
  return 1;
}

/**
 * The length of the result in seconds, as its container declares it. FFmpeg 7 reports the end of the stream that ended
 * first: subtitles and sound are often shorter than their film.
 */
function declaredSeconds(): number {
  if (!Object.hasOwn(videoTargets, step.to)) return 0;
  return Number(run(ffprobeLength(step.output)).stdout) || 0;
}

/** Runs ffmpeg with its log in a file of the scratch folder, where the service can read the progress. */
function runWithLog(
  command: readonly string[],
  head: string,
): { status: number; log: string; stderr: string } {
  const path = `${step.work}/${progressLogName}`;
  writeFileSync(path, head);
  const file = openSync(path, 'a');
  try {
    const { status, stderr } = run(command, file);
    return { status, stderr, log: readFileSync(path, 'utf8') };
  } finally {
    closeSync(file);
  }
}

/** The last value of `name` in ffmpeg's progress log. */
function lastValue(progress: string, name: string): number {
  const values = progress.split('\n').filter((line) => line.startsWith(`${name}=`));
  return Number(values.at(-1)?.slice(name.length + 1)) || 0;
}

function readEnds(path: string): FileEnds {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const read = (position: number) => {
    const bytes = Buffer.alloc(Math.min(size, endBytes));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
  };
  const ends = { size, head: read(0), tail: read(Math.max(0, size - endBytes)) };
  closeSync(file);
  return ends;
}

function fail(status: number, why: string): never {
  process.stderr.write(why);
  process.exit(status);
}
