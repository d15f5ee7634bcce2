/** The same file and options give the same bytes, also at another time: a result can be compared, cached and signed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { Samples } from '../samples/samples.ts';
import { Laboratory } from './laboratory.ts';
import { startService } from './service.ts';

const service = await startService();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-again-'));
const samples = new Samples(path.join(dir, 'samples'));
const lab = new Laboratory(service, samples, dir);

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

/** By category of the target: at least two targets, and each engine that writes dates or numbers of its own. */
const routes: readonly (readonly [from: string, to: string])[] = [];

/** Where the tool leaves no way, and why. */
const never: readonly (readonly [from: string, to: string, because: string])[] = [];

async function sum(from: string, to: string): Promise<string> {
  const answer = await lab.send(await samples.get(from), from, to, {});
  assert.equal(answer.status, 200, answer.error.message);
  return createHash('sha256').update(answer.body).digest('hex');
}

/** Dates in files count seconds, some of them pairs of seconds. */
const nextTick = () => new Promise((resolve) => setTimeout(resolve, 2_000 - (Date.now() % 2_000)));

describe('twice the same', () => {
  for (const [from, to] of routes)
    test(`${from} to ${to}`, async () => {
      const first = await sum(from, to);
      await nextTick();
      assert.equal(await sum(from, to), first);
    });
});

describe('not the same, by the nature of the tool', () => {
  for (const [from, to, because] of never)
    test(`${from} to ${to}: ${because}`, async () => {
      const first = await sum(from, to);
      await nextTick();
      assert.notEqual(await sum(from, to), first, 'it is now: move the row');
    });
});
