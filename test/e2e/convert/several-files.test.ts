/**
 * A request with several files returns a zip of the results with a report, in every interface. Each converted file is
 * charged (contract §3.10).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onePage } from '../../hostile/bytes/pdf.ts';
import { python, run } from '../../samples/run.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';
import {
  ask,
  busy,
  inEachTestApp,
  usageOf,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';

type Fields = readonly (readonly [string, File | string])[];

const file = (content: string, name: string) => ['file', new File([content], name)] as const;
const toYaml = (...files: Fields): Fields => [...files, ['target', 'yaml']];

/** Returns the names and contents of a zip's entries, in order. */
async function entriesOf(zip: Buffer): Promise<[string, string][]> {
  const program = `
import base64, io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(sys.stdin.read())))
print(json.dumps([[name, archive.read(name).decode()] for name in archive.namelist()]))`;
  const { stdout } = await python(program, [], zip.toString('base64'));
  return JSON.parse(stdout.toString()) as [string, string][];
}

interface Report {
  name: string;
  result?: string;
  status: string;
  error?: { code: string; details?: Record<string, unknown> };
  lost: string[];
}

async function opened(zip: Buffer) {
  const entries = await entriesOf(zip);
  const [last = ['', ''], ...others] = entries.toReversed();
  assert.equal(last[0], 'report.json');
  return { files: others.toReversed(), report: JSON.parse(last[1]) as Report[] };
}

/** Returns all events of a job until its end. */
async function followed(app: TestApp, who: Customer, id: string) {
  const { body } = await ask(app, `/v1/jobs/${id}/events`, who);
  const events = [...body.toString().matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as { progress: number; files?: Record<string, number> },
  );
  return { events, files: events.map(({ files }) => files) };
}

