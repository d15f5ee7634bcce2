/** Extracts the first text subtitle track of a video and converts it to the target with the subtitles runner. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ffmpeg, ffprobe } from './command.ts';
import { readMedia } from './media.ts';
import { sourceOfFile } from './sources.ts';
import { textIn } from '../encoding/detect.ts';
import { refuse } from '../runtime/refuse.ts';
import { run } from '../runtime/run.ts';
import { readStep } from '../runtime/step.ts';
import { warn } from '../runtime/warn.ts';

/** How each subtitle codec is extracted: as a copy wherever it has a file format of its own. */
const extractions: Readonly<Record<string, { ext: string; muxer: string; coding: string }>> = {
  subrip: { ext: 'srt', muxer: 'srt', coding: 'copy' },
  webvtt: { ext: 'vtt', muxer: 'webvtt', coding: 'copy' },
  ass: { ext: 'ass', muxer: 'ass', coding: 'copy' },
  ssa: { ext: 'ass', muxer: 'ass', coding: 'copy' },
  mov_text: { ext: 'srt', muxer: 'srt', coding: 'subrip' },
  text: { ext: 'srt', muxer: 'srt', coding: 'subrip' },
};

const { from, to, input, output, work } = readStep();
const source = sourceOfFile(from, input);
const media = readMedia(succeed(ffprobe(source, input)), '');
const track = media.subtitles.find(({ codec }) => Object.hasOwn(extractions, codec));
const extraction = extractions[track?.codec ?? ''];
if (!track || !extraction) refuse('no_subtitles');

const file = `${work}/track.${extraction.ext}`;
succeed(
  ffmpeg(source, input, [
    '-map',
    `0:${track.index}`,
    '-c:s',
    extraction.coding,
    '-f',
    extraction.muxer,
    file,
  ]),
);
const found = textIn(readFileSync(file), extraction.ext);
writeFileSync(file, found.text);
if (!found.certain) warn({ outputDir: path.dirname(output) }, 'encoding_guessed', found.name);
// ffmpeg escapes braces as in ASS, in every format.
if (extraction.coding !== 'copy') writeFileSync(file, readFileSync(file, 'utf8').replace(/\\([{}])/g, '$1'));
const codec = path.join(import.meta.dirname, '../subtitles/runner.py');
succeed([
  '/usr/bin/python3',
  codec,
  JSON.stringify({ from: extraction.ext, to, input: file, output, outputDir: path.dirname(output) }),
]);

/** The stdout of the command; exits with its status when it failed, or with 1 when it read only a part. */
function succeed(command: readonly string[]): string {
  const { status, stdout, stderr } = run(command);
  process.stderr.write(stderr);
  if (status !== 0) process.exit(status);
  if (/ended prematurely|partial file/i.test(stderr)) process.exit(1);
  return stdout;
}
