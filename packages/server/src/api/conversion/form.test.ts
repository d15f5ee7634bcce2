import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversionForm, detectionForm, jobForm, uploadForm } from './conversion-schemas.ts';
import { parseFields } from './form.ts';

const given = new Map([
  ['target', 'pdf'],
  ['source', 'docx'],
  ['source_url', 'https://example.com/a'],
  ['file_id', 'f'],
  ['webhook_url', 'https://example.com/hook'],
  ['quality', '80'],
]);

test('treats undocumented form fields as conversion options', () => {
  const { options: ofJob, ...job } = parseFields(jobForm, given);
  assert.deepEqual(job, {
    ...{ target: 'pdf', source: 'docx', sourceUrl: 'https://example.com/a', fileId: 'f' },
    webhookUrl: 'https://example.com/hook',
  });
  assert.deepEqual(ofJob, { quality: '80' });
  const optionsOf = (form: typeof jobForm) => Object.keys(parseFields(form, given).options);
  assert.deepEqual(optionsOf(conversionForm), ['webhook_url', 'quality']);
  assert.deepEqual(optionsOf(uploadForm), ['source_url', 'webhook_url', 'quality']);
  assert.deepEqual(optionsOf(detectionForm), ['target', 'source', 'webhook_url', 'quality']);
});

test('the documentation of each form lists the file, the options and all other parsed fields', () => {
  for (const { described, named } of [uploadForm, conversionForm, jobForm]) {
    const names = Object.keys(described.shape);
    assert.deepEqual(
      Object.keys(named.shape).filter((name) => !names.includes(name)),
      [],
    );
    for (const name of ['file', 'quality', 'isolation_group']) assert.ok(names.includes(name), name);
  }
  assert.deepEqual(Object.keys(detectionForm.described.shape), ['file', 'source_url', 'file_id']);
});
