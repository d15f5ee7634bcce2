/** The same file and options result in the same bytes at any time, so that results can be compared, cached and signed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const { samples } = lab;

/**
 * Each item is a source and its targets. The list `routes` has at least 2 targets of each category. For each program
 * that could write dates or random numbers, `routes` has a target that this program writes.
 */
const routes: readonly (readonly [from: string, ...to: string[]])[] = [
  ['png', 'jpg', 'webp', 'tiff', 'pdf', 'png', 'icns', 'exr'],
  ['jpg', 'pdf', 'jpg', 'jxl', 'svg'],
  ['heic', 'jpg', 'pdf'],
  ['dng', 'jpg', 'pdf'],
  ['icns', 'png'],
  ['exr', 'png'],
  ['svg', 'pdf', 'eps'],
  ['pdf', 'png', 'ps'],
  ['mp4', 'mkv', 'webm', 'mov', 'gif'],
  ['wav', 'ogg', 'opus', 'mp3', 'm4a', 'mka'],
  ['srt', 'vtt', 'ass'],
  ['docx', 'pdf', 'odt', 'fodt', 'epub', 'mobi', 'azw3', 'lit', 'htmlz'],
  ['md', 'docx', 'odt', 'epub', 'pptx'],
  ['html', 'pdf', 'png'],
  ['pptx', 'odp', 'pdf'],
  ['djvu', 'pdf', 'txt'],
  ['geojson', 'kml', 'csv', 'xlsx'],
  ['vcf', 'csv'],
  ['ipynb', 'json'],
  ['eml', 'html', 'json', 'zip'],
  // The list omits the conversion of xlsx to pdf, because the PDF would contain a glyph of a CFF font. A reused
  // LibreOffice process numbers glyphs of CFF fonts differently (docs/api/results.md).
  ['xlsx', 'csv', 'ods', 'json', 'sqlite', 'parquet'],
  ['csv', 'xlsx', 'ods', 'parquet'],
  ['json', 'xlsx', 'sqlite', 'yaml'],
  ['epub', 'fb2', 'azw3', 'pdf'],
  ['tar', 'zip', '7z', 'tar.gz', 'tar.zst', 'iso', 'xar'],
  ['ttf', 'woff2', 'otf', 'pfb', 'sfd', 'pdf'],
];

async function sum(from: string, to: string): Promise<string> {
  const answer = await lab.send(await samples.get(from), from, to, {});
  assert.equal(answer.status, 200, answer.error.message);
  return createHash('sha256').update(answer.body).digest('hex');
}

async function sums(from: string, targets: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const to of targets) found[to] = await sum(from, to);
  return found;
}

/** Waits for the next even second, because dates in files have a resolution of 1 or 2 s. */
const nextTick = () => new Promise((resolve) => setTimeout(resolve, 2_000 - (Date.now() % 2_000)));

const first = new Map<string, Record<string, string>>();

describe('converts each source once, to compare the results with a second conversion', () => {
  for (const [from, ...targets] of routes)
    test(`converts ${from} to ${targets.join(', ')}`, async () => {
      first.set(from, await sums(from, targets));
    });

  after(nextTick);
});

describe('a second conversion of each source gives identical results', () => {
  for (const [from, ...targets] of routes)
    test(`converting ${from} to ${targets.join(', ')} again writes the same bytes`, async () => {
      assert.deepEqual(await sums(from, targets), first.get(from));
    });
});
