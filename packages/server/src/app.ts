/** The composition root: configuration becomes parts, parts become a running service; the only file that sees all. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { Catalogue } from './convert/catalogue.ts';
import { Converter } from './convert/converter.ts';
import { Workspace } from './convert/workspace.ts';
import { engines } from './engines/index.ts';
import { formats } from './formats/formats.ts';
import { systemClock } from './kit/clock.ts';
import { randomId } from './kit/ids.ts';
import { processIsAlive } from './kit/processes.ts';
import { cgroupKind, sweepCgroups } from './sandbox/cgroup.ts';
import { probeSandbox, type ProbeResult } from './sandbox/probe.ts';
import { Sandbox } from './sandbox/run.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What converting takes, without the network side: `protean convert` and the proofs need no more. */
export interface Conversions {
  catalogue: Catalogue;
  converter: Converter;
  sandbox: Sandbox;
  workspace: Workspace;
  probe: ProbeResult;
  close(): Promise<void>;
}

/** Opens the parts with their files below `workDir`. */
export async function openConversions(config: Config, workDir: string): Promise<Conversions> {
  const cgroups = cgroupKind();
  sweepCgroups(cgroups, processIsAlive);
  const workspace = await Workspace.open(workDir, randomId);
  const sandbox = new Sandbox({
    sources: { root, node: process.execPath },
    cgroups,
    clock: systemClock,
    newId: randomId,
  });
  const probe = await probeSandbox(sandbox, await workspace.openJob());
  const catalogue = new Catalogue(formats, engines);
  const converter = new Converter({ catalogue, sandbox, clock: systemClock, ...config });
  return { catalogue, converter, sandbox, workspace, probe, close: () => workspace.close() };
}

/** The same in a folder of its own that is gone afterwards, for one command's work. */
export async function withConversions<T>(config: Config, work: (parts: Conversions) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    const parts = await openConversions(config, dir);
    return await work(parts);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
