/** Turns one moving picture into another with ffmpeg, shown as often as it was; `{plays}` in the command stands for that, `{demuxer}` for how it is read. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { maxMovingPixels, movingPixels } from './frames.ts';
import { gifLoops, playsOf } from './plays.ts';
import { refuse } from '../runtime/refuse.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

/** The most that every format can say. */
const maxPlays = 65_535;

const { input, from, to, command } = readStep<{ command: readonly string[] }>();
await refuseTruncated(input, from);
const file = await readFile(input);
if (movingPixels(from, file) > maxMovingPixels) refuse('too_many_pixels');
const plays = Math.min(playsOf(from, file), maxPlays);
// A single picture is no more than a PNG, whatever it is called.
const demuxer = from === 'apng' && !file.includes('acTL') ? 'png_pipe' : from;
const [program = '', ...words] = command.map((word) =>
  word.replace('{plays}', String(to === 'gif' ? gifLoops(plays) : plays)).replace('{demuxer}', demuxer),
);
await promisify(execFile)(`/usr/bin/${program}`, words);
