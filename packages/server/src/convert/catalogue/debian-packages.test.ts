/** Tests Debian package names per release, and packages that were left out at setup. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codenameIn, DebianPackages, readPackages } from './debian-packages.ts';

const rows = readPackages(`# name part roles others
new-name  archives  image,office  bookworm=old-name noble=other
plugin    vips      image         bookworm=-
same      core      all
`);

test('parses a row of the Debian package list', () => {
  assert.deepEqual(rows[0], {
    name: 'new-name',
    part: 'archives',
    roles: ['image', 'office'],
    names: { bookworm: 'old-name', noble: 'other' },
  });
});

test('returns the name that a package has in the given Debian release', () => {
  const names = (codename: string) =>
    ['new-name', 'plugin', 'same', 'unlisted'].map((name) =>
      new DebianPackages(rows, codename, []).nameHere(name),
    );
  assert.deepEqual(names('bookworm'), ['old-name', undefined, 'same', 'unlisted']);
  assert.deepEqual(names('trixie'), ['new-name', 'plugin', 'same', 'unlisted']);
});

test('excludes exactly the Debian packages of a disabled package group', () => {
  const packages = new DebianPackages(rows, 'trixie', ['vips', '']);
  assert.deepEqual(
    ['new-name', 'plugin', 'same', 'unlisted'].filter((name) => packages.isLeftOut(name)),
    ['plugin'],
  );
});

test('excludes Debian packages that the selected role does not need', () => {
  const leftOut = (role: string) => {
    const packages = new DebianPackages(rows, 'trixie', [], role);
    return ['new-name', 'plugin', 'same', 'unlisted'].filter((name) => packages.isLeftOut(name));
  };
  assert.deepEqual(leftOut('office'), ['plugin']);
  assert.deepEqual(leftOut('media'), ['new-name', 'plugin']);
  assert.deepEqual(leftOut('full'), []);
});

test('reads the codename of the release that a derived distribution is based on', () => {
  assert.equal(codenameIn('ID=debian\nVERSION_CODENAME=bookworm\n'), 'bookworm');
  assert.equal(codenameIn('VERSION_CODENAME=wilma\nUBUNTU_CODENAME="noble"\n'), 'noble');
  assert.equal(codenameIn('ID=alpine\n'), '');
});
