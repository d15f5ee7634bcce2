/** Repairs the references to the chapter track of an MP4 file after TagLib has replaced this track. */
import { boxesIn, findBox, type Box } from '../../../shared/image/boxes.ts';
import { changeMoov } from './moov.ts';

/**
 * Makes every track refer to the new chapter track. FFmpeg writes a reference to the chapter track in every track, but
 * TagLib updates only one of these references.
 */
export const mendChapterReferences = (path: string): void => changeMoov(path, mended);

function mended(moov: Buffer): [at: number, bytes: Buffer][] {
  const tracks = [...boxesIn(moov, { content: 8, end: moov.length })].filter(({ kind }) => kind === 'trak');
  const ids = new Set(tracks.map((track) => trackId(moov, track)));
  const references = tracks.flatMap((track) => {
    const box = findBox(moov, ['tref', 'chap'], track);
    return box && box.end >= box.content + 4 ? [box] : [];
  });
  const known = references.find(({ content }) => ids.has(moov.readUInt32BE(content)));
  if (!known) return [];
  const id = moov.subarray(known.content, known.content + 4);
  return references
    .filter(({ content }) => !ids.has(moov.readUInt32BE(content)))
    .map(({ content }) => [content, id]);
}

/**
 * Returns the id of a track, or undefined if its header is missing or incomplete. In a track header, two dates precede
 * the id of the track. Each date has 8 bytes in version 1, and 4 bytes in any other version.
 */
function trackId(moov: Buffer, track: Box): number | undefined {
  const header = findBox(moov, ['tkhd'], track);
  if (!header) return undefined;
  const at = header.content + (moov.readUInt8(header.content) === 1 ? 20 : 12);
  return at + 4 <= header.end ? moov.readUInt32BE(at) : undefined;
}
