/** A report lists the steps with versions, losses, warnings and the hashes of source and result, in every interface. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Protean } from '@protean/client';
import type { ConversionReport } from '../../../packages/server/src/convert/result/report.ts';
import { accepted, ended, jsonOf, submit } from '../../support/jobs/jobs.ts';
import { answerOf, post } from '../../support/server/service.ts';
import { ask, inEachTestApp, usageOf } from '../../support/server/test-app.ts';

type Fields = readonly (readonly [string, File | string])[];

interface Converted {
  file_url: string;
  size: number;
  report: ConversionReport;
}

const german = Buffer.from('Stra\xdfe und H\xf6he\n', 'latin1');
const file = (content: string | Buffer, name: string) => ['file', new File([content], name)] as const;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const download = async (url: string) => (await answerOf(await fetch(url))).body;

inEachTestApp((here) => {
  const convert = async (fields: Fields) => {
    const answer = await ask(here.app, '/v1/convert', here.customer, { fields });
    assert.equal(answer.status, 200, answer.error.message);
    return jsonOf<Converted>(answer);
  };

  test('report=true returns a report with the hashes of the source and the result', async () => {
    const { report, file_url: link } = await convert([
      file(german, 'note.txt'),
      ...([
        ['target', 'html'],
        ['report', 'true'],
      ] as const),
    ]);
    const { source, result, steps, lost, warnings, source_format, target_format, options } = report;
    assert.deepEqual([source_format, target_format, options, lost], ['txt', 'html', {}, []]);
    assert.equal(source.sha256, sha256(german));
    assert.equal(result.sha256, sha256(await download(link)));
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['encoding_guessed'],
    );
    assert.equal(steps.at(-1)?.to, 'html');
    for (const { version, ms } of steps) assert.match(`${version} ${ms}`, /^\d\S+ \d+$/);
  });

  test('a job record includes its report until DELETE removes the files of the job', async () => {
    const id = await accepted(
      submit(here.app, here.customer, [file('{"a":null}', 'a.json'), ['target', 'csv']]),
    );
    const { report, result } = await ended(here.app, here.customer, id);
    assert.ok(report && result);
    assert.equal(report.result.sha256, sha256(await download(result.file_url)));
    assert.ok(report.lost.includes('nulls'));
    const list = await ask(here.app, '/v1/jobs', here.customer, { method: 'GET' });
    assert.ok(!jsonOf<{ jobs: object[] }>(list).jobs.some((job) => 'report' in job));
    const gone = await ask(here.app, `/v1/jobs/${id}`, here.customer, { method: 'DELETE' });
    assert.ok(!('report' in jsonOf<object>(gone)));
  });

  test('the report lists the parsed option values, except for passwords', async () => {
    const { report } = await convert([
      file('{"a":{"b":1}}', 'a.json'),
      ...([
        ['target', 'yaml'],
        ['indent', '4'],
        ['report', 'true'],
      ] as const),
    ]);
    assert.deepEqual(report.options, { indent: 4 });
    const locked = await convert([
      file('hello', 'a.txt'),
      ...([
        ['target', 'zip'],
        ['report', 'true'],
        ['password', 'very secret'],
      ] as const),
    ]).catch((error: unknown) => String(error));
    assert.doesNotMatch(JSON.stringify(locked), /very secret/);
  });

  test('the report of several files includes a report for each converted file', async () => {
    const { used } = await usageOf(here.app, here.customer);
    const { report } = await convert([
      file('{"a":1}', 'a.json'),
      file('{', 'b.json'),
      ...([
        ['target', 'yaml'],
        ['report', 'true'],
      ] as const),
    ]);
    assert.deepEqual(
      report.files?.map(({ name, status, report: own }) => [name, status, own?.source.sha256]),
      [
        ['a.json', 'completed', sha256(Buffer.from('{"a":1}'))],
        ['b.json', 'failed', undefined],
      ],
    );
    assert.equal(report.source.sha256, null);
    assert.deepEqual(report.result.facts, { files: 2 });
    assert.equal((await usageOf(here.app, here.customer)).used, Number(used) + 1);
    const { report: joined } = await convert([
      file('one', 'a.txt'),
      file('two', 'b.txt'),
      ...([
        ['target', 'pdf'],
        ['combine', 'true'],
        ['report', 'true'],
        ['isolation_group', 'g'],
      ] as const),
    ]);
    assert.deepEqual(
      joined.files?.map(({ source }) => source?.sha256),
      ['one', 'two'].map((text) => sha256(Buffer.from(text))),
    );
    assert.deepEqual([joined.steps.at(-1)?.from, joined.steps.at(-1)?.to], ['pdf', 'pdf']);
  });

  test('returns a report and a link to the file even without an API key', async () => {
    const fields = [file('{"a":1}', 'a.json'), ['target', 'yaml'], ['report', 'true']] as const;
    const answer = await post(`${here.app.service.url}/api/convert`, fields);
    assert.equal(answer.status, 200, answer.error.message);
    const { report, file_url: link } = jsonOf<Converted>(answer);
    assert.equal(report.result.sha256, sha256(await download(link)));
  });

  test('returns 400 with the field name if `report` is not true or false', async () => {
    const fields = [file('{"a":1}', 'a.json'), ['target', 'yaml'], ['report', 'maybe']] as const;
    const { status, error } = await ask(here.app, '/v1/convert', here.customer, { fields });
    assert.deepEqual([status, error.details?.['field']], [400, 'report']);
  });

  test('refuses a conversion that would lose content listed in must_keep', async () => {
    const { used } = await usageOf(here.app, here.customer);
    const asked = (mustKeep: string) =>
      ask(here.app, '/v1/convert', here.customer, {
        fields: [file('a,b\n1,2\n', 'a.csv'), ['target', 'json'], ['must_keep', mustKeep]],
      });
    const nulls = [file('{"a":null}', 'a.json'), ['target', 'xml'], ['must_keep', 'text,nulls']] as const;
    const refused = await ask(here.app, '/v1/convert', here.customer, { fields: nulls });
    assert.deepEqual([refused.status, refused.error.code], [422, 'unsupported_route']);
    assert.deepEqual(refused.error.details?.['lost'], ['nulls']);
    const job = await submit(here.app, here.customer, [...nulls]);
    assert.equal(job.status, 422);
    const unknown = await asked('beauty');
    assert.deepEqual([unknown.status, unknown.error.details?.['field']], [400, 'must_keep']);
    assert.equal((await usageOf(here.app, here.customer)).used, used);
    assert.equal((await asked('text')).status, 200);
  });

  test('a conversion fails if its result lacks content that must_keep lists', async () => {
    const { used } = await usageOf(here.app, here.customer);
    const sentence = 'The ferry leaves at ten and comes back before the evening when the tide is high. ';
    const page = `<nav><a href="https://boats.example/">Boats</a></nav><main><p>${sentence.repeat(4)}</p></main>`;
    const fields = [file(page, 'a.html'), ['target', 'md'], ['must_keep', 'links']] as const;
    const refused = await ask(here.app, '/v1/convert', here.customer, { fields });
    assert.deepEqual([refused.status, refused.error.code], [422, 'unsupported_route']);
    assert.match(refused.error.message ?? '', /lost/);
    const { reason, lost } = refused.error.details ?? {};
    assert.deepEqual([reason, lost], ['would_lose', ['links']]);
    const job = await accepted(submit(here.app, here.customer, [...fields]));
    const { status, error } = await ended(here.app, here.customer, job);
    assert.deepEqual([status, error?.details?.['reason']], ['failed', 'would_lose']);
    assert.equal((await usageOf(here.app, here.customer)).used, used);
  });

  test('the client library returns the converted file and its report', async () => {
    for (const apiKey of [here.customer.key, undefined]) {
      const client = new Protean({ baseUrl: here.app.service.url, apiKey });
      const request = { to: 'yaml', fileName: 'a.json', options: { report: true } };
      const result = await client.convert(new Blob(['{"a":1}']), request);
      const bytes = Buffer.from(await result.bytes());
      assert.equal(bytes.toString(), 'a: 1\n');
      assert.deepEqual([result.report?.result.sha256, result.fileName], [sha256(bytes), 'a.yaml']);
    }
  });
});
