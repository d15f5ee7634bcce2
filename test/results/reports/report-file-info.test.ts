/** Tests reports of real files: file info, lost or changed content, and a limit on the reading time. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';
import type { ConversionReport } from '../../../packages/server/src/convert/result/report.ts';
import { docx, paragraph } from '../../hostile/bytes/open-xml.ts';
import { pngHead, pngOf } from '../../hostile/bytes/png.ts';
import { svg } from '../../hostile/bytes/svg.ts';
import { zeroes } from '../../hostile/cases/files/bombs.ts';
import { run } from '../../samples/run.ts';
import { frames } from '../../samples/pictures/picture.ts';
import { workbook } from '../../samples/spreadsheets/workbook.ts';
import type { Answer } from '../../support/server/service.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const { samples } = lab;

type Asked = OptionValues & { must_keep?: string };

const send = (file: string, from: string, to: string, asked: Asked = {}): Promise<Answer> =>
  lab.send(file, from, to, { ...asked, report: 'true' } as OptionValues);

async function reported(
  file: string,
  from: string,
  to: string,
  asked: Asked = {},
): Promise<ConversionReport> {
  const answer = await send(file, from, to, asked);
  assert.equal(answer.status, 200, answer.error.message);
  return (JSON.parse(answer.body.toString()) as { report: ConversionReport }).report;
}

async function written(name: string, content: Buffer | string): Promise<string> {
  const file = path.join(lab.dir, name);
  await writeFile(file, content);
  return file;
}

const codes = ({ warnings }: ConversionReport) => warnings.map(({ code }) => code);

/** The source format, the target format, and the fields of file info that must be equal for both files. */
const alike: readonly (readonly [from: string, to: string, facts: readonly (keyof Facts)[]])[] = [
  ['docx', 'odt', ['headings', 'tables', 'links', 'equations']],
  ['docx', 'html', ['tables']],
  ['md', 'rtf', ['words']],
  ['xlsx', 'ods', ['sheets', 'rows', 'columns', 'formulas']],
  ['png', 'webp', ['width', 'height', 'alpha', 'colour_model']],
  ['gif', 'webp', ['width', 'height', 'frames']],
  ['tiff', 'pdf', ['pages']],
  ['cbz', 'pdf', ['pages']],
  ['mp4', 'mkv', ['width', 'height', 'video_tracks', 'audio_tracks']],
  ['zip', 'tar.gz', ['files', 'folders', 'bytes']],
  ['ttf', 'woff2', ['glyphs', 'fonts', 'axes']],
  ['srt', 'vtt', ['cues', 'seconds']],
  ['json', 'yaml', ['records', 'keys', 'depth']],
];

describe('reports the file info of the source and of the result', () => {
  for (const [from, to, names] of alike)
    test(`reports the same file info for the source ${from} and its result ${to}`, async () => {
      const { source, result } = await reported(await samples.get(from), from, to);
      for (const name of names) {
        assert.notEqual(source.facts[name], undefined, name);
        assert.deepEqual(result.facts[name], source.facts[name], name);
      }
    });
});

test('the report of a conversion from gif to png lists lost animation only if the gif is animated', async () => {
  const still = await lab.converted('png', 'gif', {});
  const report = await reported(still, 'gif', 'png');
  assert.equal(report.source.facts.frames, 1);
  assert.ok(!report.lost.includes('animation'), report.lost.join());
  const moving = await reported(await samples.get('gif'), 'gif', 'png');
  assert.ok(moving.lost.includes('animation'));
  assert.deepEqual(codes(moving), ['frames_left_out']);
  assert.match(moving.warnings[0]?.message ?? '', new RegExp(`1 of ${frames.count}\\.$`));
});

