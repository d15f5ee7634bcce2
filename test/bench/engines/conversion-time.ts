/** Measures the duration of a conversion that is planned and run as on the server, but without HTTP. */
import { stat } from 'node:fs/promises';
import type { Edge } from '../../../packages/server/src/convert/catalogue/edges.ts';
import type { Conversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { Deadline } from '../../../packages/server/src/convert/request/deadline.ts';
import { KnownGood } from '../../../packages/server/src/convert/run/known-good.ts';
import { perform } from '../../../packages/server/src/convert/run/perform.ts';

const wallMs = 600_000;

export interface PairFile {
  source: string;
  target: string;
  file: string;
  /** The steps to run. By default, the steps of the planned route. */
  steps?: readonly Edge[];
}

export interface ConversionTime {
  ms: number;
  /** Sizes of the source and of all results, in bytes. */
  bytes: readonly [number, number];
}

/**
 * Converts `file` once, with warm engines if available. Calls `keep` with the paths of the results, and then deletes
 * the results.
 */
export async function timeConversion(
  { catalogue, sandbox, workspace }: Conversions,
  { source, target, file, steps = catalogue.live.find(source, target)?.steps }: PairFile,
  keep: (results: readonly string[]) => Promise<void> = async () => {},
): Promise<ConversionTime> {
  if (!steps) throw new Error(`there is no route from ${source} to ${target}`);
  await using folder = workspace.openConversion();
  const now = () => performance.now();
  const began = now();
  const scope = {
    sandbox,
    knownGood: new KnownGood(sandbox),
    engine: (id: string) => catalogue.engine(id),
    now,
    deadline: new Deadline({ now, limitMs: wallMs, longestMs: wallMs }),
    owner: 'bench',
  };
  const results = await perform({ file, steps, options: {} }, folder.path, scope);
  const ms = now() - began;
  const sizes = await Promise.all(results.map(async (result) => (await stat(result)).size));
  await keep(results);
  return { ms, bytes: [(await stat(file)).size, sizes.reduce((sum, size) => sum + size, 0)] };
}
