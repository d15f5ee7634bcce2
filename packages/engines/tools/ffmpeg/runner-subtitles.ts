/** Extracts the text subtitle tracks of a video and converts them to the target with the subtitles runner. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ffmpeg, ffprobe } from './command.ts';
import { readMedia, type SubtitleStream } from './media.ts';
import { sourceOfFile } from './streams/sources.ts';
import { chosenTracks, trackFile, type NumberedTrack } from './streams/tracks.ts';
import { textIn } from '../../passes/encoding/detect.ts';
import { RefusedError } from '../../contract/reasons.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { run } from '../../shared/runner/run.ts';
import { readStep } from '../../contract/step.ts';
import { warn } from '../../shared/runner/warn.ts';

/** How each subtitle codec is extracted. Subtitles are copied if a file format for their codec exists. */
const extractions: Readonly<Record<string, { ext: string; muxer: string; coding: string }>> = {
  subrip: { ext: 'srt', muxer: 'srt', coding: 'copy' },
  webvtt: { ext: 'vtt', muxer: 'webvtt', coding: 'copy' },
  ass: { ext: 'ass', muxer: 'ass', coding: 'copy' },
  ssa: { ext: 'ass', muxer: 'ass', coding: 'copy' },
  mov_text: { ext: 'srt', muxer: 'srt', coding: 'subrip' },
  text: { ext: 'srt', muxer: 'srt', coding: 'subrip' },
};

const step = readStep();
const { from, to, input, output, outputDir = path.dirname(output), work, options = {} } = step;
const source = sourceOfFile(from, input);
const { subtitles } = readMedia(succeed(ffprobe(source, input)), '');
const isText = ({ codec }: SubtitleStream) => Object.hasOwn(extractions, codec);
const texts = subtitles.filter(isText);
if (texts.length === 0) refuse(subtitles.length > 0 ? 'image_subtitles' : 'no_subtitles');
const chosen = choose();
if (chosen.length === 1) convert(chosen[0]?.track, output);
else for (const one of chosen) convert(one.track, path.join(outputDir, trackFile(one, to)));

/** Returns the requested tracks. Track numbers count all subtitle tracks, including image tracks, as in players. */
function choose(): NumberedTrack<SubtitleStream>[] {
  try {
    const asked = chosenTracks(subtitles, options.track ?? 'all');
    const readable = asked.filter(({ track }) => isText(track));
    if (readable.length === 0) refuse('image_subtitles');
    const usual = readable.find(({ track }) => track.main) ?? readable[0];
    const found = options.track === undefined && usual ? [usual] : readable;
    if (found.length < asked.length)
      warn({ outputDir }, 'tracks_left_out', `${found.length} of ${asked.length} subtitle tracks`);
    return found;
  } catch (error) {
    if (error instanceof RefusedError) refuse(error.reason);
    throw error;
  }
}

function convert(track: SubtitleStream | undefined, result: string): void {
  const extraction = extractions[track?.codec ?? ''];
  if (!track || !extraction) throw new Error('no text track was chosen');
  const { ext, muxer, coding } = extraction;
  const file = `${work}/track-${track.index}.${ext}`;
  succeed(ffmpeg(source, input, ['-map', `0:${track.index}`, '-c:s', coding, '-f', muxer, file]));
  const found = textIn(readFileSync(file), ext);
  // ffmpeg escapes braces for every format, although only ASS needs it.
  writeFileSync(file, coding === 'copy' ? found.text : found.text.replace(/\\([{}])/g, '$1'));
  if (!found.certain) warn({ outputDir }, 'encoding_guessed', found.name);
  const codec = path.join(import.meta.dirname, '../../codecs/subtitles/runner.py');
  const task = { from: ext, to, input: file, output: result, outputDir };
  succeed(['/usr/bin/python3', codec, JSON.stringify(task)]);
}

/**
 * Returns the stdout of the command. If the command failed, exits with its status. If the command read only a part of
 * the file, exits with 1.
 */
function succeed(command: readonly string[]): string {
  const { status, stdout, stderr } = run(command);
  process.stderr.write(stderr);
  if (status !== 0) process.exit(status);
  if (/ended prematurely|partial file/i.test(stderr)) process.exit(1);
  return stdout;
}
