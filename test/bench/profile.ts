/**
 * Profiles the main thread of the server during small conversions, and prints the time per part of the code. A part of
 * the code is either a folder of the server or a whole package. Usage: `script/bench profile [CHECKOUT…]`. Without
 * arguments, profiles this checkout. Run script/setup in each checkout first.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCheckout } from '../support/server/checkout-server.ts';
import { sender } from './requests.ts';

const requests = 3_000;
/**
 * Number of requests before the profiled requests. During the requests before the profile, Node compiles the hot code.
 */
const uncounted = 1_000;

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: readonly number[];
}

interface CpuProfile {
  /** Start of the profile in microseconds. */
  startTime: number;
  endTime: number;
  nodes: readonly ProfileNode[];
  samples: readonly number[];
  timeDeltas: readonly number[];
}

const here = fileURLToPath(new URL('../..', import.meta.url));
const named = process.argv.slice(2);
for (const checkout of named.length > 0 ? named : [here]) {
  const parts = await profile(checkout);
  const total = [...parts.values()].reduce((sum, ms) => sum + ms, 0);
  console.log(`\n${checkout}: ${(total / requests).toFixed(2)} ms for each of ${requests} conversions\n`);
  console.log('| part | ms | share |');
  console.log('|---|---|---|');
  for (const [part, ms] of [...parts].sort(([, a], [, b]) => b - a))
    if (ms / total > 0.01)
      console.log(`| ${part} | ${(ms / requests).toFixed(3)} | ${Math.round((ms / total) * 100)} % |`);
}

/** Returns the milliseconds that each part of the code takes during the profiled requests. */
async function profile(checkout: string): Promise<Map<string, number>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-profile-'));
  try {
    const file = path.join(dir, 'small.json');
    await writeFile(file, '{"name":"Ada","born":1815}');
    let [pid, began] = [0, 0];
    {
      const options = `--cpu-prof --cpu-prof-dir=${dir}`;
      await using server = await startCheckout(checkout, { NODE_OPTIONS: options, WARM: 'on' });
      pid = server.pid;
      const send = await sender(server, file, 'yaml', await server.createAccount());
      for (let n = 0; n < uncounted; n += 1) await send();
      began = performance.now();
      for (let n = 0; n < requests; n += 1) await send();
    }
    const ms = performance.now() - began;
    const written = (await readdir(dir)).find((name) => name.includes(`.${pid}.`));
    if (written === undefined) throw new Error('the server has written no profile');
    return partsOf(JSON.parse(await readFile(path.join(dir, written), 'utf8')) as CpuProfile, ms);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Returns the sampled milliseconds of each part of the code during the last `lastMs` milliseconds of the profile. */
function partsOf(
  { startTime, endTime, nodes, samples, timeDeltas }: CpuProfile,
  lastMs: number,
): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const parts = new Map<string, number>();
  let now = startTime;
  for (const [n, sample] of samples.entries()) {
    now += timeDeltas[n] ?? 0;
    if (now < endTime - lastMs * 1_000) continue;
    let [part, at]: [string | undefined, number | undefined] = [undefined, sample];
    // Time in functions of Node is attributed to the nearest caller outside Node.
    while (part === undefined && at !== undefined) {
      part = partOf(byId.get(at));
      at = parents.get(at);
    }
    if (part === 'idle') continue;
    const known = part ?? 'Node itself';
    parts.set(known, (parts.get(known) ?? 0) + (timeDeltas[n] ?? 0) / 1_000);
  }
  return parts;
}

/** Returns the part of the code to which a function belongs, or undefined for a function of Node. */
function partOf(node: ProfileNode | undefined): string | undefined {
  const { functionName = '', url = '' } = node?.callFrame ?? {};
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collection';
  const dependency = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (dependency !== undefined) return dependency;
  const [, ofPackage, folder] = /\/packages\/(\w+)\/(?:src\/)?([\w-]+)/.exec(url) ?? [];
  return ofPackage === 'server' ? folder : ofPackage;
}
