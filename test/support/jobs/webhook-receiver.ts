/**
 * A webhook receiver like a customer's receiver. The receiver records requests, and the test determines the responses.
 */
import { createHash, createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  /** Time of arrival of the whole body, in milliseconds since the epoch. */
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  /** The bytes as text. */
  body: string;
}

type Answering = (request: ReceivedWebhook, response: ServerResponse, nth: number) => void;

/** A running receiver. Declare a receiver with `using`, because an open receiver keeps Node running. */
export interface WebhookReceiver extends Disposable {
  /** URL without a trailing slash. */
  url: string;
  received: readonly ReceivedWebhook[];
  /**
   * Resolves when the receiver has received `count` requests in total. Rejects if the requests do not arrive within 30
   * seconds.
   */
  until(count: number): Promise<void>;
}

const no204: Answering = (_, response) => void response.writeHead(204).end();

/**
 * Starts a receiver. `answer` responds to each request. The argument `nth` of `answer` counts the requests for the same
 * path, from 1.
 */
export async function startReceiver(answer: Answering = no204): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const news = new EventEmitter();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const bytes = Buffer.concat(chunks);
      const one = { at: Date.now(), path, headers: request.headers, bytes, body: bytes.toString() };
      received.push(one);
      answer(one, response, received.filter((other) => other.path === path).length);
      news.emit('received');
    });
  });
  // Listens on all addresses of this machine, because some tests send requests to several addresses of this machine.
  server.listen(0);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async until(count) {
      const late = AbortSignal.timeout(30_000);
      while (received.length < count) await once(news, 'received', { signal: late });
    },
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the time in the signature of a request, in Unix seconds. */
export function signedAt({ headers }: ReceivedWebhook): number {
  return Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]);
}

/**
 * Returns whether the request is signed with `secret`. Receivers must check signatures as this function does (contract
 * §8.4).
 */
export function isSignedBy(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const [, t = '', v1 = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  const key = createHash('sha256').update(secret).digest('hex');
  return v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
}
