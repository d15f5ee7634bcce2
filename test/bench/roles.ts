/**
 * Measures the time that a separate api process adds. Compares a conversion on one server that has engines with a
 * conversion through an api process, which passes the file to a worker process.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startService, until, type Service } from '../support/server/service.ts';
import { inTurn, spread, type Measurement } from './measure.ts';
import { newAccount, sender } from './requests.ts';

export async function benchRoles(dir: string): Promise<Measurement[]> {
  const settings = { WARM: 'on', LOG_LEVEL: 'info' };
  const shared = { ...settings, DATA_DIR: path.join(dir, 'roles'), PORT: '0' };
  const file = path.join(dir, 'small.json');
  await writeFile(file, '{"a":1}');
  await using stack = new AsyncDisposableStack();
  const start = async (env: Record<string, string>) =>
    stack.adopt(await startService(env), (service) => service.close());
  const both = await start(settings);
  const api = await start({ ...shared, ROLES: 'api' });
  await start({ ...shared, ROLES: 'worker' });
  await until('the api process is ready', 30_000, async () => (await fetch(`${api.url}/readyz`)).ok);
  const sendTo = async (service: Service) => sender(service, file, 'yaml', await newAccount(service));
  const [byWorker, byItself] = [await sendTo(api), await sendTo(both)];
  // The first conversions are not measured, because they include the start of the engines.
  await inTurn(5, byWorker, byItself);
  const { a, b } = await inTurn(100, byWorker, byItself);
  const added = spread(a).median - spread(b).median;
  return [
    {
      what: 'json → yaml: time that an api process adds',
      measured: { min: added, median: added, max: added },
      unit: 'ms',
      most: 30,
      note: `medians of 100: ${inMs(a, 'median')} and ${inMs(b, 'median')}; fastest: ${inMs(a, 'min')} and ${inMs(b, 'min')}`,
    },
  ];
}

const inMs = (times: readonly number[], which: 'min' | 'median') => `${Math.round(spread(times)[which])} ms`;
