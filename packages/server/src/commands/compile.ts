/** `protean compile`: Node compiles what boxes run of our own, once, in a box that has seen nobody's file; all others read it. */
import { chmod, cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { root, withConversions } from '../convert/conversions.ts';
import { nodeParts } from '../engines/shows.ts';
import { keepersFor } from '../engines/warm.ts';
import { compiledHosts, inBox } from '../sandbox/layout.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Run } from './command.ts';

export const compile: Run = () =>
  withConversions(loadConfig(), async ({ sandbox }) => {
    await compileHosts(sandbox, path.join(root, compiledHosts));
    return 0;
  });

/** Puts Node's compile cache of all hosts into the folder `place`, in place of what is there. Throws where no box can be had. */
async function compileHosts(sandbox: Sandbox, place: string): Promise<void> {
  const names = await readdir(path.join(root, 'packages/server/src/engines/hosts'));
  const hosts = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const keeper = keepersFor(1, 0).find(({ command: [program] }) => program === inBox.node);
  if (!keeper) throw new Error('no program of Node waits in boxes');
  // The keeper loads what others load only for the file in hand; a host that is given nothing says so and ends.
  const starts = [keeper.command, ...hosts.map((name) => [inBox.node, `${inBox.hosts}/${name}`, '{}'])];
  await sandbox.run({
    commands: starts.map((command) => ['/bin/sh', '-c', '"$@" 2>&1 || true', 'sh', ...command]),
    limits: keeper.limits,
    shows: nodeParts,
    env: { ...keeper.env, NODE_COMPILE_CACHE: inBox.output },
    put: () => Promise.resolve(),
    take: async ({ output }, { ending, status, stderr }) => {
      if (ending !== 'exit' || status !== 0) throw new Error(`hosts were not compiled: ${ending} ${stderr}`);
      await rm(place, { recursive: true, force: true });
      await cp(output, place, { recursive: true });
      await chmod(place, 0o755);
    },
  });
}
