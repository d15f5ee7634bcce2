/**
 * Converts audio and video: probes the file, copies the streams that the target supports, encodes all other streams,
 * and checks the length of the result.
 */
import path from 'node:path';
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { progressLogName, type Step } from '../../contract/engine.ts';
import { warnOfSampledAlpha } from './images/alpha-sample.ts';
import { isComplete, type MediaAttempt } from './attempt.ts';
import { ffprobe, ffprobeLength } from './command.ts';
import { readMedia, type Media } from './media.ts';
import { delaysOf, isAnimated, withShownDelays } from '../../shared/image/animation/delays.ts';
import { secondLayer } from './hevc-layers.ts';
import { lastValue, leastSeconds, logHeader } from './progress.ts';
import { pictureAttempts, pictureTargets } from './images/pictures.ts';
import { matroskaCodecs } from './streams/codec-ids.ts';
import { unlistedDecoder } from './streams/decoders.ts';
import { audioSources, animationSources, sourceOfFile, type Source } from './streams/sources.ts';
import { runAsProcess, type RunProgram } from './streams/programs.ts';
import { streamAttempts } from './streams/streams.ts';
import { audioTargets, videoTargets } from './streams/targets.ts';
import { restoreRepeats } from './streams/theora-repeats.ts';
import { declareTransparencyIn } from './images/webp-alpha.ts';
import { waveformAttempts, waveformFilter } from './images/waveform.ts';
import { isCut, readablePart } from './streams/remains.ts';
import { endBytes, type FileEnds } from './streams/truncation.ts';
import { RefusedError } from '../../contract/reasons.ts';
import { extractedCover } from './images/extract-cover.ts';
import { unpackedFlash } from './images/flash.ts';
import { apngInSrgb } from './images/animated-png.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { readStep } from '../../contract/step.ts';
import { warn } from '../../shared/runner/warn.ts';
import { broadcastFlags, withBroadcastTags } from './tags/broadcast.ts';
import { carryTags, commentedChapters, tagFlags } from './tags/carry.ts';
import type { Probed } from './tags/probed.ts';
import { chosenTracks, trackFile } from './streams/tracks.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';

/** A step with additional properties: whether the target supports alpha, and whether it supports tags. */
type MediaStep = Step & { holdsAlpha?: boolean; holdsTags?: boolean };

/** A running conversion: the requested step, and the properties found in the file. */
interface MediaTask {
  step: MediaStep;
  source: Source;
  media: Media;
  /** The tags and chapters of the source, as ffprobe prints them. */
  probed: Probed;
  /** The tags and chapters to write to the result. */
  tagged: Probed;
  runProgram: RunProgram;
}

/** Runs the conversion. Sets the exit status if no attempt succeeds. */
export async function convert(given: MediaStep, runProgram: RunProgram): Promise<void> {
  const step = { ...given, input: await readableInput(given) };
  const source = sourceOfFile(step.from, step.input);
  if (Object.hasOwn(animationSources, step.from)) await refuseTruncated(step.input, step.from);
  const ends = readEnds(step.input);
  const isEndMissing = await isCut(source, step.input, ends);
  const probed = await runProgram(ffprobe(source, step.input));
  if (probed.status !== 0) refuseUnread(probed);
  const ids = source.container === 'ebml' ? matroskaCodecs(ends.head) : [];
  const media = readMedia(probed.stdout, probed.stderr, ids);
  const log = `${step.work}/${progressLogName}`;
  const remains = isEndMissing
    ? await readablePart({ source, input: step.input, media, ends, runProgram, log })
    : undefined;
  if (isEndMissing && remains === undefined) fail(1, 'the file is shorter than it declares\n');
  const tags = JSON.parse(probed.stdout) as Probed;
  const tagged = withBroadcastTags(tags, step.options);
  for (const task of tasksOf({ step, source, media, probed: tags, tagged, runProgram })) {
    process.exitCode = await statusOf(await attemptsOrRefusal(task), task);
    if (process.exitCode !== 0) return;
  }
  if (remains !== undefined) warn(step, 'salvaged', remains);
}

/** Returns the path of the source, or of a copy that ffmpeg reads completely and with the right colours. */
async function readableInput(step: MediaStep): Promise<string> {
  const { from, input, work } = step;
  if (from === 'swf') return unpackedFlash(input, work);
  return withShownDelays(from, from === 'apng' ? await apngInSrgb(step, input) : input, work);
}

/** Returns one task, or one task per requested track if files of the target format have only one track. */
function tasksOf(task: MediaTask): MediaTask[] {
  const { step, media } = task;
  const target = audioTargets[step.to];
  if (step.options.track === undefined || !target?.sound || target.sound.allTracks || step.from === step.to)
    return [task];
  const chosen = orRefusal(() => chosenTracks(media.sounds, step.options.track));
  return chosen.map((one) => ({
    ...task,
    media: { ...media, sounds: [one.track] },
    step: {
      ...step,
      options: { ...step.options, track: 'all' },
      output: chosen.length === 1 ? step.output : path.join(step.outputDir, trackFile(one, step.to)),
    },
  }));
}

/** Runs the attempts until one succeeds, and returns the exit status of the last attempt that was run. */
async function statusOf(attempts: readonly MediaAttempt[], task: MediaTask): Promise<number> {
  let status = 1;
  for (const attempt of attempts) {
    status = await attemptStatus(attempt, task);
    if (status === 0) {
      warnOfChanges(task.step, attempt);
      warnOfSecondLayer(task);
      if (task.step.holdsTags) await carryTags({ ...task, probed: task.tagged });
      break;
    }
  }
  return status;
}

