import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedAddress, readNetworks } from './addresses.ts';

const open = [
  '1.1.1.1',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
];

const closed = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.168.0.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254'],
  ...['fe80::1', 'fec0::1', 'ff02::1', '', 'localhost', '1.2.3', '1.2.3.4.5'],
];

for (const address of open)
  test(`the address ${address} is public`, () => assert.ok(isAllowedAddress(address, [])));

for (const address of closed)
  test(`the address "${address}" is not public`, () => assert.ok(!isAllowedAddress(address, [])));

test('allows a private address only in a network that the operator allows', () => {
  const allowed = readNetworks(['10.1.0.0/16', '::1', 'fd00::/8', '127.0.0.1']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1', 'fd12::1', '127.0.0.1'])
    assert.ok(isAllowedAddress(address, allowed), address);
  for (const address of ['10.2.0.1', '::2', 'fe80::1', '127.0.0.2'])
    assert.ok(!isAllowedAddress(address, allowed), address);
});
