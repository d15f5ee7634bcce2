/**
 * Requests each URL of egress-addresses.ts as the server does. Prints each result, with the IP addresses that received
 * a request. Runs in a separate network namespace, in which test servers respond at the IP addresses in `interfaces`.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { ServiceError } from '../../../packages/server/src/errors.ts';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import {
  GuardedFetch,
  EgressError,
  type EgressRequest,
} from '../../../packages/server/src/egress/outbound.ts';
import { post } from '../../../packages/server/src/webhooks/post.ts';
import { admitEndpoint } from '../../../packages/server/src/webhooks/endpoint.ts';
import { run } from '../../samples/run.ts';
import { allowPrivate, interfaces, names, ownPort, ownUrl, reached, refused } from './egress-addresses.ts';

export interface EgressResult {
  text: string;
  /** Result of the check: "fine", or the reason for the refusal. */
  checked: string;
  /** Result of the request: the status of the response, or the error. */
  requested: string;
  /** The addresses that received the request. */
  hits: string[];
}

await run('ip', ['link', 'set', 'lo', 'up']);
for (const address of interfaces) {
  const bits = isIP(address) === 6 ? '128' : '32';
  await run('ip', ['addr', 'add', `${address}/${bits}`, 'dev', 'lo', ...(bits === '128' ? ['nodad'] : [])]);
}

let hits: string[] = [];
for (const port of [80, 8099, ownPort]) {
  const canary = createServer((request, response) => {
    hits.push(request.socket.localAddress ?? '');
    if (request.url === '/never') return;
    const headers = request.url === '/redirect' ? { Location: 'http://10.0.0.1:8099/' } : {};
    response.writeHead(request.url === '/redirect' ? 302 : 200, headers).end('here');
  });
  canary.listen(port, '::');
  await once(canary, 'listening');
}

const answers: Record<string, number> = {};
const outbound = new GuardedFetch({
  allowPrivate,
  baseUrl: ownUrl,
  ownPort: () => ownPort,
  lookUp: async (name) => {
    const known = names[name];
    if (!known) return lookup(name, { all: true });
    const turn = (answers[name] = (answers[name] ?? -1) + 1);
    return (known[Math.min(turn, known.length - 1)] ?? []).map((address) => ({
      address,
      family: isIP(address),
    }));
  },
});

const wordsOf = (error: unknown) => (error instanceof EgressError ? error.reason : String(error));

const fieldOf = (error: unknown) =>
  error instanceof ServiceError ? `${error.status} ${String(error.details?.['field'])}` : String(error);

async function send(url: URL, options: Partial<EgressRequest> = {}): Promise<string> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const { statusCode, body } = await outbound.request(url, { method: 'GET', signal, ...options });
    await body.dump();
    return String(statusCode);
  } catch (error) {
    return wordsOf(error);
  }
}

const tried: EgressResult[] = [];
for (const text of [...reached, ...refused, 'http://rebinding.test/']) {
  hits = [];
  const checked = await outbound.check(text).then(() => 'fine', wordsOf);
  // Requests the URLs that the check refused too. The address of a name may change after the check, so the request
  // itself must refuse the same addresses.
  const requested = URL.canParse(text) ? await send(new URL(text)) : 'no address';
  tried.push({ text, checked, requested, hits });
}
/**
 * Uses each URL as a webhook endpoint: checks the URL as if an account owner had registered it, then attempts a
 * delivery.
 */
const secrets = { signingKey: () => Promise.resolve('key') };
const attempt = { outbound, clock: systemClock, ending: new AbortController().signal };
for (const url of [...reached, ...refused, 'http://rebinding-hook.test/']) {
  hits = [];
  const named = { accountId: 'ada', url, field: 'webhook_url' };
  const checked = await admitEndpoint({ outbound, secrets }, named).then(() => 'fine', fieldOf);
  const message = { url, event: 'job.completed', id: 'id', body: '{}' };
  const { status, error } = URL.canParse(url)
    ? await post(attempt, message, 'key')
    : { status: null, error: 'no address' };
  tried.push({ text: `hook ${url}`, checked, requested: String(status ?? error), hits });
}
hits = [];
const withBody = { method: 'POST', body: Buffer.from('x') } as const;
tried.push({
  text: 'redirect',
  checked: '',
  requested: await send(new URL('http://public.test/redirect'), withBody),
  hits,
});
hits = [];
const soon = { signal: AbortSignal.timeout(200) };
tried.push({
  text: 'never',
  checked: '',
  requested: await send(new URL('http://public.test/never'), soon),
  hits,
});
hits = [];
tried.push({ text: 'closed', checked: '', requested: await send(new URL('http://public.test:8098/')), hits });
process.stdout.write(JSON.stringify(tried), () => process.exit(0));
