/**
 * Builds flags that make FFmpeg write all tags and pictures to Matroska and WebM. TagLib is not used for these formats:
 * if an element has 127 bytes of content, TagLib declares its length as unknown. If the length of the tags were
 * unknown, readers would find each track twice and would find no tags.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pictureFileName, type Picture, type Tags } from './tags.ts';

interface MatroskaTask {
  tags: Tags;
  /** Folder for the pictures. */
  work: string;
  /** Whether the container can hold pictures. False for WebM, which does not support attached files. */
  holdsPictures: boolean;
  /** Number of attachments that are copied from the source. New pictures are attached after the copied attachments. */
  attachedBefore: number;
  /** Whether source and result have the same format, so that FFmpeg copies the tags under their existing names. */
  sameFormat: boolean;
}

export function matroskaFlags(task: MatroskaTask): string[] {
  const { tags, holdsPictures, sameFormat } = task;
  return [
    ...(sameFormat ? ['-map_metadata', '0'] : ['-map_metadata:g', '-1', ...valueFlags(tags)]),
    ...(holdsPictures ? pictureFlags(task) : []),
  ];
}

/** Maps TagLib's tag names to FFmpeg's, if they differ. */
const names: Readonly<Record<string, string>> = {
  TITLE: 'title',
  ALBUMARTIST: 'ALBUM_ARTIST',
  TRACKNUMBER: 'track',
  TRACKTOTAL: 'TOTAL_PARTS',
  DISCNUMBER: 'DISC',
  ENCODEDBY: 'ENCODED_BY',
  CREATION_TIME: 'creation_time',
};

function valueFlags({ values, rating }: Tags): string[] {
  const all = [
    ...[...values].map(([tag, list]) => `${names[tag] ?? tag}=${list.join('; ')}`),
    ...(rating === undefined ? [] : [`RATING=${rating}`]),
  ];
  return all.flatMap((value) => ['-metadata', value]);
}

function pictureFlags({ tags, work, attachedBefore }: MatroskaTask): string[] {
  return tags.pictures.flatMap((picture, n) => {
    const file = path.join(work, `picture-${n + 1}`);
    writeFileSync(file, picture.data);
    const of = `-metadata:s:t:${attachedBefore + n}`;
    const { mimeType, description } = picture;
    return [
      ...['-attach', file, of, `mimetype=${mimeType}`, of, `filename=${nameOf(picture, n)}`],
      ...(description ? [of, `title=${description}`] : []),
    ];
  });
}

/** Returns the file name of a picture. The first picture is named as the cover, so that players find it. */
const nameOf = (picture: Picture, n: number) =>
  pictureFileName(n === 0 ? { ...picture, type: 'FrontCover' } : picture);
