/**
 * Tests that the server soon disconnects clients that keep connections open without sending complete requests, and that
 * it still serves other clients.
 */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, beforeEach, describe, test } from 'node:test';
import { until } from '../../support/server/service.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const places = 40;
const headersMs = 2_000;

const service = serviceFixture({
  ...{ HEADERS_SECONDS: String(headersMs / 1000), SLOWEST_SECONDS: '2', SLOWEST_BYTES_PER_SECOND: '1000' },
  ...{ CONNECTIONS_AT_ONCE: String(places), UPLOADS_AT_ONCE: String(places) },
  METRICS_LISTEN: '127.0.0.1:0',
});

const attackers = ['127.0.0.2', '127.0.0.3'] as const;

async function connections(): Promise<number> {
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  return Number(/^protean_http_connections (\d+)$/m.exec(text)?.[1]);
}

/**
 * Opens as many connections as the server allows, half of them from each of two addresses. Never closes a connection
 * itself. Whenever the server closes a connection, this class opens a new connection.
 */
class Crowd {
  readonly #sockets = new Set<Socket>();
  readonly #retries = new Set<NodeJS.Timeout>();
  readonly #say: (socket: Socket) => void;
  /** Number of connections that the server first kept open and later closed. */
  lost = 0;

  constructor(say: (socket: Socket) => void) {
    this.#say = say;
    for (let n = 0; n < places; n += 1) this.#open(attackers[n % 2] ?? '');
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    this.#retries.forEach(clearTimeout);
  }

  #open(localAddress: string): void {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true });
    this.#sockets.add(socket);
    const opened = performance.now();
    socket.resume().on('connect', () => this.#say(socket));
    socket.on('error', () => {});
    // If the server closes the connection, the client keeps its own side open and opens a new connection.
    for (const sign of ['end', 'close'])
      socket.once(sign, () => {
        if (!this.#sockets.delete(socket)) return;
        left.add(socket);
        const stayed = performance.now() - opened > headersMs / 2;
        if (stayed) this.lost += 1;
        // Waits 50 ms if the server closed the connection at once, to limit the rate of new connections.
        this.#retries.add(setTimeout(() => this.#open(localAddress), stayed ? 0 : 50));
      });
  }
}

/** Sockets that the server has closed but the client keeps open. */
const left = new Set<Socket>();

after(() => left.forEach((socket) => socket.destroy()));

const get = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = request(service.url + path, { localAddress: '127.0.0.4', agent: false, timeout: 3_000 });
    asked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    asked.on('timeout', () => asked.destroy(new Error('no response within three seconds')));
    asked.end();
  });

const host = 'Host: localhost\r\n';

/** Behaviour of each kind of client after it connects. */
const kinds: Readonly<Record<string, (socket: Socket) => void>> = {
  'that send nothing': () => {},
  'that send incomplete request headers': (socket) =>
    socket.write(`GET /livez HTTP/1.1\r\n${host}`).valueOf(),
  'that send request headers byte by byte': (socket) => {
    const head = `GET /livez HTTP/1.1\r\n${host}X: ${'x'.repeat(500)}`;
    let at = 0;
    const drip = setInterval(() => socket.write(head[at++] ?? 'x'), 100);
    for (const sign of ['close', 'end']) socket.once(sign, () => clearInterval(drip));
  },
  'that send request headers and no body': (socket) =>
    socket
      .write(
        `POST /verify HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\n`,
      )
      .valueOf(),
  'that begin an upload': (socket) =>
    socket
      .write(
        `POST /api/convert HTTP/1.1\r\n${host}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\n`,
      )
      .valueOf(),
  'that keep the connection after a response': (socket) => {
    socket.write(`GET /livez HTTP/1.1\r\n${host}\r\n`);
  },
  'that begin a second request after a response': (socket) => {
    socket.once('data', () => socket.write('GET /li')).write(`GET /livez HTTP/1.1\r\n${host}\r\n`);
  },
  'that never read their responses': (socket) => {
    socket.pause().write(`GET /v1/formats HTTP/1.1\r\n${host}\r\n`.repeat(2));
  },
};

describe('serves other clients despite many silent, slow or idle clients', () => {
  for (const [kind, say] of Object.entries(kinds))
    test(`serves other clients immediately despite many clients ${kind}`, async () => {
      using crowd = new Crowd(say);
      const full = () =>
        until('all places are taken', 20_000, async () => (await connections()) >= places - 1);
      // Checks that other clients get responses: when all connections are taken, and again each time the server has
      // closed half of the connections.
      for (const round of [1, 2, 3]) {
        await full();
        for (let n = 0; n < 3; n += 1) assert.equal(await get('/livez'), 200, `round ${round}`);
        if (/keep the connection|never read/.test(kind)) continue;
        const before = crowd.lost;
        await until(
          'half of the connections are lost',
          5 * headersMs,
          () => crowd.lost >= before + places / 2,
        );
      }
    });
});

/**
 * The bytes that each client sends before it stops sending. The client does not close its connection, so the server
 * must close the connection.
 */
const ends: Readonly<Record<string, string | Buffer>> = {
  nothing: '',
  'incomplete request headers': `GET /livez HTTP/1.1\r\n${host}`,
  'a request and incomplete headers of a second one': `GET /livez HTTP/1.1\r\n${host}\r\nGET /livez HTTP/1.1\r\n`,
  'bytes that are not HTTP': 'NONSENSE\r\n\r\n',
  'a TLS handshake': Buffer.concat([Buffer.from('16030102000100', 'hex'), Buffer.alloc(509, 7)]),
  'request headers that are too long': `GET /livez HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
  'a bad URL': `GET /%zz HTTP/1.1\r\n${host}\r\n`,
  'an unknown version of HTTP': `GET /livez HTTP/3.7\r\n${host}\r\n`,
  'a request with Connection: close': `GET /livez HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  'an HTTP/1.0 request': 'GET /livez HTTP/1.0\r\n\r\n',
  'an upload that is refused': `POST /api/convert HTTP/1.1\r\n${host}Content-Length: 900000\r\n\r\nxx`,
  'an upload that is too large': `POST /api/convert HTTP/1.1\r\n${host}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\nxx`,
  'a body for a GET request': `GET /livez HTTP/1.1\r\n${host}Content-Length: 900000\r\n\r\nxx`,
};

describe('closes connections that clients leave open', () => {
  beforeEach(() =>
    until('all other connections are closed', 20_000, async () => (await connections()) === 0),
  );

  for (const [what, bytes] of Object.entries(ends))
    test(`closes the connection soon after the client sends ${what}`, async () => {
      const { hostname, port } = new URL(service.url);
      const sockets = Array.from({ length: 15 }, () =>
        connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2', allowHalfOpen: true }),
      );
      let answered = 0;
      for (const socket of sockets) {
        let text = '';
        socket.on('error', () => {});
        socket.on('data', (data) => (text += data.toString('latin1')));
        socket.once('end', () => (answered += /^HTTP\/1.1 [^]*\r\n\r\n\{[^]*\}$/.test(text) ? 1 : 0));
        socket.write(bytes);
      }
      // Each client receives a complete response before the server closes the connection.
      await until('all are answered', headersMs + 4_000, () => answered === sockets.length);
      await until('their places are free', 2_000, async () => (await connections()) === 0);
      for (const socket of sockets) socket.destroy();
    });

  test('disconnects a client soon after an invalid request, even if the client keeps sending bytes', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => {});
    socket.resume().write('NONSENSE\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 50);
    await until('the connection is closed', 4_000, () => socket.closed);
    clearInterval(drip);
  });
});
