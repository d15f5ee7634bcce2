/** The picture on a song's cover, for containers that ffmpeg's muxers give none: how each of them holds one. */
import type { Media } from './media.ts';

/** As a stream beside the sound, as a tag of the sound, or as a file attached to it. */
export type CoverManner = 'stream' | 'tag' | 'attachment';

/** A cover put aside: the flags that bring it along, those of a further input apart from those of the output. */
export interface Cover {
  input: readonly string[];
  output: readonly string[];
}

const mimes: Readonly<Record<string, string>> = { mjpeg: 'image/jpeg', png: 'image/png' };

/** What the picture is, where it is one that players show. */
export function coverMime({ cover }: Media): string | undefined {
  return cover && mimes[cover.codec];
}

const front = 3;

/** FFmpeg's list of tags with the picture as Vorbis comments hold one, which is FLAC's own block in base 64. */
export function pictureTag(mime: string, picture: Buffer): string {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  // Neither a description nor a size: whoever shows it sees.
  const block = [number(front), number(mime.length), Buffer.from(mime), ...[0, 0, 0, 0, 0].map(number)];
  const whole = Buffer.concat([...block, number(picture.length), picture]).toString('base64');
  return `;FFMETADATA1\nMETADATA_BLOCK_PICTURE=${whole.replaceAll('=', '\\=')}\n`;
}

export function coverAsTag(list: string): Cover {
  return { input: ['-f', 'ffmetadata', '-i', list], output: ['-map_metadata:s:a:0', '1:g'] };
}

export function coverAttached(mime: string, picture: string): Cover {
  const name = `cover.${mime === 'image/png' ? 'png' : 'jpg'}`;
  const facts = ['-metadata:s:t:0', `mimetype=${mime}`, '-metadata:s:t:0', `filename=${name}`];
  return { input: [], output: ['-attach', picture, ...facts] };
}
