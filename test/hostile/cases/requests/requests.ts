/** Requests that declare false lengths, have contradictory or unusual headers or paths, or are not HTTP. */
import { gzipSync } from 'node:zlib';
import { post } from '../../../support/server/service.ts';
import { inCategory, type RequestCase } from '../../case.ts';
import { chunked, form, neverEnding, raw, request, whole } from './wire.ts';

const megabyte = 1024 * 1024;
const bad = [400];

const rows: readonly RequestCase[] = [
  {
    name: 'body-packed',
    kind: 'protocol',
    answers: [400, 415],
    send: (url) => whole(url, gzipSync(form), { 'Content-Encoding': 'gzip' }),
  },
  {
    name: 'body-packed-bomb',
    kind: 'protocol',
    answers: [400, 413, 415],
    send: (url) => whole(url, gzipSync(Buffer.alloc(64 * megabyte)), { 'Content-Encoding': 'gzip, gzip' }),
  },
  { name: 'length-larger', kind: 'protocol', answers: [0, 400, 408], send: (url) => neverEnding(url) },
  {
    name: 'length-smaller',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, form, { 'Content-Length': form.length - 20 }),
  },
  {
    name: 'length-negative',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, form, { 'Content-Length': -1 }),
  },
  {
    name: 'length-words',
    kind: 'protocol',
    answers: bad,
    send: (url) => whole(url, form, { 'Content-Length': '0x20' }),
  },
  {
    name: 'length-huge',
    kind: 'protocol',
    answers: [400, 413],
    send: (url) => whole(url, form, { 'Content-Length': '99999999999999999999' }),
  },
  {
    name: 'length-two',
    kind: 'protocol',
    answers: bad,
    send: (url) =>
      raw(
        url,
        request({ 'Content-Length': form.length }).replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n'),
        form,
      ),
  },
  {
    name: 'chunked-and-length',
    kind: 'protocol',
    answers: bad,
    send: (url) => raw(url, request({ 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }), chunked(form)),
  },
  {
    name: 'chunked-odd',
    kind: 'protocol',
    answers: bad,
    send: (url) => raw(url, request({ 'Transfer-Encoding': 'xchunked' }), chunked(form)),
  },
  {
    name: 'chunked-twice',
    kind: 'protocol',
    answers: bad,
    send: (url) => raw(url, request({ 'Transfer-Encoding': 'chunked, identity' }), chunked(form)),
  },
  {
    name: 'chunk-lie',
    kind: 'protocol',
    answers: bad,
    send: (url) =>
      raw(url, request({ 'Transfer-Encoding': 'chunked' }), Buffer.from('ffffffffffffffffff\r\nx')),
  },
  {
    name: 'request-behind-request',
    kind: 'protocol',
    answers: [200, 400],
    send: (url) =>
      raw(
        url,
        request({ 'Content-Length': form.length }),
        form,
        Buffer.from('GET /../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      ),
  },
  {
    name: 'header-large',
    kind: 'protocol',
    answers: [400, 431],
    send: (url) => raw(url, request({ X: 'x'.repeat(60_000) })),
  },
  {
    name: 'header-many',
    kind: 'protocol',
    answers: [400, 431],
    send: (url) =>
      raw(url, request(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`X-${n}`, n])))),
  },
  { name: 'header-nul', kind: 'protocol', answers: bad, send: (url) => raw(url, request({ X: 'a\0b' })) },
  {
    name: 'header-folded',
    kind: 'protocol',
    answers: bad,
    send: (url) => raw(url, request({ X: 'a\r\n b' })),
  },
  {
    name: 'line-feeds-only',
    kind: 'protocol',
    answers: bad,
    send: (url) => raw(url, request({ 'Content-Length': 0 }).replaceAll('\r', '')),
  },
  {
    name: 'path-climbing',
    kind: 'protocol',
    answers: [400, 404],
    send: (url) => raw(url, request({ 'Content-Length': 0 }, '/api/../../../etc/passwd')),
  },
  {
    name: 'path-climbing-encoded',
    kind: 'protocol',
    answers: [400, 404],
    send: (url) => raw(url, request({ 'Content-Length': 0 }, '/%2e%2e/%2e%2e/etc/passwd%00')),
  },
  {
    name: 'path-address',
    kind: 'protocol',
    answers: [400, 404],
    send: (url) => raw(url, request({ 'Content-Length': 0 }, 'http://169.254.169.254/latest/')),
  },
  {
    name: 'path-long',
    kind: 'protocol',
    answers: [400, 404, 414, 431],
    send: (url) => raw(url, request({ 'Content-Length': 0 }, `/${'x'.repeat(14_000)}`)),
  },
  {
    name: 'method-unknown',
    kind: 'protocol',
    answers: bad,
    send: (url) => raw(url, 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  },
  {
    name: 'method-trace',
    kind: 'protocol',
    answers: [400, 404, 405],
    send: (url) => raw(url, 'TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\n\r\n'),
  },
  {
    name: 'not-http',
    kind: 'protocol',
    answers: bad,
    send: (url) => raw(url, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])),
  },
  {
    name: 'upgrade',
    kind: 'protocol',
    answers: [400, 404, 405],
    send: (url) =>
      raw(
        url,
        'GET /api/convert HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      ),
  },
  {
    name: 'one-byte-too-large',
    kind: 'protocol',
    answers: [413],
    send: (url) =>
      post(`${url}/api/convert`, [
        ['file', new File([new Uint8Array(25 * megabyte + 1)], 'x.csv')],
        ['target', 'json'],
      ]).then((answer) => [answer]),
  },
];

export const requestCases = inCategory('upload', rows);
