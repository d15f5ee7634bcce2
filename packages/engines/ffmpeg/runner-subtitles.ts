/** Takes the first track of written subtitles out of a film as it lies there, and has our codecs turn it into the target. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ffmpeg, ffprobe } from './command.ts';
import { readMedia } from './media.ts';
import { sourceOf } from './sources.ts';
import { refuse } from '../runtime/refuse.ts';
import { run } from '../runtime/run.ts';
import { readStep } from '../runtime/step.ts';

/** How each codec's text is best written down: untouched wherever it has a file format of its own. */
const forms: Readonly<Record<string, { ext: string; muxer: string; coding: string }>> = {
  subrip: { ext: 'srt', muxer: 'srt', coding: 'copy' },
  webvtt: { ext: 'vtt', muxer: 'webvtt', coding: 'copy' },
  ass: { ext: 'ass', muxer: 'ass', coding: 'copy' },
  ssa: { ext: 'ass', muxer: 'ass', coding: 'copy' },
  mov_text: { ext: 'srt', muxer: 'srt', coding: 'subrip' },
  text: { ext: 'srt', muxer: 'srt', coding: 'subrip' },
};

const { from, to, input, output, work } = readStep();
const source = sourceOf(from);
const media = readMedia(succeed(ffprobe(source, input)), '');
const track = media.subtitles.find(({ codec }) => Object.hasOwn(forms, codec));
const form = forms[track?.codec ?? ''];
if (!track || !form) refuse('no_subtitles');

const file = `${work}/track.${form.ext}`;
succeed(ffmpeg(source, input, ['-map', `0:${track.index}`, '-c:s', form.coding, '-f', form.muxer, file]));
// ffmpeg escapes a brace as a script would, whatever it writes.
if (form.coding !== 'copy') writeFileSync(file, readFileSync(file, 'utf8').replace(/\\([{}])/g, '$1'));
const codec = path.join(import.meta.dirname, '../subtitles/runner.py');
succeed(['/usr/bin/python3', codec, JSON.stringify({ from: form.ext, to, input: file, output })]);

/** What the tool printed; ends as it did when it failed, or when it read only a part. */
function succeed(command: readonly string[]): string {
  const { status, stdout, stderr } = run(command);
  process.stderr.write(stderr);
  if (status !== 0) process.exit(status);
  if (/ended prematurely|partial file/i.test(stderr)) process.exit(1);
  return stdout;
}