test("the report lists a document's missing font and its substitute", async () => {
  const file = await written(
    'calibri.docx',
    docx({ body: '<w:p><w:r><w:rPr><w:rFonts w:ascii="Calibri"/></w:rPr><w:t>Hello</w:t></w:r></w:p>' }),
  );
  const report = await reported(file, 'docx', 'pdf');
  assert.deepEqual(report.source.facts.fonts, ['Calibri']);
  assert.match(
    report.warnings.find(({ code }) => code === 'fonts_replaced')?.message ?? '',
    /Calibri by Carlito/,
  );
});

test("the report lists a video's second audio track as omitted", async () => {
  const file = path.join(lab.dir, 'two.mkv');
  const video = await samples.get('mp4');
  await run('/usr/bin/ffmpeg', [
    ...['-v', 'error', '-i', video, '-map', '0:v', '-map', '0:a', '-map', '0:a', '-c', 'copy', file],
  ]);
  const report = await reported(file, 'mkv', 'wav');
  assert.deepEqual([report.source.facts.audio_tracks, report.result.facts.audio_tracks], [2, 1]);
  assert.deepEqual(codes(report), ['tracks_left_out']);
});

test('the report does not list unselected sheets as lost if the request selects a sheet', async () => {
  const chosen = await reported(await samples.get('xlsx'), 'xlsx', 'csv', { sheet: '1' });
  assert.deepEqual([chosen.source.facts.sheets, chosen.result.facts.sheets], [workbook.length, 1]);
  assert.ok(!codes(chosen).includes('sheets_left_out'));
});

describe('must_keep refuses conversions that would lose content', () => {
  test('with must_keep=animation, converts a still gif to png and refuses an animated gif', async () => {
    const still = await lab.converted('png', 'gif', {});
    assert.equal((await send(still, 'gif', 'png', { must_keep: 'animation' })).status, 200);
    const { status, error } = await send(await samples.get('gif'), 'gif', 'png', { must_keep: 'animation' });
    assert.deepEqual([status, error.details?.['lost']], [422, ['animation']]);
  });

  test('with must_keep=tables, converts a document to txt only if the document contains no table', async () => {
    const plain = await written('plain.docx', docx({ body: paragraph('<w:t>x</w:t>') }));
    assert.equal((await send(plain, 'docx', 'txt', { must_keep: 'tables' })).status, 200);
    const { status, error } = await send(await samples.get('docx'), 'docx', 'txt', { must_keep: 'tables' });
    assert.deepEqual([status, error.details?.['reason']], [422, 'would_lose']);
  });
});

/** Files that could block or crash a reader of file info. The service may either convert or refuse a hostile file. */
const hostile: readonly (readonly [
  name: string,
  from: string,
  to: string,
  make: () => Promise<Buffer> | Buffer,
])[] = [
  [
    'a decompression bomb in a document',
    'docx',
    'txt',
    async () =>
      docx({
        body: paragraph('<w:t>x</w:t>'),
        more: [
          { name: 'word/footer1.xml', packed: { bytes: await zeroes.deflate(3000), plain: 10, crc: 0 } },
        ],
      }),
  ],
  [
    'a drawing with exponential entities',
    'svg',
    'png',
    () => {
      const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
      const before = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>`;
      return Buffer.from(svg('<text>&e9;</text>', { before }));
    },
  ],
  ['a truncated pdf', 'pdf', 'txt', async () => (await readFile(await samples.get('pdf'))).subarray(0, 900)],
  ['a png whose header declares 60,000 by 60,000 pixels', 'png', 'jpg', () => pngOf(pngHead(60_000, 60_000))],
  ['a json file of a million brackets', 'json', 'yaml', () => Buffer.from('['.repeat(1_000_000))],
];

describe('a conversion with a report does not hang or crash if the source file is hostile', () => {
  for (const [name, from, to, make] of hostile)
    test(`refuses or converts ${name} within 35 seconds, without a server error`, async () => {
      const file = await written(`hostile.${from}`, await make());
      const began = performance.now();
      const { status, error } = await send(file, from, to);
      assert.ok(status < 500, `${status} ${error.message}`);
      assert.ok(performance.now() - began < 35_000);
    });
});
