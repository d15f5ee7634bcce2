/** Joins several recordings or videos in sequence. Videos with the same encoding are joined without re-encoding. */
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { progressLogName } from '../../contract/engine.ts';
import { run } from '../../shared/runner/run.ts';
import { readStep } from '../../contract/step.ts';
import { warn } from '../../shared/runner/warn.ts';
import { ffmpegOfList, ffmpegOfSeveral, ffprobe, ffprobeCodings } from './command.ts';
import { concatenation } from './concatenation.ts';
import { readMedia } from './media.ts';
import { areCodedAlike } from './streams/same-coding.ts';
import { sourceOfFile } from './streams/sources.ts';

const plain = [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

const step = readStep();
const { from, inputs = [], output, work } = step;
const source = sourceOfFile(from, inputs[0] ?? '');
const media = inputs.map((input) => {
  const probed = run(ffprobe(source, input));
  if (probed.status !== 0) fail(probed.status, probed.stderr);
  return readMedia(probed.stdout, probed.stderr);
});
const log = openSync(`${work}/${progressLogName}`, 'w');
if (from !== 'mkv' || !joinedByCopying()) joinAnew();
closeSync(log);

/**
 * Tries to join the videos without encoding. Returns false if the codings of the videos differ, or if FFmpeg reports a
 * problem.
 */
function joinedByCopying(): boolean {
  const codings = inputs.map((input) => run(ffprobeCodings(source, input)));
  if (codings.some(({ status }) => status !== 0)) return false;
  if (!areCodedAlike(codings.map(({ stdout }) => stdout))) return false;
  const list = `${work}/videos.txt`;
  writeFileSync(list, ['ffconcat version 1.0', ...inputs.map((input) => `file '${input}'`), ''].join('\n'));
  const copied = run(ffmpegOfList(list, ['-map', '0', '-c', 'copy', ...plain, output]), log);
  if (copied.status === 0 && copied.stderr === '') return true;
  rmSync(output, { force: true });
  return false;
}

function joinAnew(): void {
  const flags = concatenation(media, { video: from === 'mkv' });
  const { status, stderr } = run(ffmpegOfSeveral(source, inputs, [...flags, ...plain, output]), log);
  if (status !== 0) fail(status, stderr);
  if (from === 'mkv' && media.some(({ picture }) => picture?.isHdr)) warn(step, 'hdr_reduced');
}

function fail(withStatus: number, message: string): never {
  process.stderr.write(message);
  process.exit(withStatus);
}
