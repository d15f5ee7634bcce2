/**
 * While a job runs, its progress increases with the position in the video or the number of converted pages (contract
 * §6.7).
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { run } from '../../samples/run.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';
import { writeLongVideo } from '../../support/files/long-video.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';

let dir: string;
let app: TestApp;
let who: Customer;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-progress-'));
  app = await openTestApp('sqlite');
  who = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

/** Runs a long job, checks that its progress increases, and cancels it after two progress events. */
async function assertMoves(file: string, target: string, ...options: [string, string][]): Promise<void> {
  const sent = new File([await readFile(file)], path.basename(file));
  const id = await accepted(submit(app, who, [['file', sent], ['target', target], ...options]));
  const headers = { Authorization: `Bearer ${who.key}` };
  const events = await fetch(`${app.service.url}/v1/jobs/${id}/events`, { headers });
  let text = '';
  let progress: number[] = [];
  for await (const piece of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const matches = text.matchAll(/^event: progress\ndata: \{"status":"processing","progress":(\d+)\}\n\n/gm);
    progress = [...matches].map(([, percent]) => Number(percent));
    if (progress.length >= 2) break;
  }
  await ask(app, `/v1/jobs/${id}`, who, { method: 'DELETE' });
  const { status } = await ended(app, who, id);
  const [first = 0, second = 0] = progress;
  assert.ok(1 <= first && first < second && second <= 99, `${progress.join()}, then ${status}`);
}

test('reports the position in a video as the progress of the job', async () => {
  const video = path.join(dir, 'video.mp4');
  await writeLongVideo(video, 'size=640x480:rate=25');
  await assertMoves(video, 'webm');
});

test('reports the number of converted pages of a document as progress', async () => {
  const pdf = path.join(dir, 'pages.pdf');
  const page = '0.5 setgray 100 100 300 300 rectfill showpage';
  await run('gs', [
    '-q',
    '-dNOPAUSE',
    '-dBATCH',
    '-sDEVICE=pdfwrite',
    `-o${pdf}`,
    '-c',
    `1 1 300 { pop ${page} } for`,
  ]);
  await assertMoves(pdf, 'jpg', ['dpi', '300']);
});
