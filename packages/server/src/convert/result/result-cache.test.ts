/** Tests which results are reused, for which accounts, and when they are deleted. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ConversionResult } from './conversion-result.ts';
import { readRequestOptions } from '../request/options.ts';
import type { RoutePlan } from '../request/route-plan.ts';
import { keptResultMs, ResultCache } from './result-cache.ts';

interface Trial {
  content?: string;
  /** Account of the request. Null if the request has no API key. */
  account?: string | null;
  report?: boolean;
  plan?: Partial<RoutePlan>;
  /** Content of the conversion's result. */
  result?: string;
}

async function open(context: TestContext, { maxBytes = 100, diskReserve = 0 } = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'protean-test-'));
  context.after(() => rm(root, { recursive: true, force: true }));
  const dir = path.join(root, 'cache');
  await mkdir(dir);
  let [ids, now, versions] = [0, 0, 'a 1'];
  const newId = () => `id-${(ids += 1)}`;
  const services = {
    dir,
    maxBytes,
    diskReserve,
    newId,
    now: () => now,
    versions: () => Promise.resolve(versions),
  };
  const cache = new ResultCache(services);

  /** Returns the result, and whether this request caused a conversion. */
  const convert = async ({ content = 'a', account = 'ada', report, plan, result = 'made' }: Trial = {}) => {
    const own = path.join(root, newId());
    await mkdir(own);
    const file = path.join(own, 'upload');
    await writeFile(file, content);
    const route = {
      source: 'md',
      target: 'html',
      steps: [],
      loses: [],
    } as unknown as RoutePlan['route'];
    const asked = {
      ...{ file, fileName: 'a.md', route, steps: [], options: {}, requested: readRequestOptions({}) },
      ...{
        bytes: 0,
        sourceDeclared: false,
        request: {} as RoutePlan['request'],
      },
      ...plan,
    };
    const make = async (): Promise<ConversionResult> => {
      const made = path.join(own, 'made');
      await writeFile(made, result);
      const metadata = { fileName: 'a.html', mime: 'text/html', size: result.length, ms: 5, warnings: [] };
      return { ...metadata, file: made, route };
    };
    let isReused = false;
    const reuseContext = {
      account: account ?? undefined,
      dir: own,
      ...(report === undefined ? {} : { report }),
    };
    const conversion = await cache.reuseOr(make, asked, reuseContext, () => (isReused = true));
    assert.equal(path.dirname(conversion.file), own);
    const got = await readFile(conversion.file, 'utf8');
    return { conversion, got, isReused };
  };
  return {
    cache,
    convert,
    files: () => readdir(dir),
    pass: (ms: number) => (now += ms),
    update: () => (versions = 'a 2'),
  };
}

test('reuses the cached result for an identical conversion', async (context) => {
  const { convert, pass } = await open(context);
  const first = await convert({ result: 'one' });
  pass(keptResultMs - 1);
  const second = await convert({ result: 'two' });
  assert.deepEqual([first.isReused, second.isReused, second.got], [false, true, 'one']);
  const { file, ms, ...metadata } = second.conversion;
  assert.notEqual(file, first.conversion.file);
  assert.equal(ms, 0);
  assert.deepEqual(metadata, {
    ...{ fileName: 'a.html', mime: 'text/html', size: 3, warnings: [] },
    route: { source: 'md', target: 'html', steps: [], loses: [] },
  });
});

test('does not reuse a cached result if any part of the request or an engine version differs', async (context) => {
  const { convert, update } = await open(context);
  await convert();
  const others: Trial[] = [
    { content: 'b' },
    { account: 'bob' },
    { report: true },
    { plan: { fileName: 'b.md' } },
    { plan: { options: { quality: 5 } } },
    { plan: { requested: readRequestOptions({ isolation_group: 'one' }) } },
    { plan: { requested: readRequestOptions({ must_keep: 'pages' }) } },
  ];
  for (const other of others) assert.equal((await convert(other)).isReused, false, JSON.stringify(other));
  update();
  assert.equal((await convert()).isReused, false);
});

test('does not cache the result of a request that has no API key or contains a password', async (context) => {
  const { convert, files } = await open(context);
  const options = { password: 'secret' } as RoutePlan['options'];
  for (const trial of [{ account: null }, { plan: { options } }] satisfies Trial[]) {
    assert.equal((await convert(trial)).isReused, false);
    assert.equal((await convert(trial)).isReused, false);
  }
  assert.deepEqual(await files(), []);
});

test('deletes a cached result after a day', async (context) => {
  const { cache, convert, files, pass } = await open(context);
  await convert();
  pass(keptResultMs - 1);
  await cache.sweep();
  assert.equal((await files()).length, 1);
  pass(1);
  assert.equal((await convert()).isReused, false);
  pass(keptResultMs);
  await cache.sweep();
  assert.deepEqual(await files(), []);
});

test('deletes the cached results of a deleted account', async (context) => {
  const { cache, convert, files } = await open(context);
  await convert();
  await convert({ account: 'bob' });
  assert.deepEqual(cache.accounts.sort(), ['ada', 'bob']);
  await cache.removeAllOf('ada');
  assert.deepEqual([cache.accounts, (await files()).length], [['bob'], 1]);
  assert.equal((await convert({ account: 'bob' })).isReused, true);
});

test('evicts the least recently used results when the cache exceeds its size limit', async (context) => {
  const { convert, files } = await open(context, { maxBytes: 10 });
  const result = '12345';
  for (const content of ['a', 'b', 'a', 'c']) await convert({ content, result });
  assert.equal((await files()).length, 2);
  assert.equal((await convert({ content: 'a', result })).isReused, true);
  assert.equal((await convert({ content: 'b', result })).isReused, false);
  assert.equal((await convert({ content: 'd', result: '12345678901' })).isReused, false);
  assert.equal((await convert({ content: 'd', result: '12345678901' })).isReused, false);
});

test('completes a conversion without caching its result if the disk is full', async (context) => {
  const { convert, files } = await open(context, { diskReserve: Number.MAX_SAFE_INTEGER });
  assert.deepEqual([(await convert()).got, (await convert()).isReused], ['made', false]);
  assert.deepEqual(await files(), []);
});
