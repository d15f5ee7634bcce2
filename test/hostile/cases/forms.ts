/** Forms and requests that are broken, that lie, or that say two things at once. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { post, type Answer } from '../../e2e/service.ts';
import { isWhole, multipart, rawRequest } from '../../e2e/requests.ts';
import { formats } from '../../../packages/server/src/formats/formats.ts';
import { inCategory, type RequestCase } from '../case.ts';
import { answerOfText } from './answers.ts';

const boundary = 'b'.repeat(24);
const file = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
const target = 'Content-Disposition: form-data; name="target"';
const form = multipart(boundary, [
  [file, 'a,b\n1,2\n'],
  [target, 'json'],
]);

function request(headers: Readonly<Record<string, string | number>>, path = '/api/convert'): string {
  const all = { Host: 'x', 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const raw = async (url: string, ...chunks: readonly (string | Buffer)[]): Promise<Answer[]> => [
  answerOfText(await rawRequest(url, chunks, isWhole)),
];

const whole = (url: string, body: Buffer, headers: Readonly<Record<string, string | number>> = {}) =>
  raw(url, request({ 'Content-Length': body.length, ...headers }), body);

const parts = (...members: readonly (readonly [string, string | Buffer])[]) => multipart(boundary, members);

const chunked = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

/** Fifty bytes less than was said, and then the client has gone. */
const neverEnding = (url: string): Promise<Answer[]> =>
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

const megabyte = 1024 * 1024;
const bad = [400];

