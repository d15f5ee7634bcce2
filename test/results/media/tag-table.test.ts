/**
 * Checks the table in docs/quality/tags.md. The table states which tags conversions keep, and which tags they list as
 * lost. With `UPDATE_DOCS=1`, the test writes the table instead of checking it.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { format } from '@protean/formats';
import { TagLib } from 'taglib-wasm';
import { chapterList, convertedTags, ffmpeg } from '../../support/results/media-tags.ts';
import { lostList, tagCells, tagPage, tagPageParts, tagTable } from '../../support/results/tag-table.ts';
import { Workbench } from '../../support/results/workbench.ts';

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

/** The kinds of metadata that the source files can contain. */
const parts = ['tags', 'totals', 'pictures', 'lyrics', 'rating', 'chapters'] as const;

type Part = (typeof parts)[number];

/**
 * Writes an audio or video file with the given kinds of metadata, by default with all kinds. Returns the path of the
 * file.
 */
async function tagged(ext: 'mp3' | 'mp4', has: readonly Part[] = parts): Promise<string> {
  const file = inLab(`${has.join('-')}.${ext}`);
  await writeFile(inLab('chapters.txt'), chapterList());
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=2:rate=5'];
  await ffmpeg(...picture, '-frames:v', '1', inLab('cover.jpg'));
  const inputs = ['-f', 'lavfi', '-i', 'sine=duration=2', '-f', 'ffmetadata', '-i', inLab('chapters.txt')];
  const video = ['-map', '2:v', '-pix_fmt', 'yuv420p', '-movflags', 'use_metadata_tags'];
  const chapters = ['-map_chapters', has.includes('chapters') ? '1' : '-1'];
  const streams = [...(ext === 'mp4' ? [...picture, ...video] : []), '-map', '0:a', '-ac', '2'];
  await ffmpeg(...inputs, ...streams, ...chapters, file);
  const data = new Uint8Array(await readFile(inLab('cover.jpg')));
  await taglib.edit(file, (song) => {
    const values = Object.entries(tags).filter(
      ([name]) => has.includes('tags') || (has.includes('totals') && /Number|total/.test(name)),
    );
    song.setProperties(Object.fromEntries(values.map(([name, value]) => [name, [value]])));
    if (has.includes('lyrics')) song.setLyrics([{ text: 'Words' }]);
    if (has.includes('rating')) song.setRating(0.8);
    if (has.includes('pictures'))
      song.setPictures([{ mimeType: 'image/jpeg', data, type: 'FrontCover', description: 'front' }]);
    if (ext === 'mp3' && has.includes('totals'))
      song.setId3v2Frames('TRCK', [new Uint8Array(Buffer.from('\0' + '3/12', 'latin1'))]);
  });
  return file;
}

/**
 * Returns the target formats of `source` that have the same category and can store tags. The returned list does not
 * contain `source` itself.
 */
async function containers(source: 'mp3' | 'mp4'): Promise<string[]> {
  const { category } = format(source);
  const { routes } = await lab.formats(`?source=${source}`);
  return routes
    .map(({ target }) => target)
    .filter((ext) => ext !== source && format(ext).category === category)
    .filter((ext) => format(ext).holds.includes('tags'));
}

/**
 * Returns the message of the warning about lost tags. If the message does not list all lost tags, converts a separate
 * file for each kind of metadata, and joins the messages.
 */
async function lostNames(file: string, from: 'mp3' | 'mp4', to: string): Promise<string | undefined> {
  const { lost } = await convertedTags(lab, { file, from, to });
  if (!/ and \d+ more/.test(lost ?? '')) return lost;
  const names: string[] = [];
  for (const part of parts.toSpliced(0, 1)) {
    const only = await convertedTags(lab, { file: await tagged(from, [part]), from, to });
    names.push(...lostList(only.lost));
  }
  const seen = lostList(lost?.replace(/ and \d+ more/, ''));
  return `Left out: ${[...new Set([...seen, ...names])].join(', ')}.`;
}

test('docs/quality/tags.md lists the tags that each container keeps', { timeout: 600_000 }, async () => {
  const cells = new Map<string, string[]>();
  for (const from of ['mp3', 'mp4'] as const) {
    const file = await tagged(from);
    for (const to of await containers(from)) cells.set(to, tagCells(await lostNames(file, from, to)));
  }
  const [before, table, after] = await tagPageParts();
  const measured = tagTable(cells);
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(tagPage, before + measured + after);
  else assert.equal(table, measured);
});
