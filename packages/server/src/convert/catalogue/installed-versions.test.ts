/** Tests for package versions and their comparison. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installedVersion, isAtLeast } from './installed-versions.ts';

const status = `Package: pandoc-data
Status: install ok installed
Version: 3.1.11.1-3

Package: pandoc
Status: install ok installed
Architecture: amd64
Version: 3.1.11.1+ds-2
`;

test('installedVersion ignores packages whose names only start with the given name', () => {
  assert.equal(installedVersion('pandoc', status), '3.1.11.1+ds-2');
  assert.equal(installedVersion('pan', status), undefined);
  assert.equal(installedVersion('pandoc', ''), undefined);
});

test('isAtLeast compares each component of two versions as a number', () => {
  for (const [version, lowest, due] of [
    ['3.1.11.1+ds-2', '3.1.2', true],
    ['3.1.2-1', '3.1.2', true],
    ['3.2-1', '3.1.2', true],
    ['2:3.1-5', '3.1', true],
    ['7:5.1.6-0+deb12u1', '7', false],
    ['2.17.1.1-2', '3.1.2', false],
    ['3.1-1', '3.1.2', false],
    ['10.0', '9.5', true],
  ] as const)
    assert.equal(isAtLeast(version, lowest), due, `${version} of ${lowest}`);
  assert.equal(isAtLeast(undefined, '0'), false);
});
