/**
 * `protean compile`: starts the runners in a fresh sandbox to fill Node's compile cache. All sandboxes read the compile
 * cache.
 */
import { chmod, cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { root, withConversions } from '../convert/run/conversions.ts';
import { runnerFiles } from '@protean/engines/contract/dependencies.ts';
import { nodeMounts } from '@protean/engines/contract/mounts.ts';
import { warmEnginesFor } from '@protean/engines/warm/warm-engines.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { compiledRunners } from '../sandbox/isolation/layout.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Run } from './command.ts';

export const compile: Run = () =>
  withConversions(loadConfig(), async ({ sandbox }) => {
    await compileRunners(sandbox, path.join(root, compiledRunners));
    return 0;
  });

/** Replaces the content of the folder `cache`. Throws if no sandbox starts. */
async function compileRunners(sandbox: Sandbox, cache: string): Promise<void> {
  const warmEngines = warmEnginesFor(1, 0).filter(({ id }) => ['data', 'node'].includes(id));
  const [warmEngine] = warmEngines;
  if (!warmEngine) throw new Error('there is no warm engine that runs on Node');
  // Starts warm engines too, because a runner loads some modules of warm engines only for certain files. A runner that
  // gets no job exits with an error, which the code below ignores.
  const starts = [
    ...warmEngines.map(({ command }) => command),
    ...runnerFiles(root).map((name) => [sandboxPaths.node, `${sandboxPaths.engines}/${name}`, '{}']),
  ];
  await sandbox.run({
    commands: starts.map((command) => ['/bin/sh', '-c', '"$@" 2>&1 || true', 'sh', ...command]),
    limits: warmEngine.limits,
    mounts: nodeMounts,
    env: { ...warmEngine.env, NODE_COMPILE_CACHE: sandboxPaths.output },
    stageInputs: () => Promise.resolve(),
    collectOutputs: async ({ output }, { ending, status, stderr }) => {
      if (ending !== 'exit' || status !== 0)
        throw new Error(`runners were not compiled: ${ending} ${stderr}`);
      await rm(cache, { recursive: true, force: true });
      await cp(output, cache, { recursive: true });
      await chmod(cache, 0o755);
    },
  });
}
