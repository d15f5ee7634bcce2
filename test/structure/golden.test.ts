/** test/prove/routes.golden is what the engines declare: a change of capability is a diff somebody reads. */
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { run } from '../samples/run.ts';
import { assertSame } from './same.ts';

test('the golden list of routes is up to date', async () => {
  const golden = readFileSync(new URL('../prove/routes.golden', import.meta.url), 'utf8').split('\n');
  const main = new URL('../../packages/server/src/main.ts', import.meta.url).pathname;
  const now = (await run(process.execPath, [main, 'routes'])).stdout.toString().split('\n');
  const hint = 'run script/protean routes > test/prove/routes.golden and read the diff';
  assertSame(golden, now, hint);
});
