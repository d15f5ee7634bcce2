/**
 * Warm engines (engine processes that wait in a sandbox) are reused only for jobs of the same owner, and are replaced
 * after any failure.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openConversions, type Conversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { binaries } from '@protean/engines/contract/mounts.ts';
import { warmEnginesFor } from '@protean/engines/warm/warm-engines.ts';
import type { WarmEngineSpec } from '@protean/engines/warm/warm-engine-spec.ts';
import type { StepFolders } from '../../../packages/server/src/sandbox/isolation/layout.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import type { Ending } from '../../../packages/server/src/sandbox/supervise.ts';
import { viewOf } from '@protean/engines/contract/view.ts';
import { children, commandOf, descendants, runs } from '../../support/server/processes.ts';
import { until } from '../../support/server/service.ts';

interface Visit {
  ending: Ending;
  status: number | null;
  /** Folder of the sandbox in which the job ran, different for each sandbox. */
  sandbox: string;
  /** Entries that the job found in its folders before it wrote anything. */
  found: string[];
}

/** Shell commands that list the files in the folders of the sandbox, and leave files and folders in the sandbox. */
const look = [
  'ls -A /tmp /job/work /job/in | grep -v -e : -e ^$ > /job/out/found',
  'echo secret | tee /tmp/left /job/work/left > /job/out/left',
  'mkdir -p /tmp/left-too/deep /job/work/left-too/deep',
].join('; ');

/** The programs that the shell commands run. */
const tools = binaries('ls', 'grep', 'tee', 'mkdir', 'sleep');

const byName = (warmEngine: WarmEngineSpec): WarmEngineSpec => ({
  ...warmEngine,
  view: viewOf([...warmEngine.view, ...tools]),
  serves: (commands) => commands.some(([, , script = '']) => script.startsWith(`: ${warmEngine.id};`)),
});

/** Returns a warm engine with a memory limit that any job exceeds. */
const grown = ({ id, command, ...warmEngine }: WarmEngineSpec): WarmEngineSpec =>
  byName({
    ...warmEngine,
    id: `grown ${id}`,
    ready: { atRest: 0, inUse: 0, inBurst: 0 },
    command,
    maxGrowth: -1e12,
  });

/** Returns whether any process runs in the sandbox with the folder `sandbox`. */
function stands(sandbox: string): boolean {
  return descendants(process.pid).some((pid) =>
    commandOf(pid).some((word) => word.startsWith(`${sandbox}/`)),
  );
}

const kinds = ['office', 'books', 'python', 'sheets', 'browser', 'data', 'media', 'node'];

