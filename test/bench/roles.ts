/** What the way through an api process adds to a conversion: the same file at a server with engines, and at one without. */
import path from 'node:path';
import { post, startService, until } from '../support/service.ts';
import { toYaml } from '../support/test-app.ts';
import { inTurn, spread, type Measurement } from './measure.ts';

export async function benchRoles(dir: string): Promise<Measurement[]> {
  const settings = { WARM: 'on', LOG_LEVEL: 'info' };
  const shared = { ...settings, DATA_DIR: path.join(dir, 'roles'), PORT: '0' };
  await using stack = new AsyncDisposableStack();
  const start = async (env: Record<string, string>) =>
    stack.adopt(await startService(env), (service) => service.close());
  const both = await start(settings);
  const api = await start({ ...shared, ROLES: 'api' });
  await start({ ...shared, ROLES: 'worker' });
  await until('the api process is ready', 30_000, async () => (await fetch(`${api.url}/readyz`)).ok);
  const convertAt = (url: string) => async () => {
    const { status, error } = await post(`${url}/api/convert`, toYaml());
    if (status !== 200) throw new Error(error.message);
  };
  // The first conversions start what waits for later ones.
  await inTurn(5, convertAt(api.url), convertAt(both.url));
  const { a, b } = await inTurn(100, convertAt(api.url), convertAt(both.url));
  const added = spread(a).median - spread(b).median;
  return [
    {
      what: 'json → yaml through an api process: added',
      measured: { min: added, median: added, max: added },
      unit: 'ms',
      most: 30,
      note: `medians of 100: ${told(a, 'median')} and ${told(b, 'median')}; fastest: ${told(a, 'min')} and ${told(b, 'min')}`,
    },
  ];
}

const told = (times: readonly number[], which: 'min' | 'median') => `${Math.round(spread(times)[which])} ms`;
