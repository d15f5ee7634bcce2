import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionNames, optionSchema } from './options.ts';

interface Schema {
  pattern?: string;
  anyOf?: readonly Schema[];
}

const patternsOf = ({ pattern, anyOf = [] }: Schema): string[] => [
  ...(pattern === undefined ? [] : [pattern]),
  ...anyOf.flatMap(patternsOf),
];

test('the pattern of every option is valid in the `pattern` attribute of an HTML form field', () => {
  const patterns = optionNames.flatMap((name) => patternsOf(optionSchema(name)));
  assert.ok(patterns.length > 0);
  for (const pattern of patterns) assert.doesNotThrow(() => new RegExp(`^(?:${pattern})$`, 'v'));
});