const rows: readonly RequestCase[] = [
  { name: 'form-two-files', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([file, 'a,b\n'], [file, 'a,b\n'], [target, 'json'])) },
  { name: 'form-two-targets', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([file, 'a,b\n'], [target, 'json'], [target, 'xml'])) },
  { name: 'form-no-file', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([target, 'json'])) },
  { name: 'form-empty', kind: 'protocol', answers: bad, send: (url) => whole(url, parts()) },
  { name: 'form-empty-file', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([file, ''], [target, 'json'])) },
  { name: 'form-file-as-target', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([file, 'a,b\n'], ['Content-Disposition: form-data; name="target"; filename="x"', 'json'])) },
  { name: 'form-prototype-header', kind: 'protocol', answers: [200, 400], send: (url) => whole(url, parts([`__proto__: x\r\nconstructor: y\r\n${file}`, 'a,b\n1,2\n'], [target, 'json'])) },
  { name: 'form-prototype-field', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([file, 'a,b\n1,2\n'], [target, 'json'], ['Content-Disposition: form-data; name="__proto__"', 'x'])) },
  { name: 'form-many-fields', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([file, 'a,b\n'], ...Array.from({ length: 5000 }, (_, n) => [`Content-Disposition: form-data; name="f${n}"`, 'x'] as const))) },
  { name: 'form-many-files', kind: 'protocol', answers: bad, send: (url) => whole(url, parts(...Array.from({ length: 5000 }, (_, n) => [`Content-Disposition: form-data; name="f${n}"; filename="f"`, 'x'] as const))) },
  { name: 'form-long-field', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([target, 'x'.repeat(900_000)], [file, 'a,b\n'])) },
  { name: 'form-long-header', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([`${file}\r\nX: ${'x'.repeat(900_000)}`, 'a,b\n'], [target, 'json'])) },
  { name: 'form-many-headers', kind: 'protocol', answers: [200, 400], send: (url) => whole(url, parts([`${file}\r\n${Array.from({ length: 5000 }, (_, n) => `X${n}: x`).join('\r\n')}`, 'a,b\n1,2\n'], [target, 'json'])) },
  { name: 'form-nested', kind: 'protocol', answers: bad, send: (url) => whole(url, parts([`Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=${boundary}2`, form], [target, 'json'])) },
  { name: 'form-charset', kind: 'protocol', answers: [200, 400], send: (url) => whole(url, parts([`${file}\r\nContent-Type: text/csv; charset=x-nonsense\r\nContent-Transfer-Encoding: base64`, 'a,b\n1,2\n'], [target, 'json'])) },
  { name: 'form-star-name', kind: 'protocol', answers: [200, 400], send: (url) => whole(url, parts(["Content-Disposition: form-data; name=\"file\"; filename*=utf-8''%2e%2e%2f%00x.csv; filename=\"a.csv\"", 'a,b\n1,2\n'], [target, 'json'])) },
  { name: 'boundary-none', kind: 'protocol', answers: bad, send: (url) => whole(url, form, { 'Content-Type': 'multipart/form-data' }) },
  { name: 'boundary-long', kind: 'protocol', answers: bad, send: (url) => whole(url, form, { 'Content-Type': `multipart/form-data; boundary=${'x'.repeat(252)}` }) },
  { name: 'boundary-other', kind: 'protocol', answers: bad, send: (url) => whole(url, form, { 'Content-Type': 'multipart/form-data; boundary=other' }) },
  { name: 'boundary-twice', kind: 'protocol', answers: [200, 400], send: (url) => whole(url, form, { 'Content-Type': `multipart/form-data; boundary=${boundary}; boundary=other` }) },
  { name: 'boundary-endless', kind: 'protocol', answers: bad, send: (url) => whole(url, Buffer.from(`--${boundary.slice(1)}`.repeat(100_000))) },
  { name: 'body-not-a-form', kind: 'protocol', answers: bad, send: (url) => whole(url, Buffer.from('{"file":"x"}'), { 'Content-Type': 'application/json' }) },
  { name: 'body-packed', kind: 'protocol', answers: [400, 415], send: (url) => whole(url, gzipSync(form), { 'Content-Encoding': 'gzip' }) },
  { name: 'body-packed-bomb', kind: 'protocol', answers: [400, 413, 415], send: (url) => whole(url, gzipSync(Buffer.alloc(64 * megabyte)), { 'Content-Encoding': 'gzip, gzip' }) },
  { name: 'length-larger', kind: 'protocol', answers: [0, 400, 408], send: (url) => neverEnding(url) },
  { name: 'length-smaller', kind: 'protocol', answers: bad, send: (url) => whole(url, form, { 'Content-Length': form.length - 20 }) },
  { name: 'length-negative', kind: 'protocol', answers: bad, send: (url) => whole(url, form, { 'Content-Length': -1 }) },
  { name: 'length-words', kind: 'protocol', answers: bad, send: (url) => whole(url, form, { 'Content-Length': '0x20' }) },
  { name: 'length-huge', kind: 'protocol', answers: [400, 413], send: (url) => whole(url, form, { 'Content-Length': '99999999999999999999' }) },
  { name: 'length-two', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ 'Content-Length': form.length }).replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n'), form) },
  { name: 'chunked-and-length', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }), chunked(form)) },
  { name: 'chunked-odd', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ 'Transfer-Encoding': 'xchunked' }), chunked(form)) },
  { name: 'chunked-twice', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ 'Transfer-Encoding': 'chunked, identity' }), chunked(form)) },
  { name: 'chunk-lie', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ 'Transfer-Encoding': 'chunked' }), Buffer.from('ffffffffffffffffff\r\nx')) },
  { name: 'request-behind-request', kind: 'protocol', answers: [200, 400], send: (url) => raw(url, request({ 'Content-Length': form.length }), form, Buffer.from('GET /../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n')) },
  { name: 'header-large', kind: 'protocol', answers: [400, 431], send: (url) => raw(url, request({ X: 'x'.repeat(60_000) })) },
  { name: 'header-many', kind: 'protocol', answers: [400, 431], send: (url) => raw(url, request(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`X-${n}`, n])))) },
  { name: 'header-nul', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ X: 'a\0b' })) },
  { name: 'header-folded', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ X: 'a\r\n b' })) },
  { name: 'line-feeds-only', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ 'Content-Length': 0 }).replaceAll('\r', '')) },
  { name: 'path-climbing', kind: 'protocol', answers: [400, 404], send: (url) => raw(url, request({ 'Content-Length': 0 }, '/api/../../../etc/passwd')) },
  { name: 'path-climbing-encoded', kind: 'protocol', answers: [400, 404], send: (url) => raw(url, request({ 'Content-Length': 0 }, '/%2e%2e/%2e%2e/etc/passwd%00')) },
  { name: 'path-address', kind: 'protocol', answers: [400, 404], send: (url) => raw(url, request({ 'Content-Length': 0 }, 'http://169.254.169.254/latest/')) },
  { name: 'path-long', kind: 'protocol', answers: [400, 404, 414, 431], send: (url) => raw(url, request({ 'Content-Length': 0 }, `/${'x'.repeat(14_000)}`)) },
  { name: 'method-unknown', kind: 'protocol', answers: [400, 404, 405], send: (url) => raw(url, 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: x\r\n\r\n') },
  { name: 'method-trace', kind: 'protocol', answers: [400, 404, 405], send: (url) => raw(url, 'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\n\r\n') },
  { name: 'not-http', kind: 'protocol', answers: bad, send: (url) => raw(url, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])) },
  { name: 'upgrade', kind: 'protocol', answers: [400, 404, 405], send: (url) => raw(url, 'GET /api/convert HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n') },
  { name: 'one-byte-too-large', kind: 'protocol', answers: [413], send: (url) => post(`${url}/api/convert`, [['file', new File([new Uint8Array(25 * megabyte + 1)], 'x.csv')], ['target', 'json']]).then((answer) => [answer]) },
  {
    name: 'form-cut-anywhere',
    kind: 'protocol',
    answers: bad,
    send: async (url) => {
      const answers: Answer[] = [];
      for (let cut = 1; cut < form.length - 4; cut += 3) answers.push(...(await whole(url, form.subarray(0, cut))));
      return answers;
    },
  },
];

/** The shortest files there are, of every format that can be named. */
const shortest: readonly RequestCase[] = [...new Set(formats.map(({ category }) => category))].map((category) => ({
  name: `one-byte-${category}`,
  kind: 'protocol',
  answers: [200, 400, 502],
  send: async (url) => {
    const answers: Answer[] = [];
    for (const { ext } of formats.filter((format) => format.category === category)) {
      const listed = (await (await fetch(`${url}/v1/formats?source=${ext}`)).json()) as { routes: { target: string }[] };
      const to = listed.routes[0]?.target;
      if (to === undefined) continue;
      for (const byte of ['\0', 'x']) {
        answers.push(await post(`${url}/api/convert`, [['file', new File([byte], `x.${ext}`)], ['target', to], ['source', ext]]));
      }
    }
    return answers;
  },
  long: true,
}));

export const forms = inCategory('upload', [...rows, ...shortest]);
