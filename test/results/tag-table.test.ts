/** Keeps the table of docs/tags.md up to date with the tags that conversions keep and warn about. UPDATE_DOCS=1 writes it. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { format } from '@protean/formats';
import { TagLib } from 'taglib-wasm';
import { chapterList, convertedTags, ffmpeg } from '../support/media-tags.ts';
import { tagCells, tagPage, tagPageParts, tagTable } from '../support/tag-table.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();
const taglib = await TagLib.initialize({ forceWasmType: 'wasi' });
const inLab = (name: string) => path.join(lab.dir, name);

const tags: Readonly<Record<string, string>> = {
  ...{ title: 'Title', artist: 'Artist', album: 'Album', albumArtist: 'Album artist', composer: 'Composer' },
  ...{ genre: 'Rock', date: '2021-05-06', comment: 'Comment', copyright: 'Owner', bpm: '120' },
  ...{ isrc: 'USRC17607839', mood: 'Happy', titleSort: 'Title for sorting', conductor: 'Conductor' },
  ...{ replayGainTrackGain: '-6.20 dB', replayGainTrackPeak: '0.9', compilation: '1', MY_OWN_TAG: 'Own' },
  musicbrainzReleaseId: 'f00dbabe-0000-4000-8000-000000000002',
  ...{ trackNumber: '3', totalTracks: '12', discNumber: '1', totalDiscs: '2' },
};

/** An audio or video file with two chapters and all kinds of tags. */
async function tagged(ext: 'mp3' | 'mp4'): Promise<string> {
  const file = inLab(`tagged.${ext}`);
  await writeFile(inLab('chapters.txt'), chapterList());
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=2:rate=5'];
  await ffmpeg(...picture, '-frames:v', '1', inLab('cover.jpg'));
  const inputs = ['-f', 'lavfi', '-i', 'sine=duration=2', '-f', 'ffmetadata', '-i', inLab('chapters.txt')];
  const film = ['-map', '2:v', '-pix_fmt', 'yuv420p', '-movflags', 'use_metadata_tags'];
  await ffmpeg(...inputs, ...(ext === 'mp4' ? [...picture, ...film] : []), '-map', '0:a', '-ac', '2', file);
  const data = new Uint8Array(await readFile(inLab('cover.jpg')));
  await taglib.edit(file, (song) => {
    song.setProperties(Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])));
    song.setLyrics([{ text: 'Words' }]);
    song.setRating(0.8);
    song.setPictures([{ mimeType: 'image/jpeg', data, type: 'FrontCover', description: 'front' }]);
    if (ext === 'mp3') song.setId3v2Frames('TRCK', [new Uint8Array(Buffer.from('\0' + '3/12', 'latin1'))]);
  });
  return file;
}

/** The containers with tags that `source` converts to in one step, without `source` itself. */
async function containers(source: 'mp3' | 'mp4'): Promise<string[]> {
  const { category } = format(source);
  const { routes } = await lab.formats(`?source=${source}`);
  return routes
    .map(({ target }) => target)
    .filter((ext) => ext !== source && format(ext).category === category)
    .filter((ext) => format(ext).holds.includes('tags'));
}

test('lists in docs/tags.md what each container keeps', { timeout: 600_000 }, async () => {
  const cells = new Map<string, string[]>();
  for (const from of ['mp3', 'mp4'] as const) {
    const file = await tagged(from);
    for (const to of await containers(from))
      cells.set(to, tagCells((await convertedTags(lab, { file, from, to })).lost));
  }
  const [before, table, after] = await tagPageParts();
  const measured = tagTable(cells);
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(tagPage, before + measured + after);
  else assert.equal(table, measured);
});
