/** Tests the search for the mount that contains a file, including paths with symbolic links. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { mountContaining } from './view.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'protean-exposed-'));
after(() => rmSync(dir, { recursive: true }));
const at = (name: string) => path.join(dir, name);
for (const name of ['fonts/data', 'fonts-too', 'elsewhere']) mkdirSync(at(name), { recursive: true });
symlinkSync(at('fonts'), at('link-to-fonts'));
symlinkSync(at('fonts'), at('mounted-by-link'));

const mounts = [
  { at: '/usr/share/fonts', from: at('fonts') },
  { at: '/etc/alternatives/a', linkTo: '/usr/lib/a' },
  { at: '/usr/share/none', from: at('none') },
];

for (const [file, mount] of [
  ['fonts', 'fonts'],
  ['fonts/data', 'fonts'],
  ['fonts/data/not/there/yet', 'fonts'],
  ['elsewhere/../fonts/data', 'fonts'],
  ['link-to-fonts/data', 'fonts'],
  ['link-to-fonts/not-yet', 'fonts'],
  ['fonts-too', undefined],
  ['elsewhere', undefined],
  ['none/data', undefined],
  ['.', undefined],
] as const) {
  test(`finds the mount that contains the path ${file}: ${mount ?? 'none'}`, () => {
    assert.equal(mountContaining(at(file), mounts), mount === undefined ? undefined : at(mount));
  });
}

test("finds the mount that contains a file if the mount's source is a symbolic link", () => {
  const linked = [{ at: '/usr/share/fonts', from: at('mounted-by-link') }];
  assert.equal(mountContaining(at('fonts/data'), linked), at('mounted-by-link'));
});
