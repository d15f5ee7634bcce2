/** A sandbox exceeds its disk limit by at most the data that it can write in 0.25 s before it is killed. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pythonMounts } from '@protean/engines/contract/mounts.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import { probePrograms } from '../../../packages/server/src/sandbox/probe/conditions.ts';
import { withSandbox } from '../../support/server/sandbox-levels.ts';

const MB = 1024 * 1024;

const outputBytes = 192 * MB;

const dataDir = await mkdtemp(path.join(tmpdir(), 'protean-overshoot-'));
await chmod(dataDir, 0o711);
after(() => rm(dataDir, { recursive: true, force: true }));

/**
 * Shell script that writes files at full speed, and records the elapsed seconds. Each file stays below the kernel's
 * file size limit.
 */
const writer = `exec /usr/bin/python3 -c '
import os, time
part = b"x" * ${4 * MB}
began = time.monotonic()
clock = os.open("/job/out/clock", os.O_RDWR | os.O_CREAT)
n = 0
while n < 1500:
    file = os.open("/job/out/" + str(n // 8), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(file, part)
    os.close(file)
    n += 1
    os.pwrite(clock, b"%12.6f" % (time.monotonic() - began), 0)
'`;

test(
  'a program that writes at full speed is killed at most 0.25 s after it exceeds the disk limit',
  { timeout: 60_000 },
  async () => {
    await withSandbox('required', dataDir, async ({ sandbox }) => {
      const overshoots: number[] = [];
      for (let n = 0; n < 5; n += 1) {
        const { ending, bytes, seconds } = await sandbox.run({
          commands: [['/bin/sh', '-c', writer]],
          limits: { ...defaultLimits, wallMs: 20_000, outputBytes },
          mounts: [...probePrograms, ...pythonMounts],
          stageInputs: () => Promise.resolve(),
          collectOutputs: async ({ output }, outcome) => {
            const sizes = (await readdir(output)).map(
              async (name) => (await stat(path.join(output, name))).blocks * 512,
            );
            return {
              ...outcome,
              bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
              seconds: Number(await readFile(path.join(output, 'clock'), 'utf8')),
            };
          },
        });
        assert.equal(ending, 'output_limit');
        overshoots.push(((bytes - outputBytes) / bytes) * seconds);
      }
      assert.ok(Math.max(...overshoots) <= 0.25, `${overshoots.join(', ')} s`);
    });
  },
);
