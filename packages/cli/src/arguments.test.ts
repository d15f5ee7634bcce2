import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyOptions, readArguments, type Flag, type KnownOptions } from './arguments.ts';

const flags: readonly Flag[] = [
  { name: 'to', value: 'FORMAT', description: '' },
  { name: 'help', short: 'h', description: '' },
];
const known: KnownOptions = {
  names: ['password', 'toc'],
  kindOf: (name) => (name === 'password' ? 'value' : name === 'toc' ? 'switch' : undefined),
};

for (const [what, options] of [
  ['known', known],
  ['not known yet', anyOptions],
] as const)
  test(`accepts a value that begins with a hyphen for options that are ${what}`, () => {
    const { positionals, options: given } = readArguments(
      ['a', '--password', '-secret', 'b'],
      flags,
      options,
    );
    assert.deepEqual([positionals, given], [['a', 'b'], { password: '-secret' }]);
  });

test('accepts only the values true and false for a switch', () => {
  assert.deepEqual(readArguments(['--toc', 'a'], flags, known).options, { toc: 'true' });
  assert.deepEqual(readArguments(['--toc', 'false', 'a'], flags, known).options, { toc: 'false' });
});

test('treats arguments after -- as positional', () => {
  assert.deepEqual(readArguments(['--', '--to', '-h'], flags, known).positionals, ['--to', '-h']);
});
