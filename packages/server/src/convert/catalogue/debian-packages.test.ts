/** Names of Debian's packages by release, and what was left out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codenameIn, DebianPackages, readPackages } from './debian-packages.ts';

const rows = readPackages(`# name part roles others
new-name  archives  image,office  bookworm=old-name noble=other
plugin    vips      image         bookworm=-
same      core      all
`);

test('a row has a name, a part, roles, and the names of other releases', () => {
  assert.deepEqual(rows[0], {
    name: 'new-name',
    part: 'archives',
    roles: ['image', 'office'],
    names: { bookworm: 'old-name', noble: 'other' },
  });
});

test('a package goes by the name of the release', () => {
  const names = (codename: string) =>
    ['new-name', 'plugin', 'same', 'unlisted'].map((name) =>
      new DebianPackages(rows, codename, []).nameHere(name),
    );
  assert.deepEqual(names('bookworm'), ['old-name', undefined, 'same', 'unlisted']);
  assert.deepEqual(names('trixie'), ['new-name', 'plugin', 'same', 'unlisted']);
});

test('a part that is left out takes its packages along, and no others', () => {
  const packages = new DebianPackages(rows, 'trixie', ['vips', '']);
  assert.deepEqual(
    ['new-name', 'plugin', 'same', 'unlisted'].filter((name) => packages.isLeftOut(name)),
    ['plugin'],
  );
});

test('a role leaves out what it has no use for', () => {
  const leftOut = (role: string) => {
    const packages = new DebianPackages(rows, 'trixie', [], role);
    return ['new-name', 'plugin', 'same', 'unlisted'].filter((name) => packages.isLeftOut(name));
  };
  assert.deepEqual(leftOut('office'), ['plugin']);
  assert.deepEqual(leftOut('media'), ['new-name', 'plugin']);
  assert.deepEqual(leftOut('full'), []);
});

test('a release that derives from another goes by its names', () => {
  assert.equal(codenameIn('ID=debian\nVERSION_CODENAME=bookworm\n'), 'bookworm');
  assert.equal(codenameIn('VERSION_CODENAME=wilma\nUBUNTU_CODENAME="noble"\n'), 'noble');
  assert.equal(codenameIn('ID=alpine\n'), '');
});
