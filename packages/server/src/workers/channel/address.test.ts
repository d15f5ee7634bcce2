/** Tests the address at which other machines reach a listener. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcedAddress } from './address.ts';

const interfaces = {
  lo: [
    { address: '127.0.0.1', family: 'IPv4', internal: true },
    { address: '::1', family: 'IPv6', internal: true },
  ],
  eth0: [
    { address: '10.0.0.5', family: 'IPv4', internal: false },
    { address: 'fe80::1', family: 'IPv6', internal: false },
    { address: '2001:db8::5', family: 'IPv6', internal: false },
  ],
} as const;

for (const [host, announced] of [
  ['127.0.0.1', '127.0.0.1:81'],
  ['worker-1', 'worker-1:81'],
  ['2001:db8::9', '[2001:db8::9]:81'],
  ['0.0.0.0', '10.0.0.5:81'],
  ['::', '[2001:db8::5]:81'],
] as const) {
  test(`a worker that listens on ${host} announces the address ${announced}`, () => {
    assert.equal(announcedAddress(host, 81, interfaces), announced);
  });
}

test('a worker cannot announce an address if its host has only loopback addresses', () => {
  assert.throws(
    () => announcedAddress('0.0.0.0', 81, { lo: interfaces.lo }),
    /only loopback addresses for IPv4/,
  );
});
