/** Office files in the Strict format of ISO 29500 convert to the same text and tables as usual Office files. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Samples } from '../../samples/samples.ts';
import { run } from '../../samples/run.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
let customer: Customer;
let dir: string;
let samples: Samples;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-strict-'));
  samples = new Samples(path.join(dir, 'samples'));
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

/**
 * Python program that copies an Office file, and replaces its namespaces and relationship types with the namespaces and
 * relationship types of ISO 29500 Strict.
 */
const strict = `
import re, sys, zipfile
words = rb'http://schemas.openxmlformats.org/(?:(officeDocument|drawingml)/2006/(\\w+)|(wordprocessingml|spreadsheetml|presentationml)/2006/(\\w+))'
def name(found):
    if found[1]: return b'http://purl.oclc.org/ooxml/' + found[1] + b'/' + found[2]
    return b'http://purl.oclc.org/ooxml/' + found[3] + b'/' + found[4]
with zipfile.ZipFile(sys.argv[1]) as source, zipfile.ZipFile(sys.argv[2], 'w', zipfile.ZIP_DEFLATED) as copy:
    for part in source.namelist():
        data = source.read(part)
        copy.writestr(part, re.sub(words, name, data) if part.endswith(('.xml', '.rels')) else data)
`;

async function converted(file: string, target: string): Promise<string> {
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([await readFile(file)], path.basename(file))],
      ['target', target],
      ['images', 'none'],
    ],
  });
  assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
  return answer.body.toString();
}

for (const ext of ['docx', 'pptx', 'xlsx']) {
  test(`converts a Strict Open XML ${ext} to the same md and doc.json as an ordinary ${ext}`, async () => {
    const usual = await samples.get(ext);
    const file = path.join(dir, `strict.${ext}`);
    await run('/usr/bin/python3', ['-c', strict, usual, file]);
    for (const target of ['md', 'doc.json'])
      assert.equal(await converted(file, target), await converted(usual, target), target);
  });
}
