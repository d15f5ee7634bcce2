/** Takes the picture on a song's cover out of its file, and makes of it what the target's container holds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ffmpeg } from './command.ts';
import { coverAsTag, coverAttached, coverMime, pictureTag, type Cover } from './cover.ts';
import type { Media } from './media.ts';
import type { Source } from './sources.ts';
import type { Target } from './targets.ts';
import { run } from '../runtime/run.ts';

/** Undefined where there is none, it cannot be taken out, or ffmpeg itself knows what to do with it. */
export function coverAside(
  { cover: manner }: Target,
  source: Source,
  media: Media,
  { input, work }: { input: string; work: string },
): Cover | undefined {
  const mime = coverMime(media);
  if (!manner || manner === 'stream' || !media.cover || !mime) return undefined;
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
  if (run(ffmpeg(source, input, [...copy, picture])).status !== 0) return undefined;
  if (manner === 'attachment') return coverAttached(mime, picture);
  const list = `${work}/cover.txt`;
  writeFileSync(list, pictureTag(mime, readFileSync(picture)));
  return coverAsTag(list);
}
