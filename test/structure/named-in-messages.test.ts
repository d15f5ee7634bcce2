/**
 * Tests that the texts of the pages contain a readable name for each code that the service returns, such as the code of
 * a warning.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factTable } from '@protean/engines/passes/file_info/file-info.ts';
import { optionNames, optionRows, requestOptionNames } from '@protean/engines/contract/options.ts';
import { warnings } from '@protean/engines/contract/warnings.ts';
import { categories, traits } from '@protean/formats/format.ts';
import { en as domain } from '@protean/messages/domain/en.ts';
import { en as report } from '@protean/messages/report/en.ts';

const named = (prefix: string, codes: Iterable<string>) => [...codes].map((code) => `${prefix}_${code}`);

const onPage = requestOptionNames.filter((name) => optionRows[name].onPage);

test('the UI messages have a name for every category, content type, option and warning', () => {
  const keys = [
    ...named('category', categories),
    ...named('trait', Object.keys(traits)),
    ...named('option', [...optionNames, ...onPage]),
    ...named('warning', Object.keys(warnings)),
  ];
  const known = new Set(Object.keys(domain));
  assert.deepEqual(
    keys.filter((key) => !known.has(key)),
    [],
  );
});

test('the UI messages name exactly the request options that have a field on the convert page', () => {
  assert.deepEqual(
    requestOptionNames.filter((name) => `option_${name}` in domain),
    onPage,
  );
});

test('the UI messages name exactly the fields of file info', () => {
  const known = Object.keys(report).filter((key) => key.startsWith('fact_'));
  assert.deepEqual(known.sort(), named('fact', Object.keys(factTable)).sort());
});
