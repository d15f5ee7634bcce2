/** A receiver of webhooks as a customer has one: it keeps what came, and answers as a test wants it. */
import { createHash, createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  /** Milliseconds since the Unix epoch, when its body had come. */
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  /** The same as text. */
  body: string;
}

type Answering = (request: ReceivedWebhook, response: ServerResponse, nth: number) => void;

/** Let go of with `using`: one that is left open keeps the tests of its file from ever ending. */
export interface WebhookReceiver extends Disposable {
  /** Where it listens, without a slash at the end. */
  url: string;
  received: readonly ReceivedWebhook[];
  /** Resolves when so many have come in all. */
  until(count: number): Promise<void>;
}

const no204: Answering = (_, response) => void response.writeHead(204).end();

/** `answer` gets the how-manieth request at its path it is, from 1 on. */
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
  // At any address of this machine: several of them are several receivers.
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

/** Seconds since the Unix epoch, as its signature says. */
export function signedAt({ headers }: ReceivedWebhook): number {
  return Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]);
}

/** Whether `secret` signed it, told as the contract tells receivers to (part 6, "Signature"). */
export function isSignedBy(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const [, t = '', v1 = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  const key = createHash('sha256').update(secret).digest('hex');
  return v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
}
