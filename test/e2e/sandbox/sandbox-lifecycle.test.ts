/**
 * Tests that a sandbox leaves nothing behind, even if it is destroyed while it starts. Tests which files are visible in
 * a sandbox.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openConversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { cgroupKind, cgroupName, sweepCgroups } from '../../../packages/server/src/sandbox/cgroup.ts';
import { binaries, hyphenationPatterns, nodeMounts } from '@protean/engines/contract/mounts.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import { children, descendants, runs } from '../../support/server/processes.ts';
import { until } from '../../support/server/service.ts';

test(
  'closing the sandboxes ends all their processes, even if a sandbox is still starting',
  { timeout: 300_000 },
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'protean-boxes-'));
    try {
      for (let round = 0; round < 15; round += 1) {
        const parts = await openConversions(loadConfig({}), path.join(dir, 'work'), {
          bareSandboxes: 4,
          warmEngines: [],
          onFailure: () => {},
        });
        parts.sandbox.prepare();
        const stopped = new AbortController();
        const run = parts.sandbox.run({
          commands: [['/usr/bin/sleep', '60']],
          limits: defaultLimits,
          mounts: binaries('sleep'),
          signal: stopped.signal,
          stageInputs: () => Promise.resolve(),
          collectOutputs: (_folders, { ending }) => Promise.resolve(ending),
        });
        stopped.abort();
        assert.equal(await run, 'aborted');
        await parts.close();
        await until('the sandboxes are gone', 2_000, () => children(process.pid).length === 0);
      }
    } finally {
      await rm(dir, { recursive: true });
    }
  },
);

/** Returns the output of a shell script that runs in a sandbox. */
async function outputInSandbox(script: string, mounts: readonly string[]): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-boxes-'));
  const parts = await openConversions(loadConfig({}), path.join(dir, 'work'));
  try {
    return await parts.sandbox.run({
      commands: [['/bin/sh', '-c', `{ ${script}; } > ${sandboxPaths.output}/log 2>&1; true`]],
      limits: defaultLimits,
      mounts,
      stageInputs: () => Promise.resolve(),
      collectOutputs: ({ output }) => readFile(path.join(output, 'log'), 'utf8'),
    });
  } finally {
    await parts.close();
    await rm(dir, { recursive: true });
  }
}

test('a sandbox contains all hyphenation files except the memory-intensive hyph_en_Latn_US.dic', async () => {
  const list = 'cd /usr/share/hyphen && sha256sum *';
  const there = execFileSync('/bin/sh', ['-c', list], { encoding: 'utf8' });
  assert.match(there, /hyph_en_Latn_US\.dic/);
  assert.equal(
    await outputInSandbox(list, [hyphenationPatterns, ...binaries('sha256sum')]),
    there.replace(/.*hyph_en_Latn_US\.dic\n/, ''),
  );
});

test('Node.js in a sandbox loads code from a compile cache that the sandbox cannot change', async () => {
  const load = `NODE_DEBUG_NATIVE=COMPILE_CACHE ${sandboxPaths.node} ${sandboxPaths.engines}/codecs/data/runner.ts '{}'`;
  const output = await outputInSandbox(`${load}; touch ${sandboxPaths.compiled}/x`, [
    ...nodeMounts,
    ...binaries('touch'),
  ]);
  assert.match(output, /data\/runner\.ts was accepted/);
  assert.doesNotMatch(output, /was rejected/);
  assert.match(output, /compiled\/x': Read-only file system/);
});

test(
  'closing the sandboxes immediately stops warm engines that are still starting',
  { timeout: 60_000 },
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'protean-boxes-'));
    try {
      const slow = {
        id: 'slow',
        command: ['/usr/bin/sleep', '60'],
        limits: defaultLimits,
        serves: () => false,
      };
      const ready = { atRest: 2, inUse: 2, inBurst: 2 };
      const parts = await openConversions(loadConfig({}), path.join(dir, 'work'), {
        bareSandboxes: 0,
        warmEngines: [{ ...slow, view: binaries('sleep'), ready, maxRetained: 0, maxJobs: 1, maxGrowth: 0 }],
        onFailure: () => {},
      });
      parts.sandbox.prepare();
      await until('they start', 10_000, () => children(process.pid).length === 2);
      const closed = parts.close();
      await until('they are gone', 5_000, () => children(process.pid).length === 0);
      await closed;
    } finally {
      await rm(dir, { recursive: true });
    }
  },
);

const kind = cgroupKind();

test(
  'sweepCgroups kills a sandbox that a killed server left running, but not a sandbox of another container',
  { skip: kind === 'none' && 'no control groups can be made here', timeout: 30_000 },
  async () => {
    const group = `/sys/fs/cgroup/${kind === 'v1' ? 'pids/' : ''}${cgroupName(randomUUID()).replace(`-${process.pid}-`, `-${await gonePid()}-`)}`;
    await mkdir(group);
    try {
      const [own, deeper] = [inside(1), inside(2)];
      for (const [n, { pid }] of [own, deeper].entries())
        await until('it runs', 5_000, () => descendants(pid ?? 0).length > n);
      const sandbox = descendants(own.pid ?? 0).at(-1) ?? 0;
      const other = descendants(deeper.pid ?? 0).at(-1) ?? 0;
      for (const pid of [sandbox, other]) await writeFile(`${group}/cgroup.procs`, String(pid));
      const ended = once(own, 'exit');
      const sweep = sweepCgroups(kind, (pid) => runs(pid));
      await ended;
      assert.ok(runs(other));
      process.kill(other, 'SIGKILL');
      await sweep;
      await until('its group is gone', 2_000, () => !existsSync(group));
    } finally {
      await rmdir(group).catch(() => {});
    }
  },
);

test(
  'sweepCgroups keeps an empty control group of another PID namespace for an hour',
  { skip: kind === 'none' && 'no control groups can be made here' },
  async () => {
    const group = `/sys/fs/cgroup/${kind === 'v1' ? 'pids/' : ''}protean-ns1-${await gonePid()}-${randomUUID()}`;
    await mkdir(group);
    try {
      await sweepCgroups(kind, runs);
      assert.ok(existsSync(group));
      await sweepCgroups(kind, runs, Date.now() + 61 * 60_000);
      assert.ok(!existsSync(group));
    } finally {
      await rmdir(group).catch(() => {});
    }
  },
);

/** Starts a program in a PID namespace that is nested `steps` levels below the current one. */
function inside(steps: number): ChildProcess {
  const [program = '', ...args] = Array.from({ length: steps }, () => step).flat();
  return spawn(program, [...args, 'sleep', '60']);
}

const step = ['unshare', '--pid', '--fork', '--kill-child'];

/** Returns the id of a process that has exited. */
async function gonePid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}
