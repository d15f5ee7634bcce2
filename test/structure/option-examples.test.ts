/**
 * Tests that each option with a free text field on the convert page has an example in this field, and that the example
 * is valid.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOptionNames, optionSchema, parseOption } from '@protean/engines/contract/options.ts';
import { domainMessages } from '@protean/messages/domain/index.ts';
import { optionExamples } from '../../packages/web/src/convert/views/option-examples.ts';

interface Schema {
  type?: string;
  enum?: readonly string[];
  contentMediaType?: string;
  anyOf?: readonly Schema[];
}

/** Returns whether the page has a free text field for the option. */
function isTyped(name: (typeof allOptionNames)[number]): boolean {
  const { type, enum: names, contentMediaType, anyOf }: Schema = optionSchema(name);
  const hasOtherField =
    names !== undefined ||
    contentMediaType !== undefined ||
    ['boolean', 'integer'].includes(type ?? '') ||
    anyOf?.some((one) => one.type === 'boolean') === true ||
    name === 'language' ||
    name.endsWith('password');
  return `option_${name}` in domainMessages.en && !hasOtherField;
}

test('an option has an example if and only if the convert page has a free text field for the option', () => {
  assert.deepEqual(allOptionNames.filter(isTyped), Object.keys(optionExamples));
});

for (const name of allOptionNames.filter((one) => one in optionExamples))
  test(`the convert page shows a valid example for the option ${name}`, () => {
    assert.notEqual(parseOption(name, optionExamples[name] ?? ''), undefined);
  });
