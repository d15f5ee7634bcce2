/** Tests that versions are compared as dpkg compares them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { compareVersions, upstreamVersion } from './debian-version.ts';

const versions = [
  '1.0',
  '1.0-0',
  '1.0-1',
  '1.0-1+deb12u1',
  '1.0-1+deb12u10',
  '1.0-1~bpo12+1',
  '1.0~rc1-1',
  '1.0+dfsg-1',
  '1.0a-1',
  '1.00-1',
  '1.10-1',
  '1:0.9-1',
  '7:7.1.5-0+deb13u1',
  '7:5.1.9-0+deb12u1',
  '8.1.2',
  '22.01+really26.02+dfsg-0+deb12u1',
  '4:7.4.7-1+deb12u14',
];

test('compareVersions orders Debian package versions as dpkg does', () => {
  const pairs = versions.flatMap((one, n) => versions.slice(n).map((other) => [one, other] as const));
  // One shell runs dpkg for all pairs, because starting a process from Node for each pair would be slow.
  const script =
    'while [ $# -gt 0 ]; do dpkg --compare-versions "$1" lt "$2" && echo -1 || { dpkg --compare-versions "$1" eq "$2" && echo 0 || echo 1; }; shift 2; done';
  const { stdout, status } = spawnSync('/bin/sh', ['-c', script, 'sh', ...pairs.flat()], {
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  const expected = stdout.trim().split('\n').map(Number);
  const found = pairs.map(([one, other]) => compareVersions(one, other));
  const described = (orders: readonly number[]) =>
    pairs.map(([one, other], n) => `${one} ${orders[n]} ${other}`);
  assert.deepEqual(described(found), described(expected));
  assert.deepEqual(
    pairs.map(([one, other]) => compareVersions(other, one) + compareVersions(one, other)),
    pairs.map(() => 0),
  );
});

test('upstreamVersion returns the upstream part of a Debian package version', () => {
  assert.equal(upstreamVersion('7:5.1.9-0+deb12u1'), '5.1.9');
  assert.equal(upstreamVersion('22.01+really26.02+dfsg-0+deb12u1'), '26.02');
  assert.equal(upstreamVersion('10.0.0~dfsg-11+deb12u9'), '10.0.0');
  assert.equal(upstreamVersion('6.13.0+repack-2+deb12u10'), '6.13.0');
  assert.equal(upstreamVersion('0.35.5'), '0.35.5');
});
