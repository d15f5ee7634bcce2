/** How long a conversion takes by itself: planned and performed as the server does, without requests around it. */
import { stat } from 'node:fs/promises';
import type { Conversions } from '../../packages/server/src/convert/run/conversions.ts';
import { KnownGood } from '../../packages/server/src/convert/run/known-good.ts';
import { perform } from '../../packages/server/src/convert/run/perform.ts';

const wallMs = 600_000;

export interface PairFile {
  source: string;
  target: string;
  file: string;
}

export interface ConversionTime {
  ms: number;
  /** Of source and result; of several results all. */
  bytes: readonly [number, number];
}

/** Converts `file` once, for an account whose engines may be warm; `keep` is given the results before they are removed. */
export async function timeConversion(
  { catalogue, sandbox, workspace }: Conversions,
  { source, target, file }: PairFile,
  keep: (results: readonly string[]) => Promise<void> = async () => {},
): Promise<ConversionTime> {
  const route = catalogue.live.find(source, target);
  if (!route) throw new Error(`there is no route from ${source} to ${target}`);
  await using folder = workspace.openConversion();
  const now = () => performance.now();
  const began = now();
  const scope = {
    sandbox,
    knownGood: new KnownGood(sandbox),
    engine: (id: string) => catalogue.engine(id),
    now,
    wallMs,
    deadline: began + wallMs,
    owner: 'bench',
  };
  const results = await perform({ file, steps: route.steps, options: {} }, folder.path, scope);
  const ms = now() - began;
  const sizes = await Promise.all(results.map(async (result) => (await stat(result)).size));
  await keep(results);
  return { ms, bytes: [(await stat(file)).size, sizes.reduce((sum, size) => sum + size, 0)] };
}
