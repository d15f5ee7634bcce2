/** `protean compile`: Node compiles what boxes run of our own, once, in a box that has seen nobody's file; all others read it. */
import { chmod, cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { root, withConversions } from '../convert/conversions.ts';
import { nodeParts } from '@protean/engines/runtime/shows.ts';
import { warmWorkersFor } from '@protean/engines/warm-workers.ts';
import { inBox } from '@protean/engines/runtime/in-box.ts';
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
  const names = await readdir(path.join(root, 'packages/engines'), { recursive: true });
  const runners = names.filter((name) => /\/(runner|warm-worker)[^/]*(?<!\.test|-spec)\.ts$/.test(name));
  const warmWorker = warmWorkersFor(1, 0).find(({ command: [program] }) => program === inBox.node);
  if (!warmWorker) throw new Error('no program of Node waits in boxes');
  // The keeper loads what others load only for the file in hand; a host that is given nothing says so and ends.
  const starts = [
    warmWorker.command,
    ...runners.map((name) => [inBox.node, `${inBox.engines}/${name}`, '{}']),
  ];
  await sandbox.run({
    commands: starts.map((command) => ['/bin/sh', '-c', '"$@" 2>&1 || true', 'sh', ...command]),
    limits: warmWorker.limits,
    shows: nodeParts,
    env: { ...warmWorker.env, NODE_COMPILE_CACHE: inBox.output },
    stageInputs: () => Promise.resolve(),
    collectOutputs: async ({ output }, { ending, status, stderr }) => {
      if (ending !== 'exit' || status !== 0) throw new Error(`hosts were not compiled: ${ending} ${stderr}`);
      await rm(place, { recursive: true, force: true });
      await cp(output, place, { recursive: true });
      await chmod(place, 0o755);
    },
  });
}
