/** Tests that only processes with the installation's secret can connect to a worker's listener. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { connect, createServer, type Server, type TLSSocket } from 'node:tls';
import { workerChannel } from './channel.ts';

let server: Server;
let reached = 0;

before(async () => {
  server = createServer(workerChannel('the secret of an installation').listener, (socket) => {
    reached += 1;
    socket.end('hello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

after(() => server.close());

function call(options: object): TLSSocket {
  const { port } = server.address() as AddressInfo;
  return connect({ host: '127.0.0.1', port, ...options });
}

test('a worker accepts a caller with the same secret', async () => {
  const socket = call(workerChannel('the secret of an installation').caller);
  const [text] = (await once(socket, 'data')) as [Buffer];
  assert.equal(text.toString(), 'hello');
  assert.match(socket.getCipher().name, /^ECDHE-PSK-/);
  assert.equal(reached, 1);
  socket.destroy();
});

for (const [what, options] of [
  ['another secret', workerChannel('the secret of another one').caller],
  [
    'another name',
    {
      ...workerChannel('the secret of an installation').caller,
      pskCallback: () => ({ psk: Buffer.alloc(32), identity: 'other' }),
    },
  ],
  ['no secret', { rejectUnauthorized: false }],
] as const) {
  test(`a worker rejects a caller with ${what}`, async () => {
    const before = reached;
    const socket = call(options);
    const [error] = (await once(socket, 'error')) as [Error];
    assert.ok(error instanceof Error);
    assert.equal(reached, before);
  });
}
