/**
 * Tests that the client receives the error response if the server refuses an incomplete upload. The result must not
 * depend on how the client sends the upload, or on whether the client asks to close the connection.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { until } from '../../support/server/service.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const MB = 1024 * 1024;

const service = serviceFixture({ SIZE_OVERRIDES: `{"anonymous":${MB}}`, METRICS_LISTEN: '127.0.0.1:0' });

/** A form that is larger than the buffers of both sockets. */
const body = Buffer.concat([
  Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n'),
  Buffer.alloc(24 * MB, 'a'),
]);

const chunked = Buffer.concat([
  Buffer.from(`${body.length.toString(16)}\r\n`),
  body,
  Buffer.from('\r\n0\r\n\r\n'),
]);

interface UploadOutcome {
  /** Bytes received until the connection closed. */
  answer: string;
  failure: Error | undefined;
}

/**
 * Sends the whole upload before it reads the response, as some simple clients do. Returns the outcome of the upload.
 */
function send(lines: readonly string[], content: Buffer, waitsForContinue: boolean): Promise<UploadOutcome> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    let answer = '';
    let failure: Error | undefined;
    const socket = connect(Number(port), hostname);
    const sendAll = () => socket.pause().write(content, () => socket.resume());
    socket.write(['POST /api/convert HTTP/1.1', 'Host: localhost', ...lines, '', ''].join('\r\n'));
    if (!waitsForContinue) sendAll();
    socket.on('data', (data) => {
      const first = answer === '';
      answer += data.toString('latin1');
      if (first && waitsForContinue && answer.startsWith('HTTP/1.1 100 ')) sendAll();
    });
    socket.on('error', (error) => (failure = error));
    socket.on('close', () => resolve({ answer, failure }));
  });
}

const type = 'Content-Type: multipart/form-data; boundary=b';

const ways: Readonly<Record<string, readonly [lines: readonly string[], content: Buffer]>> = {
  'with a length': [[type, `Content-Length: ${body.length}`], body],
  'in chunks': [[type, 'Transfer-Encoding: chunked'], chunked],
  'of another media type': [['Content-Type: text/plain', `Content-Length: ${body.length}`], body],
};

for (const [what, [lines, content]] of Object.entries(ways))
  for (const connection of [['Connection: close'], []])
    for (const expect of [[], ['Expect: 100-continue']])
      describe(`refuses an upload ${[what, ...connection, ...expect].join(', ')}`, () => {
        test('the client receives the complete error response in each of 12 attempts', async () => {
          const status = what === 'of another media type' ? 400 : 413;
          for (let n = 0; n < 12; n += 1) {
            const { answer, failure } = await send(
              [...lines, ...connection, ...expect],
              content,
              expect.length > 0,
            );
            const final = answer.replace(/^HTTP\/1.1 100 [^]*?\r\n\r\n/, '');
            assert.match(
              final,
              new RegExp(`^HTTP/1.1 ${status} [^]*\r\n\r\n\\{"error".*\\}$`),
              `${n}: ${failure}`,
            );
            assert.equal(failure, undefined, `${n}`);
          }
        });
      });

test('disconnects a client that continues to send a refused upload', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => {});
  let sent = 0;
  const piece = Buffer.alloc(MB);
  const go = () =>
    socket.write(piece, (error) => {
      sent += piece.length;
      if (!error) go();
    });
  socket
    .resume()
    .write(`POST /api/convert HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 90000000000\r\n\r\n`);
  go();
  await until('the connection is closed', 15_000, () => socket.closed);
  assert.ok(sent < 1_000 * MB, `${sent} bytes were accepted`);
});
