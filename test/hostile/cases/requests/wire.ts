/**
 * Builds raw HTTP requests and writes them to a socket, because an HTTP client would correct or refuse malformed
 * requests.
 */
import { connect } from 'node:net';
import type { Answer } from '../../../support/server/service.ts';
import { isComplete, multipart, rawRequest } from '../../../support/server/raw-requests.ts';
import { answerOfText } from './answers.ts';

export const boundary = 'b'.repeat(24);
export const file = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
export const target = 'Content-Disposition: form-data; name="target"';
export const form = multipart(boundary, [
  [file, 'a,b\n1,2\n'],
  [target, 'json'],
]);

export function request(headers: Readonly<Record<string, string | number>>, path = '/api/convert'): string {
  const all = { Host: 'localhost', 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export const raw = async (url: string, ...chunks: readonly (string | Buffer)[]): Promise<Answer[]> => [
  answerOfText(await rawRequest(url, chunks, isComplete)),
];

export const whole = (url: string, body: Buffer, headers: Readonly<Record<string, string | number>> = {}) =>
  raw(url, request({ 'Content-Length': body.length, ...headers }), body);

export const parts = (...members: readonly (readonly [string, string | Buffer])[]) =>
  multipart(boundary, members);

export const chunked = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

/**
 * Sends a request with a body 50 bytes shorter than its `Content-Length`, ends the sending side of the connection, and
 * resolves with the response.
 */
export const neverEnding = (url: string): Promise<Answer[]> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let said = '';
    socket.on('data', (chunk) => (said += chunk.toString('latin1')));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve([answerOfText(said)]));
    socket.on('error', reject);
    socket.write(request({ 'Content-Length': form.length + 50 }));
    socket.end(form);
  });
