/**
 * With warm engines (engine processes that wait for jobs), the service returns the same results as with cold engines
 * and runs many conversions at once. If an engine crashes, only its current job fails.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Samples } from '../../samples/samples.ts';
import { makeAccount } from '../../support/server/admin.ts';
import { commandOf, descendants, runs } from '../../support/server/processes.ts';
import {
  answerOf,
  post,
  startService,
  until,
  type Answer,
  type Service,
} from '../../support/server/service.ts';

let dir: string;
let samples: Samples;
let service: Service;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-warm-'));
  samples = new Samples(dir);
  service = await startService({ WARM: 'on' });
});

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

async function convert({ url }: Service, from: string, to: string): Promise<Answer> {
  const bytes = new Uint8Array(await readFile(await samples.get(from)));
  return post(`${url}/api/convert`, [
    ['file', new File([bytes], `sample.${from}`)],
    ['target', to],
  ]);
}

const officesOf = (pid: number) =>
  descendants(pid).filter((one) => commandOf(one)[0]?.endsWith('/soffice.bin'));

const offices = () => officesOf(service.process.pid ?? 0);

/** Returns the process IDs of the warm engines that have already started LibreOffice. */
const warmEngines = () =>
  descendants(service.process.pid ?? 0).filter(
    (pid) => commandOf(pid)[1]?.endsWith('/libreoffice/runner.py') && officesOf(pid).length > 0,
  );

test('each conversion by a warm engine produces the same file as a conversion by a cold engine', async () => {
  const cold = await startService();
  try {
    const pairs = [
      ['docx', 'txt'],
      ['xlsx', 'json'],
      ['epub', 'txt'],
      ['ttf', 'woff2'],
      ['png', 'webp'],
      ['json', 'yaml'],
      ['html', 'pdf'],
      ['html', 'png'],
    ] as const;
    for (const [from, to] of pairs) {
      const expected = await convert(cold, from, to);
      for (const answer of [await convert(service, from, to), await convert(service, from, to)]) {
        assert.equal(answer.status, 200, `${from} to ${to}: ${answer.error.message}`);
        assert.ok(answer.body.equals(expected.body), `${from} to ${to} differs`);
      }
    }
  } finally {
    await cold.close();
  }
});

test('converts 10 documents sent at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => convert(service, 'docx', 'pdf')));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(10).fill(200),
  );
});

test('converts 50 small images that one account sends at the same time', async () => {
  const { api_key } = await makeAccount(
    { PATH: process.env['PATH'] ?? '', DATA_DIR: service.dataDir },
    'fifty@example.com',
    'growth',
  );
  const body = new FormData();
  body.append('file', new File([new Uint8Array(await readFile(await samples.get('png')))], 'a.png'));
  body.append('target', 'webp');
  const request = { method: 'POST', headers: { Authorization: `Bearer ${api_key}` }, body };
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => answerOf(await fetch(`${service.url}/v1/convert`, request))),
  );
  assert.deepEqual(
    answers.map(({ status, error }) => error.message ?? status),
    Array(50).fill(200),
  );
});

test('replaces an idle LibreOffice process that crashes, and the next job succeeds', async () => {
  await until('an office waits', 20_000, () => offices().length > 0);
  const orphaned = warmEngines();
  assert.notEqual(orphaned.length, 0);
  // Kills only the LibreOffice processes of the warm engines in `orphaned`, because the test then waits for the end
  // of exactly these warm engines.
  for (const pid of orphaned.flatMap(officesOf)) process.kill(pid, 'SIGKILL');
  await until('its sandbox is gone', 5_000, () => !orphaned.some(runs));
  assert.equal((await convert(service, 'docx', 'pdf')).status, 200);
  await until('an office waits', 20_000, () => offices().length > 0);
});

test('returns 502 for a job whose LibreOffice process crashes, and completes the next job', async () => {
  await until('an office waits', 20_000, () => offices().length > 0);
  const long = `{\\rtf1 ${'A line of a long letter.\\par\n'.repeat(60_000)}}`;
  const answer = post(`${service.url}/api/convert`, [
    ['file', new File([long], 'long.rtf')],
    ['target', 'pdf'],
  ]);
  await until('the office has it', 10_000, async () => (await inBoxes('in.rtf')) > 0);
  for (const pid of offices()) process.kill(pid, 'SIGKILL');
  const { status, error } = await answer;
  assert.equal(status, 502);
  assert.equal(error.details?.['reason'], 'engine_crashed');
  assert.equal((await convert(service, 'docx', 'pdf')).status, 200);
});

/** Returns how many files in all sandboxes have the name `name`. */
async function inBoxes(name: string): Promise<number> {
  const files = await readdir(path.join(service.dataDir, 'work'), { recursive: true }).catch(() => []);
  return files.filter((file) => file.includes('/boxes/') && path.basename(file) === name).length;
}
