/** Tests that clients without the key cannot occupy the connections of a worker's listener. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { ServiceError } from '../errors.ts';
import { noTracing } from '../tracing/tracing.ts';
import { workerChannel } from './channel/channel.ts';
import { openListener, type TaskListener } from './listener.ts';

const channel = workerChannel('the secret of an installation');
const connections = 60;
const lines: string[] = [];
let listener: TaskListener;
let now = 0;

before(async () => {
  const { signal } = new AbortController();
  const unused = undefined as never;
  listener = await openListener({ host: '127.0.0.1', port: 0, connections, handshakeMs: 1_000 }, channel, {
    ...{ converter: unused, workspace: unused, tracing: noTracing },
    toServiceError: (error) => new ServiceError('internal_error', String(error)),
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    ...{ draining: signal, ending: signal, availableBytes: () => Infinity, causeOf: () => undefined },
    now: () => now,
  });
});

after(() => listener.close());

/** Opens a connection and sends nothing. */
async function silent(localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/**
 * Sends a request as an API process would, and returns the status. The listener responds with 404, because
 * the path of the request is not the path for tasks.
 */
async function statusForCaller(): Promise<number | undefined> {
  const asked = request({ host: '127.0.0.1', port: listener.port, agent: false, ...channel.caller });
  asked.end();
  const [response] = (await once(asked, 'response')) as [{ statusCode?: number; resume: () => void }];
  response.resume();
  return response.statusCode;
}

test(
  'a worker closes the connection of a client that does not prove possession of the key in time',
  { timeout: 20_000 },
  async () => {
    const socket = await silent('127.0.0.2');
    await once(socket.resume(), 'close');
    assert.equal(listener.state.rejected, 1);
  },
);

test(
  'a worker serves a caller that has the key even while many clients hold silent connections open',
  { timeout: 60_000 },
  async () => {
    now += 60_000;
    lines.length = 0;
    const sockets: Socket[] = [];
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.1'])
      for (let n = 0; n < 200; n += 1) sockets.push(await silent(address));
    const { open, max, rejected } = listener.state;
    assert.ok(open <= connections, `${open} open connections`);
    assert.equal(max, connections);
    assert.ok(rejected >= 500, `${rejected} rejected connections`);
    assert.equal(await statusForCaller(), 404);
    assert.equal(lines.length, 1, lines.join(''));
    for (const socket of sockets) socket.destroy();
  },
);
