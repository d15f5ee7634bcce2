/** `protean compile`: Node compiles what boxes run of our own, once, in a box that has seen nobody's file; all others read it. */
import { chmod, cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { root, withConversions } from '../convert/conversions.ts';
import { runnerFiles } from '@protean/engines/runtime/dependencies.ts';
import { nodeMounts } from '@protean/engines/runtime/mounts.ts';
import { warmWorkersFor } from '@protean/engines/warm-workers.ts';
import { sandboxPaths } from '@protean/engines/runtime/sandbox-paths.ts';
import { compiledRunners } from '../sandbox/layout.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Run } from './command.ts';

export const compile: Run = () =>
  withConversions(loadConfig(), async ({ sandbox }) => {
    await compileRunners(sandbox, path.join(root, compiledRunners));
    return 0;
  });

/** Puts Node's compile cache of all hosts into the folder `place`, in place of what is there. Throws where no box can be had. */
async function compileRunners(sandbox: Sandbox, place: string): Promise<void> {
  const warmWorker = warmWorkersFor(1, 0).find(({ command: [program] }) => program === sandboxPaths.node);
  if (!warmWorker) throw new Error('no program of Node waits in boxes');
  // The keeper loads what others load only for the file in hand; a host that is given nothing says so and ends.
  const starts = [
    warmWorker.command,
    ...runnerFiles(root).map((name) => [sandboxPaths.node, `${sandboxPaths.engines}/${name}`, '{}']),
  ];
  await sandbox.run({
    commands: starts.map((command) => ['/bin/sh', '-c', '"$@" 2>&1 || true', 'sh', ...command]),
    limits: warmWorker.limits,
    shows: nodeMounts,
    env: { ...warmWorker.env, NODE_COMPILE_CACHE: sandboxPaths.output },
    stageInputs: () => Promise.resolve(),
    collectOutputs: async ({ output }, { ending, status, stderr }) => {
      if (ending !== 'exit' || status !== 0) throw new Error(`hosts were not compiled: ${ending} ${stderr}`);
      await rm(place, { recursive: true, force: true });
      await cp(output, place, { recursive: true });
      await chmod(place, 0o755);
    },
  });
}
