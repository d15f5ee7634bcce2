import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerOf } from './caller-of.ts';

const rows = [
  ['192.0.2.7', 'address 192.0.2.7'],
  ['::ffff:192.0.2.7', 'address 192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', 'network 2001:db8:1:2/64'],
  ['2001:db8:1:2::9', 'network 2001:db8:1:2/64'],
  ['2001:0db8:0001:0002::', 'network 2001:db8:1:2/64'],
  ['2001:db8::1', 'network 2001:db8:0:0/64'],
  ['::1', 'network 0:0:0:0/64'],
  ['fe80::1%eth0', 'network fe80:0:0:0/64'],
] as const;

for (const [address, caller] of rows) {
  test(`the caller key of the address ${address} is "${caller}"`, () =>
    assert.equal(callerOf(address), caller));
}