describe('runs jobs in warm engines', { timeout: 450_000 }, () => {
  let dir = '';
  let parts: Conversions;
  const failures: string[] = [];

  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'protean-warm-'));
    const warmEngines = warmEnginesFor(2, Infinity).map((warmEngine) =>
      byName({ ...warmEngine, maxJobs: 20 }),
    );
    const [office] = warmEngines;
    assert.ok(office);
    const command = ['/bin/sh', '-c', 'echo a library is missing >&2; exit 3'];
    parts = await openConversions(loadConfig({}), path.join(dir, 'work'), {
      bareSandboxes: 1,
      warmEngines: [...warmEngines, ...warmEngines.map(grown), byName({ ...office, id: 'broken', command })],
      onFailure: ({ id }, cause) => failures.push(`${id}: ${String(cause)}`),
    });
  });

  after(async () => {
    await parts.close();
    assert.deepEqual(children(process.pid), []);
    await rm(dir, { recursive: true });
  });

  /**
   * Runs a job in a sandbox of the kind `kind`. The job lists its folders, and then runs the shell command `next`.
   * Returns the files that the job found.
   */
  async function visit(
    kind: string,
    owner?: string,
    next = 'exit 0',
    signal?: AbortSignal,
    meanwhile?: (folders: StepFolders) => Promise<void>,
  ): Promise<Visit> {
    return parts.sandbox.run({
      commands: [['/bin/sh', '-c', `: ${kind}; ${look}; ${next}`]],
      mounts: tools,
      // The output limit of 3 GiB, which archive conversions have, is the highest limit with which a job still uses a
      // warm engine.
      limits: { ...defaultLimits, wallMs: 3_000, outputBytes: 3 * 1024 ** 3 },
      ...(owner === undefined ? {} : { owner }),
      ...(signal ? { signal } : {}),
      stageInputs: async (folders) => {
        await writeFile(path.join(folders.input, 'given'), 'given');
        void meanwhile?.(folders);
      },
      collectOutputs: async ({ output }, { ending, status }) => {
        const found = (await readFile(path.join(output, 'found'), 'utf8')).trim().split('\n').sort();
        return { ending, status, sandbox: path.dirname(output), found };
      },
    });
  }

  for (const kind of kinds) {
    test(`warm engine ${kind}: anonymous jobs never reuse a sandbox`, async () => {
      const sandboxes = [await visit(kind), await visit(kind)].map(({ sandbox }) => sandbox);
      assert.equal(new Set(sandboxes).size, 2);
    });

    test(`warm engine ${kind}: a sandbox is reused only for the same owner`, async () => {
      const first = await visit(kind, 'me');
      assert.deepEqual(await visit(kind, 'me'), first);
      assert.ok(first.found.includes('given'));
      const others = [await visit(kind, 'you'), await visit(kind)];
      assert.deepEqual(await visit(kind, 'me'), first);
      assert.equal(new Set([first, ...others].map(({ sandbox }) => sandbox)).size, 3);
    });

    test(`warm engine ${kind}: after a failed job, the next job succeeds in a new sandbox`, async () => {
      const sandboxes = new Set<string>();
      const leaving = new AbortController();
      const ends: [next: string, ending: Ending, status: number | null][] = [
        ['exit 3', 'exit', 3],
        ['kill -9 $$', 'exit', 137],
        ['sleep 60', 'timeout', 137],
      ];
      for (const [next, ending, status] of ends) {
        const visited = await visit(kind, 'me', next);
        assert.deepEqual([visited.ending, visited.status], [ending, status], next);
        sandboxes.add(visited.sandbox);
      }
      const given = visit(kind, 'me', 'sleep 60', leaving.signal);
      leaving.abort();
      assert.equal((await given.catch(() => ({ ending: 'aborted' }))).ending, 'aborted');
      const after = await visit(kind, 'me');
      assert.equal(after.status, 0);
      assert.equal(sandboxes.size, ends.length);
      assert.ok(!sandboxes.has(after.sandbox));
    });
  }

  test('a sandbox is not reused after a job creates a folder in the output folder', async () => {
    const { sandbox } = await visit('python', 'me', 'mkdir /job/out/folder');
    assert.notEqual((await visit('python', 'me')).sandbox, sandbox);
  });

  test('kills all processes of a job before it reports that the result of the job is refused', async () => {
    let sandbox = '';
    const refused = parts.sandbox.run({
      commands: [['/bin/sh', '-c', `: python; ${look}`]],
      mounts: tools,
      limits: { ...defaultLimits, wallMs: 3_000 },
      owner: 'me',
      stageInputs: () => Promise.resolve(),
      collectOutputs: ({ output }) => {
        sandbox = path.dirname(output);
        assert.ok(stands(sandbox));
        return Promise.reject(new Error('refused'));
      },
    });
    await assert.rejects(refused, /refused/);
    assert.ok(!stands(sandbox));
  });

  test("two concurrent jobs of one owner run in two sandboxes, and the owner's next jobs reuse both sandboxes", async () => {
    const both = await Promise.all([visit('python', 'two'), visit('python', 'two')]);
    const again = await Promise.all([visit('python', 'two'), visit('python', 'two')]);
    const sandboxes = (visits: Visit[]) => visits.map(({ sandbox }) => sandbox).sort();
    assert.equal(new Set(sandboxes(both)).size, 2);
    assert.deepEqual(sandboxes(again), sandboxes(both));
  });

  for (const kind of kinds) {
    test(`warm engine ${kind}: processes that a job leaves running are killed`, async () => {
      const sleep = `60.${kinds.indexOf(kind)}`;
      const left = () =>
        descendants(process.pid).filter((pid) => runs(pid) && commandOf(pid).includes(sleep));
      const begun = visit(
        kind,
        'me',
        `sleep ${sleep} & while ! [ -e /job/work/go ]; do :; done`,
        undefined,
        ({ work }) =>
          until('it sleeps', 5_000, () => left().length > 0).then(() => writeFile(path.join(work, 'go'), '')),
      );
      assert.equal((await begun).status, 0);
      assert.equal((await visit(kind, 'me')).status, 0);
      // The process that the job left running may also end because its sandbox is removed.
      await until('it is gone', 2_000, () => left().length === 0);
    });
  }

  test('a sandbox that uses too much memory completes its job and is not reused', async () => {
    for (const kind of kinds) {
      const visits = [await visit(`grown ${kind}`, 'me'), await visit(`grown ${kind}`, 'me')];
      assert.deepEqual(
        visits.map(({ status }) => status),
        [0, 0],
      );
      assert.equal(new Set(visits.map(({ sandbox }) => sandbox)).size, 2);
    }
  });

  test('a sandbox is replaced after 20 jobs', async () => {
    const first = await visit('python', 'busy');
    for (let n = 1; n < 20; n += 1) assert.equal((await visit('python', 'busy')).sandbox, first.sandbox);
    assert.notEqual((await visit('python', 'busy')).sandbox, first.sandbox);
  });

  test('if a warm engine fails to start, the cause is reported and its job runs in a cold engine', async () => {
    assert.equal((await visit('broken', 'me')).status, 0);
    assert.match(failures.join('\n'), /broken: .*a library is missing/);
    assert.deepEqual(
      failures.filter((failure) => !failure.startsWith('broken')),
      [],
    );
  });

  test('once all jobs have ended, the remaining sandboxes are ready for a job or kept for an owner', async () => {
    await until('the others are gone', 5_000, () => {
      const { state } = parts.sandbox;
      const standing = Object.values(state).reduce((sum, { ready, kept }) => sum + ready + kept, 0);
      return children(process.pid).length <= standing;
    });
  });
});
