/**
 * Runs scripts in sandboxes of a given isolation level, and lists all processes of the machine, including processes in
 * sandboxes.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig, type Config } from '../../../packages/server/src/config.ts';
import { openConversions, type Conversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { pythonMounts } from '@protean/engines/contract/mounts.ts';
import type { CgroupKind } from '../../../packages/server/src/sandbox/cgroup.ts';
import { probePrograms } from '../../../packages/server/src/sandbox/probe/conditions.ts';
import { defaultLimits, type SandboxLimits } from '@protean/engines/contract/limits.ts';
import type { StepFolders } from '../../../packages/server/src/sandbox/isolation/layout.ts';
import type { RunOutcome } from '../../../packages/server/src/sandbox/sandbox-process.ts';
import { commandOf, runs } from './processes.ts';

/**
 * Value of the test option `skip` for tests in which sandboxes run as separate users. Tests with separate users require
 * root. For users other than root, the value of `skip` is the reason for skipping the test.
 */
export const skip = process.getuid?.() !== 0 && 'not root';

/** Calls `work` with the parts of a server that conversions need, such as the sandbox. `dataDir` is the data folder. */
export async function withSandbox<T>(
  level: Config['isolation'],
  dataDir: string,
  work: (parts: Conversions) => Promise<T>,
  cgroups?: CgroupKind,
): Promise<T> {
  const config = loadConfig({ SANDBOX: level, DATA_DIR: dataDir });
  const parts = await openConversions(config, path.join(dataDir, 'work'), undefined, { cgroups });
  assert.ok(parts.probe.ok, parts.probe.description);
  return work(parts).finally(() => parts.close());
}

interface ScriptRun extends Partial<SandboxLimits> {
  script: string;
  signal?: AbortSignal;
  /** Called with the path of the output folder as soon as the folder exists. */
  onOutputDir?: (output: string) => void;
  /** Writes the input files. */
  stageInputs?: (folders: StepFolders) => Promise<void>;
}

/** Runs a shell script in a separate sandbox, and returns the outcome with the files in the output folder. */
export async function runScript(
  { sandbox }: Conversions,
  { script, onOutputDir, stageInputs, signal, ...limits }: ScriptRun,
): Promise<RunOutcome & { files: Record<string, string> }> {
  return sandbox.run({
    commands: [['/bin/sh', '-c', script]],
    limits: { ...defaultLimits, wallMs: 20_000, ...limits },
    mounts: [...probePrograms, ...pythonMounts],
    ...(signal ? { signal } : {}),
    stageInputs: async (folders) => {
      await stageInputs?.(folders);
      onOutputDir?.(folders.output);
    },
    collectOutputs: async ({ output }, outcome) => {
      const names = await readdir(output);
      const read = async (name: string) => [name, await readFile(path.join(output, name), 'utf8')] as const;
      return { ...outcome, files: Object.fromEntries(await Promise.all(names.map(read))) };
    },
  });
}

/** Lists the command lines of the processes that run `sleep` with the argument `seconds`. */
export async function sleepingProcesses(seconds: string): Promise<string[]> {
  return (await runningCommands()).filter((command) => command === `sleep ${seconds} `);
}

/** Resolves with the command line of each process of this machine, with a space after each argument. */
export async function runningCommands(): Promise<string[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && runs(pid));
  return pids.map((pid) => commandOf(pid).join(' '));
}
