import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { anyOptions, readArguments, type Flag, type KnownOptions } from './arguments.ts';

const flags: readonly Flag[] = [
  { name: 'to', value: 'FORMAT', description: '' },
  { name: 'help', short: 'h', description: '' },
];
const kinds = new Map<string, 'value' | 'switch' | 'json'>([
  ['password', 'value'],
  ['toc', 'switch'],
  ['form', 'json'],
]);
const known: KnownOptions = {
  names: ['password', 'toc', 'form'],
  kindOf: (name) => kinds.get(name),
};

for (const [what, options] of [
  ['known', known],
  ['not known yet', anyOptions],
] as const)
  test(`accepts -secret as the value of --password if the list of options is ${what}`, () => {
    const { positionals, options: given } = readArguments(
      ['a', '--password', '-secret', 'b'],
      flags,
      options,
    );
    assert.deepEqual([positionals, given], [['a', 'b'], { password: '-secret' }]);
  });

test('reads the word after a boolean option as its value only if the word is true or false', () => {
  assert.deepEqual(readArguments(['--toc', 'a'], flags, known).options, { toc: 'true' });
  assert.deepEqual(readArguments(['--toc', 'false', 'a'], flags, known).options, { toc: 'false' });
});

test('treats arguments after -- as positional', () => {
  assert.deepEqual(readArguments(['--', '--to', '-h'], flags, known).positionals, ['--to', '-h']);
});

test('accepts the value of a JSON option as text or as a file path', () => {
  const given = (value: string) => readArguments(['a', '--form', value], flags, known).options['form'];
  assert.equal(given('{"name":"Ada"}'), '{"name":"Ada"}');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'protean-arguments-')), 'values.json');
  writeFileSync(file, '{"name":"Zoë"}');
  assert.equal(given(file), '{"name":"Zoë"}');
  rmSync(path.dirname(file), { recursive: true });
  assert.throws(() => given(file), /--form: the file .* cannot be read/);
});
