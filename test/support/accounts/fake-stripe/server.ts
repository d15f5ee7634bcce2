/**
 * A fake Stripe for tests. The fake Stripe keeps state, and checks authorization, idempotency keys and the parameters
 * of every call. The fake Stripe can let calls fail, and can send signed events late, twice and out of order.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations, Refusal, type Params } from './operations.ts';
import { FakeStripeState, type FakeEvent, type FakePrice } from './state.ts';

export const secretKey = 'sk_test_fake';
export const webhookSecret = 'whsec_fake';

const prices: Readonly<Record<string, FakePrice>> = {
  price_hobby: { amount: 2_900 },
  price_startup: { amount: 9_900 },
  price_scale: { amount: 49_900 },
  price_growth: { amount: 199_900 },
  price_credits: { amount: 500 },
  price_overage: { amount: 0.5, metered: true },
};

interface FakeStripeOptions {
  /** Returns the current time in milliseconds since the epoch. */
  now?: () => number;
}

export class FakeStripe {
  readonly state: FakeStripeState;
  readonly #now: () => number;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #answers = new Map<string, { fingerprint: string; body: string }>();
  /** If set to N, every Nth call fails. The value 0 disables these failures. */
  failsOneIn = 0;
  /** Delays each response until the promise resolves. A delayed response contains the state from before the delay. */
  beforeAnswer: () => Promise<unknown> = () => Promise.resolve();
  /** Whether connections are closed without a response, as if Stripe were down. */
  isAway = false;
  /** Invalid calls by the service under test. Tests assert that this list of invalid calls is empty. */
  readonly mistakes: string[] = [];
  calls = 0;
  #failures = 0;

  constructor({ now = Date.now }: FakeStripeOptions = {}) {
    this.#now = now;
    this.state = new FakeStripeState(prices, now);
  }

  static async start(options?: FakeStripeOptions): Promise<FakeStripe> {
    const fake = new FakeStripe(options);
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  /** Settings of a service that uses this fake for billing. */
  get settings(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
      ...Object.fromEntries(Object.keys(prices).map((id) => [`STRIPE_${id.toUpperCase()}`, id])),
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Signs an event with the current time, sends it to the service at `url`, and returns the status of the response. */
  async send(url: string, { id, type, data }: FakeEvent): Promise<number> {
    const body = JSON.stringify({ id, object: 'event', type, created: this.state.now, data });
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': this.signature(body) };
    const response = await fetch(`${url}/internal/stripe/webhook`, { method: 'POST', body, headers });
    await response.arrayBuffer();
    return response.status;
  }

  /**
   * Sends all pending events in random order, and some events twice. Repeats each event until the service accepts it.
   * `random` returns numbers from 0 to 1.
   */
  async deliverAll(url: string, random: () => number = Math.random): Promise<void> {
    const events = this.state.events.splice(0);
    const again = events.filter(() => random() < 0.3);
    const queue = [...events, ...again]
      .map((event) => ({ event, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ event }) => event);
    for (let tries = 0; queue.length > 0; tries += 1) {
      if (tries > 500) throw new Error(`events are not accepted: ${queue[0]?.type}`);
      const batch = queue.splice(0, 1 + Math.floor(random() * 3));
      const statuses = await Promise.all(batch.map((event) => this.send(url, event)));
      for (const [n, event] of batch.entries()) if (statuses[n] !== 200) queue.push(event);
    }
  }

  signature(body: string, at = Math.floor(this.#now() / 1000)): string {
    const mac = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
    return `t=${at},v1=${mac}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (this.isAway) return void request.socket.destroy();
    this.calls += 1;
    const fails = this.failsOneIn > 0 && this.calls % this.failsOneIn === 0;
    // Half of the failing calls take effect, as if only the response had been lost.
    this.#failures += Number(fails);
    const hadEffect = this.#failures % 2 === 0;
    if (fails && !hadEffect)
      return answer(response, 500, '{"error":{"type":"api_error","message":"a fault"}}');
    const [status, body] = this.#answer(request, Buffer.concat(chunks).toString());
    const text = JSON.stringify(body);
    await this.beforeAnswer();
    if (fails) request.socket.destroy();
    else answer(response, status, text);
  }

  #answer({ method = '', url = '', headers }: IncomingMessage, text: string): [number, object] {
    try {
      if (headers.authorization !== `Bearer ${secretKey}`) throw new Refusal(401, 'Invalid API Key provided');
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const params = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
      const operation = operations.find((one) => one.method === method && one.path.test(pathname));
      if (!operation) throw new Refusal(404, `Unrecognized request URL (${method}: ${pathname})`);
      requireShape(operation.params, params);
      const id = operation.path.exec(pathname)?.[1] ?? '';
      const run = () => operation.run(this.state, params, id);
      if (method !== 'POST') return [200, run()];
      const key = headers['idempotency-key'];
      if (typeof key !== 'string' || key.length > 255)
        throw new Refusal(400, 'POST without an idempotency key');
      return [200, this.#once(key, JSON.stringify([pathname, params]), run)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, type, code } = error;
      // Records the call as a mistake of the service, unless a correct service can also cause this error.
      if (status !== 404 && !/already|is complete|is expired/.test(message))
        this.mistakes.push(`${method} ${url}: ${message}`);
      return [status, { error: { type, message, ...(code === undefined ? {} : { code }) } }];
    }
  }

  /**
   * Returns the result of `run`. If the same call was made before with the same idempotency key, returns the earlier
   * result instead. Rejects a different call with the same idempotency key.
   */
  #once(key: string, fingerprint: string, run: () => object): object {
    const earlier = this.#answers.get(key);
    if (earlier && earlier.fingerprint !== fingerprint)
      throw new Refusal(
        400,
        `the idempotency key ${key} was used with other parameters`,
        undefined,
        'idempotency_error',
      );
    if (earlier) return JSON.parse(earlier.body) as object;
    const body = JSON.stringify(run());
    this.#answers.set(key, { fingerprint, body });
    return JSON.parse(body) as object;
  }
}

function requireShape(declared: readonly string[], params: Params): void {
  const names = declared.map((name) => name.replace('!', ''));
  const unknown = Object.keys(params).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Refusal(400, `Received unknown parameters: ${unknown.join(', ')}`);
  const absent = declared.filter((name) => name.endsWith('!') && !(name.slice(0, -1) in params));
  if (absent.length > 0) throw new Refusal(400, `Missing required params: ${absent.join(', ')}`);
}

function answer(response: ServerResponse, status: number, body: string): void {
  const headers = { 'Content-Type': 'application/json', 'Request-Id': `req_${randomUUID()}` };
  response.writeHead(status, headers).end(body);
}
