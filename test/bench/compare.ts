/**
 * Compares the speed of the servers of two checkouts of this repository. Sends batches of small requests to both
 * servers in turn. For each kind of request, prints the processor time and the wall time in the second checkout, and
 * the ratios of both times to the times in the first checkout. Usage: `node test/bench/compare.ts BEFORE [AFTER]`.
 * AFTER is this checkout by default. Run script/setup in both checkouts first.
 */
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startCheckout, type CheckoutServer } from '../support/server/checkout-server.ts';
import { spread } from './measure.ts';

/**
 * Number of measured pairs of batches. Each pair consists of one batch for each of the two servers. Before the
 * measurement, one additional pair of batches runs as a warm-up.
 */
const pairs = 21;
const atOnce = 4;

interface Batch {
  what: string;
  /** Number of requests in a batch. */
  count: number;
  status: number;
  method?: 'POST';
  path: string;
  contentType?: string;
  body?: string;
}

const form = [
  '--x\r\nContent-Disposition: form-data; name="target"\r\n\r\nyaml',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n{"a":1}',
  '--x--\r\n',
].join('\r\n');

const convert = { method: 'POST', path: '/v1/convert' } as const;
const json = 'application/json';
const batches: readonly Batch[] = [
  { what: 'GET /v1/formats/png', count: 1500, status: 200, path: '/v1/formats/png' },
  { what: 'GET /v1/formats', count: 150, status: 200, path: '/v1/formats' },
  { what: 'GET /v1/jobs?limit=5', count: 1000, status: 200, path: '/v1/jobs?limit=5' },
  {
    ...convert,
    what: 'POST /v1/convert, JSON that is refused',
    ...{ count: 500, status: 400, contentType: json, body: '{"target":["yaml"]}' },
  },
  {
    ...convert,
    what: 'POST /v1/convert, a form of 7 bytes',
    ...{ count: 60, status: 200, contentType: 'multipart/form-data; boundary=x', body: form },
  },
];

type Compared = Pick<CheckoutServer, 'url' | 'pid'> & { key: string };

/** Sends a batch. Returns the processor time and the wall time per request, in milliseconds. */
async function run({ url, key, pid }: Compared, batch: Batch): Promise<{ cpu: number; wall: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const [cpu, wall] = [await processorMs(pid), performance.now()];
  let left = batch.count;
  const sender = async () => {
    while (left-- > 0) await send(url, key, agent, batch);
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const took = { cpu: (await processorMs(pid)) - cpu, wall: performance.now() - wall };
  agent.destroy();
  return { cpu: took.cpu / batch.count, wall: took.wall / batch.count };
}

async function statusOf({ url, key }: Compared, batch: Batch): Promise<number | undefined> {
  const agent = new Agent();
  return send(url, key, agent, batch).finally(() => agent.destroy());
}

/** Sends one request. Resolves with the status once the whole response has arrived. */
function send(url: string, key: string, agent: Agent, batch: Batch): Promise<number | undefined> {
  const { method = 'GET', path: target, contentType, body } = batch;
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + target, { method, headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sent.once('error', reject).end(body);
  });
}

/** Returns the processor time of all threads of a process, in milliseconds. */
async function processorMs(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const times = tasks.map(async (task) => {
    const text = await readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '0');
    return Number(text.split(' ')[0]) / 1e6;
  });
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0);
}

const ownCheckout = fileURLToPath(new URL('../..', import.meta.url));
const [before, after = ownCheckout] = process.argv.slice(2);
if (before === undefined) throw new Error('name a checkout to compare this one with');
await using stack = new AsyncDisposableStack();
const start = async (checkout: string): Promise<Compared> => {
  const server = stack.use(await startCheckout(checkout));
  return { url: server.url, pid: server.pid, key: await server.createAccount() };
};
const [first, second] = [await start(before), await start(after)];
console.log('| request | processor ms | ratio: median (quartiles) | wall ms | ratio: median (quartiles) |');
console.log('|---|---|---|---|---|');
for (const batch of batches) {
  const answered = await Promise.all([first, second].map((server) => statusOf(server, batch)));
  if (answered.some((status) => status !== batch.status)) {
    console.log(`| ${batch.what} | not comparable: HTTP ${answered.join(' and ')} | | | |`);
    continue;
  }
  const ratios = { cpu: [] as number[], wall: [] as number[] };
  const times = { cpu: [] as number[], wall: [] as number[] };
  await run(first, batch);
  await run(second, batch);
  for (let pair = 0; pair < pairs; pair += 1) {
    // Alternates the order of the two servers, because a batch can affect the speed of the next batch.
    const isSwapped = pair % 2 === 1;
    const one = await run(isSwapped ? second : first, batch);
    const other = await run(isSwapped ? first : second, batch);
    const [a, b] = isSwapped ? [other, one] : [one, other];
    for (const what of ['cpu', 'wall'] as const) {
      ratios[what].push(b[what] / a[what]);
      times[what].push(b[what]);
    }
  }
  const cells = (['cpu', 'wall'] as const).flatMap((what) => [
    spread(times[what]).median.toFixed(3),
    inWords(ratios[what]),
  ]);
  console.log(`| ${batch.what} | ${cells.join(' | ')} |`);
}

function inWords(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.round((sorted.length - 1) * share)] ?? NaN).toFixed(3);
  return `${at(0.5)} (${at(0.25)}–${at(0.75)})`;
}
