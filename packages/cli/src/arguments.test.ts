import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyOptions, readWords, type Flag, type KnownOptions } from './arguments.ts';

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
  test(`a value may begin with a hyphen, if the options are ${what}`, () => {
    const { positionals, options: given } = readWords(['a', '--password', '-secret', 'b'], flags, options);
    assert.deepEqual([positionals, given], [['a', 'b'], { password: '-secret' }]);
  });

test('a switch takes only true and false as its value', () => {
  assert.deepEqual(readWords(['--toc', 'a'], flags, known).options, { toc: 'true' });
  assert.deepEqual(readWords(['--toc', 'false', 'a'], flags, known).options, { toc: 'false' });
});

test('words after -- are no options', () => {
  assert.deepEqual(readWords(['--', '--to', '-h'], flags, known).positionals, ['--to', '-h']);
});
