/** Webhook receivers that misbehave in different ways, each with the error that the server must record. */
import { once } from 'node:events';
import { createServer as createHttp, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { run } from '../../samples/run.ts';

interface BadReceiver {
  name: string;
  scheme: 'http' | 'https';
  /**
   * The error that the server must record for each attempt. The expected error is null if the delivery must succeed.
   */
  expectedError: string | null;
  /** Whether an attempt lasts until its timeout. */
  slow?: true;
  build: (tls: { key: string; cert: string }) => Server;
}

const tcp = (greet: (socket: Socket) => void) => () =>
  createTcp((socket) => {
    // Discards the input. If the input were not read, the socket would not notice that the connection has ended.
    socket.on('error', () => socket.destroy()).resume();
    greet(socket);
  });

const http = (answer: RequestListener) => () => createHttp(answer);

/** Writes `piece` twice a second until the socket closes. */
function drip(socket: Socket | ServerResponse, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 500);
  socket.once('close', () => clearInterval(timer));
}

function flood(socket: Socket | ServerResponse, piece: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const late = 'timeout after 5 s';
const failed = 'connection failed';
const megabyte = Buffer.alloc(1024 * 1024, 'x');

export const badReceivers: readonly BadReceiver[] = [
  { name: 'never answers', scheme: 'http', expectedError: late, slow: true, build: tcp(() => undefined) },
  {
    name: 'never shakes hands',
    scheme: 'https',
    expectedError: late,
    slow: true,
    build: tcp(() => undefined),
  },
  {
    ...{ name: 'drips its head', scheme: 'http', expectedError: late, slow: true },
    build: tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      drip(socket, 'x');
    }),
  },
  {
    ...{ name: 'is about to answer', scheme: 'http', expectedError: late, slow: true },
    build: tcp((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')),
  },
  {
    ...{ name: 'answers without end', scheme: 'http', expectedError: null },
    build: http((_, response) => flood(response.writeHead(200, { 'Content-Length': 1e10 }), megabyte)),
  },
  {
    ...{ name: 'drips its answer', scheme: 'http', expectedError: null },
    build: http((_, response) => drip(response.writeHead(200), 'x')),
  },
  {
    ...{ name: 'fails without end', scheme: 'http', expectedError: 'HTTP 500' },
    build: http((_, response) => flood(response.writeHead(500), megabyte)),
  },
  {
    ...{ name: 'redirects', scheme: 'http', expectedError: 'HTTP 302' },
    build: http((_, response) => response.writeHead(302, { Location: '/' }).end()),
  },
  {
    ...{ name: 'has a head without end', scheme: 'http', expectedError: failed },
    build: tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      flood(socket, Buffer.from('X-More: more\r\n'.repeat(1000)));
    }),
  },
  {
    name: 'speaks something else',
    scheme: 'http',
    expectedError: failed,
    build: tcp((socket) => socket.end('SSH-2.0-x\r\n')),
  },
  { name: 'closes at once', scheme: 'http', expectedError: failed, build: tcp((socket) => socket.destroy()) },
  {
    ...{ name: 'closes in its head', scheme: 'http', expectedError: failed },
    build: tcp((socket) => socket.end('HTTP/1.1 204 No Con')),
  },
  {
    ...{ name: 'is who it says by its own word', scheme: 'https', expectedError: failed },
    build: (tls) => createHttps(tls, (_, response) => response.end()),
  },
  {
    name: 'knows no TLS',
    scheme: 'https',
    expectedError: failed,
    build: http((_, response) => response.end()),
  },
];

export interface OpenReceiver extends BadReceiver {
  url: string;
  /** Number of open connections. */
  open: number;
  /** Longest duration of a connection, in milliseconds. */
  longestMs: number;
  /** Largest number of bytes that the receiver sent on one connection. */
  maxBytes: number;
  close(): void;
}

/** Opens receivers on 127.0.0.1. `count` returns how many copies of a receiver to open. */
export async function openBadReceivers(count: (one: BadReceiver) => number): Promise<OpenReceiver[]> {
  const tls = await selfSigned();
  const receivers = badReceivers.flatMap((one) =>
    Array.from({ length: count(one) }, () => openReceiver(one, one.build(tls))),
  );
  return Promise.all(receivers);
}

async function openReceiver(one: BadReceiver, server: Server): Promise<OpenReceiver> {
  const sockets = new Set<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: OpenReceiver = {
    ...one,
    ...{ url: `${one.scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`, open: 0 },
    ...{ longestMs: 0, maxBytes: 0 },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  server.on('connection', (socket: Socket) => {
    const began = performance.now();
    sockets.add(socket);
    receiver.open += 1;
    socket.once('close', () => {
      sockets.delete(socket);
      receiver.open -= 1;
      receiver.longestMs = Math.max(receiver.longestMs, performance.now() - began);
      receiver.maxBytes = Math.max(receiver.maxBytes, socket.bytesWritten - socket.writableLength);
    });
  });
  return receiver;
}

async function selfSigned(): Promise<{ key: string; cert: string }> {
  const about = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const { stdout } = await run('openssl', ['req', ...kind, ...about, '-keyout', '-', '-out', '-']);
  // The output of openssl contains both the key and the certificate. Node ignores the certificate in `key`, and the key
  // in `cert`.
  return { key: stdout.toString(), cert: stdout.toString() };
}
