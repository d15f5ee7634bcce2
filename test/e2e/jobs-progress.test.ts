/** Progress that moves while a job runs: a film's position, a document's pages (decisions, "events"). */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { run } from '../samples/run.ts';
import { openShop, type Customer, type Shop } from './account.ts';
import { accepted, ended, submit } from './jobs.ts';

let dir: string;
let shop: Shop;
let who: Customer;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-progress-'));
  shop = await openShop('sqlite');
  who = await shop.customer('hobby', { requests_per_minute: 100_000 });
});

after(async () => {
  await shop.close();
  await rm(dir, { recursive: true });
});

/** All values of `progress` that its events told, in order. */
async function progressOf(file: string, target: string, ...options: [string, string][]): Promise<number[]> {
  const sent = new File([await readFile(file)], path.basename(file));
  const id = await accepted(submit(shop, who, [['file', sent], ['target', target], ...options]));
  const headers = { Authorization: `Bearer ${who.key}` };
  const text = await (await fetch(`${shop.service.url}/v1/jobs/${id}/events`, { headers })).text();
  assert.equal((await ended(shop, who, id)).status, 'completed');
  const told = text.matchAll(/^event: progress\ndata: \{"status":"processing","progress":(\d+)\}$/gm);
  return [...told].map(([, progress]) => Number(progress));
}

function assertMoves(progress: readonly number[]): void {
  assert.ok(progress.length >= 2, `it moved ${progress.length} times`);
  assert.deepEqual(
    [...new Set(progress)].sort((a, b) => a - b),
    progress,
    'it only rises',
  );
  for (const one of progress) assert.ok(one >= 1 && one <= 99);
}

test('a film moves with its position', async () => {
  const film = path.join(dir, 'film.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x480:rate=25:duration=20'];
  await run('ffmpeg', ['-v', 'error', ...picture, '-c:v', 'libx264', '-preset', 'ultrafast', film]);
  assertMoves(await progressOf(film, 'webm'));
});

test('a document moves with its pages', async () => {
  const pdf = path.join(dir, 'pages.pdf');
  const page = '0.5 setgray 100 100 300 300 rectfill showpage';
  await run('gs', [
    '-q',
    '-dNOPAUSE',
    '-dBATCH',
    '-sDEVICE=pdfwrite',
    `-o${pdf}`,
    '-c',
    `1 1 120 { pop ${page} } for`,
  ]);
  assertMoves(await progressOf(pdf, 'jpg', ['dpi', '300']));
});