function warnOfChanges(step: Step, { leftOut, mapsRange, flattens }: MediaAttempt): void {
  if (leftOut) warn(step, 'tracks_left_out', leftOut);
  if (mapsRange) warn(step, 'hdr_reduced');
  warnOfSampledAlpha(step);
  // Conversions of animated images need no warning, because their engine already declares that transparency is lost.
  if (flattens && !Object.hasOwn(animationSources, step.from)) warn(step, 'transparency_flattened');
}

function warnOfSecondLayer({ step, media }: MediaTask): void {
  if (media.picture?.codec !== 'hevc' || Object.hasOwn(audioTargets, step.to)) return;
  const layer = secondLayer(step);
  if (layer !== undefined) warn(step, 'content_left_out', layer);
}

const attemptsOrRefusal = (task: MediaTask): Promise<MediaAttempt[]> =>
  attemptsFor(task).catch(refuseOrThrow);

function orRefusal<T>(choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    return refuseOrThrow(error);
  }
}

function refuseOrThrow(error: unknown): never {
  if (error instanceof RefusedError) refuse(error.reason, error.feature);
  throw error;
}

async function attemptsFor(task: MediaTask): Promise<MediaAttempt[]> {
  const { step, source, media, probed, tagged, runProgram } = task;
  const isAudio = Object.hasOwn(audioSources, step.from);
  if (isAudio && step.to === 'png') return waveformAttempts({ ...step, media, source });
  const picture = pictureTargets.find((to) => to === step.to);
  if (picture)
    return pictureAttempts({ ...step, media, source, to: picture, holdsAlpha: step.holdsAlpha ?? false });
  const target = audioTargets[step.to] ?? videoTargets[step.to];
  if (!target) throw new Error(`ffmpeg does not write ${step.to}`);
  const cover = await extractedCover({ target, source, media, runProgram }, step);
  return streamAttempts({
    ...step,
    media,
    source,
    target,
    cover,
    tags: step.holdsTags ? await tagFlags(step, target.muxer, tagged) : undefined,
    changedTags: [
      ...broadcastFlags(probed, tagged, target.muxer),
      ...(step.holdsTags ? await commentedChapters(step, target.muxer, tagged) : []),
    ],
    sameFormat: step.from === step.to,
    ...(isAudio && { waveform: waveformFilter(media) }),
  });
}

/** Returns the exit status of an attempt: 0 if every command succeeded and the result is complete. */
async function attemptStatus(
  { commands, seconds, firstIsMeasured }: MediaAttempt,
  { step, media, runProgram }: MediaTask,
): Promise<number> {
  let [measuredLog, lastLog] = ['', ''];
  const log = `${step.work}/${progressLogName}`;
  for (const [n, command] of commands.entries()) {
    // The server reads the conversion's progress from the file `log`.
    writeFileSync(log, logHeader({ number: n + 1, of: commands.length, seconds }));
    const { status, stderr } = await runProgram(command, log);
    process.stderr.write(stderr);
    if (status !== 0) return status;
    lastLog = readFileSync(log, 'utf8');
    if (n === 0 || !firstIsMeasured) measuredLog = lastLog;
  }
  if (step.to === 'webp') await declareTransparencyIn(step.output);
  if (step.to === 'ogv') restoreRepeats(step.output, lastValue(lastLog, 'frame'));
  if (step.to === 'png' || step.to === 'jpg') {
    if (lastValue(lastLog, 'frame') === 0) return 1;
    if (seconds === undefined) return 0;
  }
  const writtenSeconds =
    step.to === 'webp' && !firstIsMeasured
      ? animationSeconds(step)
      : lastValue(measuredLog, 'out_time_us') / 1e6;
  if (isComplete(writtenSeconds, seconds)) return 0;
  if (isComplete(await declaredSeconds(step, runProgram), seconds)) return 0;
  if (media.sounds.length === 0 && isComplete(leastSeconds(measuredLog), seconds)) return 0;
  process.stderr.write(`wrote ${writtenSeconds} s of ${seconds ?? 'an unknown number of'} s\n`);
  return 1;
}

/**
 * Returns the length in seconds that the container of the result declares. The declared length is needed if the length
 * in the progress log is too short. FFmpeg 7 logs only the end of the shortest stream, but subtitles and sound often
 * end before the video, and a cover has no end. For a GIF, FFmpeg 7 logs only the start of the last frame.
 */
async function declaredSeconds(step: Step, runProgram: RunProgram): Promise<number> {
  if (isAnimated(step.to)) return animationSeconds(step);
  return Number((await runProgram(ffprobeLength(step.output))).stdout) || 0;
}

/** Returns the length of an animation from the delays of its frames. */
function animationSeconds({ to, output }: Step): number {
  return delaysOf(to, readFileSync(output)).reduce((sum, ms) => sum + ms, 0) / 1000;
}

function readEnds(name: string): FileEnds {
  const file = openSync(name, 'r');
  const { size } = fstatSync(file);
  const read = (position: number) => {
    const bytes = Buffer.alloc(Math.min(size, endBytes));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
  };
  const ends = { size, head: read(0), tail: read(Math.max(0, size - endBytes)) };
  closeSync(file);
  return ends;
}

/**
 * Exits with the reason why the file could not be read. A file whose codec has no listed decoder is unsupported, not
 * corrupt.
 */
function refuseUnread({ status, stderr }: { status: number; stderr: string }): never {
  const [, codec] = unlistedDecoder.exec(stderr) ?? [];
  if (codec !== undefined) refuse('unsupported_feature', `codec ${codec}`);
  fail(status, stderr);
}

function fail(status: number, why: string): never {
  process.stderr.write(why);
  process.exit(status);
}

if (import.meta.main) await convert(readStep<MediaStep>(), runAsProcess);
