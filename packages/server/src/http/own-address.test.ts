import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { OwnAddress } from './own-address.ts';

const settings = { host: '0.0.0.0', baseUrl: undefined, allowedHosts: ['convert.lan'] };

/**
 * Returns the base URL during a request with the Host header `host`, on a connection to the server's address
 * `localAddress`.
 */
function baseUrlFor(host: string, localAddress: string, more: { baseUrl?: string } = {}): string {
  const address = new OwnAddress({ ...settings, ...more });
  address.port = 8080;
  let used = '';
  const request = { headers: { host }, socket: { localAddress } } as unknown as IncomingMessage;
  address.within(request, () => (used = address.baseUrl));
  assert.equal(address.baseUrl, address.defaultUrl, 'only during the request');
  return used;
}

const usual = 'http://localhost:8080';

for (const [host, connected, expected] of [
  ['127.0.0.1:8080', '127.0.0.1', 'http://127.0.0.1:8080'],
  ['LOCALHOST:8080', '::ffff:127.0.0.1', usual],
  ['[::1]:8080', '::1', 'http://[::1]:8080'],
  ['192.0.2.7:8080', '::ffff:192.0.2.7', 'http://192.0.2.7:8080'],
  ['convert.lan:8080', '192.0.2.7', 'http://convert.lan:8080'],
] as const)
  test(`a link starts with ${expected} if the Host header is ${host}`, () =>
    assert.equal(baseUrlFor(host, connected), expected));

for (const [what, host, connected] of [
  ['another address', '203.0.113.9:8080', '192.0.2.7'],
  ['another name', 'evil.example:8080', '192.0.2.7'],
  ['another port of this machine', '127.0.0.1:9999', '127.0.0.1'],
  ['a loopback address but comes from another machine', '127.0.0.1:8080', '192.0.2.7'],
  ['credentials', 'localhost:8080@evil.example', '127.0.0.1'],
  ['no value', '', '127.0.0.1'],
] as const)
  test(`a link starts with the default address if the Host header has ${what}`, () =>
    assert.equal(baseUrlFor(host, connected), usual));

test('a link starts with BASE_URL, whatever the Host header is', () => {
  const baseUrl = 'https://convert.example.com/';
  assert.equal(baseUrlFor('127.0.0.1:8080', '127.0.0.1', { baseUrl }), 'https://convert.example.com');
});
