/** Writes cover images of songs to containers whose ffmpeg muxer does not support covers. */
import type { Media } from '../media.ts';

/** How a container stores the cover: as a stream, or as a tag of the audio stream. */
export type CoverStorage = 'stream' | 'tag';

/** The ffmpeg flags that add an extracted cover: flags for an additional input, and flags for the output. */
export interface Cover {
  input: readonly string[];
  output: readonly string[];
}

const mimes: Readonly<Record<string, string>> = { mjpeg: 'image/jpeg', png: 'image/png' };

/** Returns the media type of the cover, if players support it. */
export function coverMime({ cover }: Media): string | undefined {
  return cover && mimes[cover.codec];
}

const front = 3;

/** Returns the content of an ffmetadata file with the cover as a Vorbis comment: FLAC's picture block in base64. */
export function pictureTag(mime: string, picture: Buffer): string {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  // Description and dimensions stay empty, because players read the dimensions from the image.
  const block = [number(front), number(mime.length), Buffer.from(mime), ...[0, 0, 0, 0, 0].map(number)];
  const block64 = Buffer.concat([...block, number(picture.length), picture]).toString('base64');
  return `;FFMETADATA1\nMETADATA_BLOCK_PICTURE=${block64.replaceAll('=', '\\=')}\n`;
}

export function coverAsTag(list: string): Cover {
  return { input: ['-f', 'ffmetadata', '-i', list], output: ['-map_metadata:s:a:0', '1:g'] };
}
