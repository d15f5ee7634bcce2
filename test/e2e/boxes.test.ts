/** Boxes themselves: whenever one is pulled down, nothing of it stays. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openConversions } from '../../packages/server/src/convert/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { defaultLimits } from '../../packages/server/src/sandbox/limits.ts';
import { children } from './processes.ts';
import { until } from './service.ts';

test(
  'boxes that are pulled down while they are still being built are gone',
  { timeout: 60_000 },
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'protean-boxes-'));
    try {
      for (let round = 0; round < 15; round += 1) {
        const parts = await openConversions(loadConfig({}), path.join(dir, 'work'), {
          boxes: 4,
          keepers: [],
          onFailure: () => {},
        });
        parts.sandbox.prepare();
        const stopped = new AbortController();
        const run = parts.sandbox.run({
          commands: [['/usr/bin/sleep', '60']],
          limits: defaultLimits,
          signal: stopped.signal,
          put: () => Promise.resolve(),
          take: (_folders, { ending }) => Promise.resolve(ending),
        });
        stopped.abort();
        assert.equal(await run, 'aborted');
        await parts.close();
        await until('the boxes are gone', 2_000, () => children(process.pid).length === 0);
      }
    } finally {
      await rm(dir, { recursive: true });
    }
  },
);
