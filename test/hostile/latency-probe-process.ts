/**
 * Measures the latency of the server. Requests the list of formats every 100 ms. Between the messages `go` and `hold`
 * from the parent process, also runs small conversions. Reports each duration to the parent process.
 */
import { post } from '../support/server/service.ts';

const everyMs = 100;
/** Delay between two conversions, so that the probe causes little load. */
const pauseMs = 1_000;
const maxMs = 60_000;

const [url = ''] = process.argv.slice(2);
const table = new File(['a,b\n1,2\n'], 'a.csv');

let may = false;
let converting = Promise.resolve();
let last = 0;

process.on('message', (message) => {
  may = message === 'go';
  // Confirms the message `hold` only after the running conversion has finished.
  if (!may) void converting.then(() => process.send?.({ holds: true }));
});
process.on('disconnect', () => process.exit());
setInterval(() => {
  void timed('list', list);
  if (!may || performance.now() - last < pauseMs) return;
  last = Infinity;
  converting = timed('convert', convert).then(() => {
    last = performance.now();
  });
}, everyMs);

/**
 * Sends a request. Reports the name of the request, its duration in milliseconds, and its HTTP status, which is 0 if
 * the request failed.
 */
async function timed(name: string, ask: () => Promise<{ status: number }>): Promise<void> {
  const began = performance.now();
  const status = await ask().then(
    (answer) => answer.status,
    () => 0,
  );
  process.send?.({ name, ms: Math.round(performance.now() - began), status });
}

async function list(): Promise<Response> {
  const answer = await fetch(`${url}/v1/formats?source=csv`, { signal: AbortSignal.timeout(maxMs) });
  await answer.arrayBuffer();
  return answer;
}

function convert(): Promise<{ status: number }> {
  const fields: [string, File | string][] = [
    ['file', table],
    ['target', 'json'],
  ];
  return post(`${url}/api/convert`, fields, AbortSignal.timeout(maxMs));
}
