/** A webhook receiver like a customer's: it records requests, and answers as the test requires. */
import { createHash, createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  /** The time in milliseconds since the Unix epoch at which its body had arrived. */
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  /** The same as text. */
  body: string;
}

type Answering = (request: ReceivedWebhook, response: ServerResponse, nth: number) => void;

/** Release it with `using`, because an open receiver keeps the tests of its file running forever. */
export interface WebhookReceiver extends Disposable {
  /** Its URL, without a trailing slash. */
  url: string;
  received: readonly ReceivedWebhook[];
  /** Resolves when this many requests have arrived in total. */
  until(count: number): Promise<void>;
}

const no204: Answering = (_, response) => void response.writeHead(204).end();

/** `answer` gets the request's number at its path, starting at 1. */
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
  // Several receivers listen on different addresses of this machine.
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

/** Unix seconds in its signature. */
export function signedAt({ headers }: ReceivedWebhook): number {
  return Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]);
}

/** Whether `secret` signed it, verified as the contract requires of receivers (part 6, "Signature"). */
export function isSignedBy(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const [, t = '', v1 = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  const key = createHash('sha256').update(secret).digest('hex');
  return v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
}