inEachTestApp((here) => {
  const convert = (fields: Fields, headers: Record<string, string> = {}, who = here.customer) =>
    ask(here.app, '/v1/convert', who, { fields, headers });

  test('the result zip keeps file names, and contains no unsafe paths', async () => {
    const { status, headers, body, error } = await convert(
      toYaml(
        file('{"a":1}', 'in/deep/a.json'),
        file('{"b":2}', 'a.json'),
        file('c = 3', 'a.toml'),
        file('{"d":4}', '../../etc/d.json'),
        file('{"e":5}', 'C:\\docs\\é.json'),
        file('{"f":6}', '/g/./f.json'),
      ),
    );
    assert.equal(status, 200, error.message);
    assert.equal(headers.get('content-type'), 'application/zip');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="converted.zip"');
    const { files, report } = await opened(body);
    assert.deepEqual(files, [
      ['in/deep/a.yaml', 'a: 1\n'],
      ['a.yaml', 'b: 2\n'],
      ['a (2).yaml', 'c: 3\n'],
      ['etc/d.yaml', 'd: 4\n'],
      ['docs/é.yaml', 'e: 5\n'],
      ['g/f.yaml', 'f: 6\n'],
    ]);
    assert.deepEqual(
      report.map(({ name, result, status: end }) => [name, result, end]),
      [
        ['in/deep/a.json', 'in/deep/a.yaml', 'completed'],
        ['a.json', 'a.yaml', 'completed'],
        ['a.toml', 'a (2).yaml', 'completed'],
        ['etc/d.json', 'etc/d.yaml', 'completed'],
        ['docs/é.json', 'docs/é.yaml', 'completed'],
        ['g/f.json', 'g/f.yaml', 'completed'],
      ],
    );
  });

  test('continues after a failed file, and charges only for converted files', async () => {
    const who = await here.app.customer('hobby', busy);
    const bad = [file('{"a":', 'cut.json'), file('', 'empty.json'), file('x', 'x.mp3')];
    const { status, body } = await convert(toYaml(file('{"a":1}', 'good.json'), ...bad), {}, who);
    assert.equal(status, 200);
    const { files, report } = await opened(body);
    assert.deepEqual(files, [['good.yaml', 'a: 1\n']]);
    assert.deepEqual(
      report.map(({ name, status: end, error }) => [name, end, error?.code]),
      [
        ['good.json', 'completed', undefined],
        ['cut.json', 'failed', 'bad_request'],
        ['empty.json', 'failed', 'bad_request'],
        ['x.mp3', 'failed', 'unsupported_route'],
      ],
    );
    assert.equal((await usageOf(here.app, who))['used'], 1);
  });

  test('converts the other files if one of 20 files is encrypted', async () => {
    const encrypt = ['--encrypt', 'secret', 'secret', '256', '--'];
    const program = 'plain=$(mktemp); cat > "$plain"; qpdf "$@" "$plain" -; rm "$plain"';
    const locked = await run('/bin/sh', ['-c', program, 'sh', ...encrypt], { input: onePage('') });
    const texts = Array.from({ length: 19 }, (_, n) => file(`Page ${n}`, `${n}.txt`));
    const pdf = ['file', new File([new Uint8Array(locked.stdout)], 'locked.pdf')] as const;
    const { status, body, error } = await convert([
      ...texts.slice(0, 9),
      pdf,
      ...texts.slice(9),
      ['target', 'html'],
    ]);
    assert.equal(status, 200, error.message);
    const { files, report } = await opened(body);
    assert.equal(files.length, 19);
    const failed = report.filter((row) => row.status === 'failed');
    assert.deepEqual(
      failed.map(({ name, error: why }) => [name, why?.code, why?.details?.['reason']]),
      [['locked.pdf', 'bad_request', 'password_required']],
    );
  });

  test('returns the error of the first file and charges nothing if all files fail', async () => {
    const who = await here.app.customer('hobby', busy);
    const { status, error } = await convert(toYaml(file('x', 'x.mp3'), file('{', 'b.json')), {}, who);
    assert.deepEqual([status, error.code, error.details?.['source']], [422, 'unsupported_route', 'mp3']);
    assert.equal((await usageOf(here.app, who))['used'], 0);
  });

  test('reserves one conversion of the quota for each file of a request', async () => {
    const who = await here.app.customer('free', { ...busy, monthly_conversions: 3 });
    const files = (count: number) =>
      toYaml(...Array.from({ length: count }, (_, n) => file(`{"a":${n}}`, `${n}.json`)));
    const refused = await convert(files(4), {}, who);
    assert.deepEqual([refused.status, refused.error.code], [429, 'quota_exceeded']);
    assert.equal((await convert(files(2), {}, who)).status, 200);
    const racing = await Promise.all([convert(files(1), {}, who), convert(files(1), {}, who)]);
    assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 429]);
    assert.equal((await usageOf(here.app, who))['used'], 3);
  });

  test('a job with several files reports progress and charges per file', async () => {
    const who = await here.app.customer('hobby', busy);
    const fields = toYaml(file('{"a":1}', 'a/a.json'), file('[', 'b.json'), file('c = 3', 'c.toml'));
    const id = await accepted(submit(here.app, who, fields));
    const { files: seen, events } = await followed(here.app, who, id);
    const record = await ended(here.app, who, id);
    assert.deepEqual([record.status, record.progress, record.source_format], ['completed', 100, 'mixed']);
    assert.deepEqual(record.files, { total: 3, converted: 2, failed: 1 });
    assert.deepEqual(seen.at(-1), record.files, 'the last event reports it too');
    assert.ok(
      events.every(({ progress }, n) => progress >= (events[n - 1]?.progress ?? 0)),
      'progress never decreases',
    );
    const link = String(record.result?.file_url).replace('localhost', '127.0.0.1');
    const { files, report } = await opened(Buffer.from(await (await fetch(link)).arrayBuffer()));
    assert.deepEqual(files, [
      ['a/a.yaml', 'a: 1\n'],
      ['c.yaml', 'c: 3\n'],
    ]);
    assert.deepEqual(
      report.map(({ status }) => status),
      ['completed', 'failed', 'completed'],
    );
    assert.equal((await usageOf(here.app, who))['used'], 2);
  });

  test('reports the number of failed files if all files of a job fail', async () => {
    const who = await here.app.customer('hobby', busy);
    const fields = toYaml(file('[', 'a.json'), file('', 'b.json'));
    const record = await ended(here.app, who, await accepted(submit(here.app, who, fields)));
    assert.deepEqual([record.status, record.error?.code], ['failed', 'bad_request']);
    assert.deepEqual(record.files, { total: 2, converted: 0, failed: 2 });
  });

  test('replays the zip for an Idempotency-Key only if the files are the same', async () => {
    const headers = { 'Idempotency-Key': 'several' };
    const first = await convert(toYaml(file('{"a":1}', 'a.json'), file('{"b":1}', 'b.json')), headers);
    const again = await convert(toYaml(file('{"a":1}', 'a.json'), file('{"b":1}', 'b.json')), headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
    const other = await convert(toYaml(file('{"a":1}{', 'a.json'), file('"b":1}', 'b.json')), headers);
    assert.equal(other.status, 422);
  });

  test('rejects a request with too many files or a total file size above the limit', async () => {
    const many = Array.from({ length: 101 }, (_, n) => file('{}', `${n}.json`));
    const { status, error } = await convert(toYaml(...many));
    assert.deepEqual(
      [status, error.details?.['reason'], error.details?.['max_files']],
      [400, 'too_many_files', 100],
    );
    const free = await here.app.customer('free', busy);
    const half = 'x'.repeat(13.5 * 1024 * 1024);
    const fields: Fields = [file(half, 'a.txt'), file(half, 'b.txt'), ['target', 'html']];
    const large = await ask(here.app, '/api/convert', free, { fields });
    assert.deepEqual([large.status, large.error.code], [413, 'file_too_large']);
  });

  test('converts several files without an API key, and returns the zip in the response', async () => {
    const body = new FormData();
    for (const [name, value] of toYaml(file('{"a":1}', 'a.json'), file('{"b":1}', 'b.json')))
      body.append(name, value);
    const answer = await fetch(`${here.app.service.url}/api/convert`, { method: 'POST', body });
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/octet-stream']);
    assert.equal((await opened(Buffer.from(await answer.arrayBuffer()))).files.length, 2);
  });

  test('returns a result for each of two files with the same name and content', async () => {
    const answer = await convert(toYaml(file('{"a":1}', 'a.json'), file('{"a":1}', 'a.json')));
    const { files } = await opened(answer.body);
    assert.equal(files.length, 2);
  });
});
