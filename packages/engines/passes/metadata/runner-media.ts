/** Copies the packets of audio or video into a new container without tags, and checks that no tags are left. */
import { closeSync, openSync, readSync } from 'node:fs';
import { ffmpeg, ffprobeTags } from '../../tools/ffmpeg/command.ts';
import { sourceOfFile } from '../../tools/ffmpeg/streams/sources.ts';
import { audioTargets, videoTargets } from '../../tools/ffmpeg/streams/targets.ts';
import { chapterFlags, hasCommentedChapters } from '../../tools/ffmpeg/tags/chapters.ts';
import { writeId3Chapters } from '../../tools/ffmpeg/tags/id3-chapters.ts';
import { probedChapters } from '../../tools/ffmpeg/tags/probed.ts';
import { runnerFaultStatus } from '../../contract/engine.ts';
import { run } from '../../shared/runner/run.ts';
import { readStep } from '../../contract/step.ts';
import { chapterCopyingFlags, copyingFlags, removedValues, tellingTags, type Probed } from './tags.ts';

/**
 * Maps a target format to the FFmpeg flags that prevent the muxer from writing an ID3 tag. A file with chapters does
 * not get these flags, because the ID3 tag stores the chapters.
 */
const untagged: Readonly<Record<string, readonly string[]>> = {
  aac: ['-write_id3v2', '0'],
  aiff: ['-write_id3v2', '0'],
  mp3: ['-id3v2_version', '0'],
};

const { input, output, to } = readStep();
const source = sourceOfFile(to, input);
const target = audioTargets[to] ?? videoTargets[to];
if (!target) throw new Error(`ffmpeg does not write ${to}`);

const before = probed(input);
const flags = copyingFlags(before, target.muxer === 'matroska');
const chapters = probedChapters(before);
const chapterwise = hasCommentedChapters(target.muxer)
  ? chapterFlags(target.muxer, chapters)
  : chapterCopyingFlags(before);
const tag = chapters.length > 0 ? [] : (untagged[to] ?? []);
const muxing = [...(target.flags ?? []), ...tag, '-f', target.muxer, output];
const copied = run(ffmpeg(source, input, [...flags, ...chapterwise, ...muxing]));
if (copied.status !== 0) fail(copied.status, copied.stderr);
// FFmpeg does not write chapters to WAV.
if (to === 'wav' && chapters.length > 0) await writeId3Chapters(output, chapters);
const left = [...tellingTags(probed(output)), ...valuesIn(output, removedValues(before))];
if (left.length > 0)
  fail(runnerFaultStatus, `metadata left in the result: ${left.slice(0, 10).join('; ')}\n`);

function probed(file: string): Probed {
  const { status, stdout, stderr } = run(ffprobeTags(source, file));
  if (status !== 0) fail(status, stderr);
  return JSON.parse(stdout) as Probed;
}

/**
 * Returns a finding if the bytes of the file contain one of the tag values in UTF-8 or UTF-16. Skips files with
 * subtitles, because the subtitles may contain the same text.
 */
function valuesIn(path: string, values: readonly string[]): string[] {
  if (values.length === 0 || (before.streams ?? []).some(({ codec_type: type }) => type === 'subtitle'))
    return [];
  const encoded = values.flatMap((value) => [Buffer.from(value, 'utf8'), Buffer.from(value, 'utf16le')]);
  const longest = Math.max(...encoded.map(({ length }) => length));
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(4 * 1024 * 1024 + longest);
  const found = new Set<string>();
  try {
    for (let at = 0, size = 1; size > 0; at += chunk.length - longest) {
      size = readSync(file, chunk, 0, chunk.length, at);
      const bytes = chunk.subarray(0, size);
      for (const value of encoded) if (bytes.includes(value)) found.add('value of a tag');
    }
  } finally {
    closeSync(file);
  }
  return [...found];
}

function fail(status: number, why: string): never {
  process.stderr.write(why);
  process.exit(status);
}
