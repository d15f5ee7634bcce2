/** Extracts the cover of a song and prepares it for the container of the target. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ffmpeg } from '../command.ts';
import { coverAsTag, coverMime, pictureTag, type Cover } from './cover.ts';
import type { Media } from '../media.ts';
import type { Source } from '../streams/sources.ts';
import type { Target } from '../streams/targets.ts';
import type { RunProgram } from '../streams/programs.ts';

interface CoverTask {
  target: Target;
  source: Source;
  media: Media;
  runProgram: RunProgram;
}

/**
 * Extracts the cover, and returns the flags that add it to the result. Returns undefined if there is no cover, if
 * extraction fails, or if ffmpeg's muxer writes the cover as a stream.
 */
export async function extractedCover(
  { target, source, media, runProgram }: CoverTask,
  { input, work }: { input: string; work: string },
): Promise<Cover | undefined> {
  const { cover: storage } = target;
  const mime = coverMime(media);
  if (!storage || storage === 'stream' || !media.cover || !mime) return undefined;
  const picture = `${work}/cover`;
  const copy = [
    '-map',
    `0:${media.cover.index}`,
    '-c',
    'copy',
    '-frames:v',
    '1',
    '-f',
    'image2',
    '-update',
    '1',
  ];
  if ((await runProgram(ffmpeg(source, input, [...copy, picture]))).status !== 0) return undefined;
  const list = `${work}/cover.txt`;
  writeFileSync(list, pictureTag(mime, readFileSync(picture)));
  return coverAsTag(list);
}
