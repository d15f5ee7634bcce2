/**
 * Tests that the setting FORMATS_WITHOUT disables formats in every interface. For example, operators set
 * FORMATS_WITHOUT while an engine has an unfixed vulnerability.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Samples } from '../../samples/samples.ts';
import { post, startService, type Answer, type Service } from '../../support/server/service.ts';

const settings = { FORMATS_WITHOUT: 'HEIF, .bmp', INSTALLATION: 'private' };
const main = new URL('../../../packages/cli/src/main.ts', import.meta.url).pathname;
let service: Service;
let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-disabled-'));
  service = await startService(settings);
});

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

async function sample(ext: string, name = `photo.${ext}`): Promise<File> {
  return new File([await readFile(await new Samples(dir).get(ext))], name);
}

interface ErrorBody {
  error: { code: string; message: string; details: Record<string, unknown> };
}

async function refusal(...fields: [string, string | File][]): Promise<Answer['error']> {
  const { status, error } = await post(`${service.url}/v1/convert`, fields);
  assert.equal(status, 422, error.message);
  return error;
}

test('GET /v1/formats lists no routes from or to a disabled format', async () => {
  const { formats, routes } = (await (await fetch(`${service.url}/v1/formats`)).json()) as {
    formats: { ext: string }[];
    routes: { source: string; target: string }[];
  };
  const names = new Set([...formats.map(({ ext }) => ext), ...routes.flatMap((one) => Object.values(one))]);
  assert.deepEqual(
    ['heic', 'bmp', 'avif', 'png'].map((ext) => names.has(ext)),
    [false, false, true, true],
  );
  const one = await fetch(`${service.url}/v1/formats/heif`);
  assert.equal(one.status, 404);
  assert.match(((await one.json()) as ErrorBody).error.message, /heic is disabled on this server/);
  assert.equal((await fetch(`${service.url}/formats/heic`)).status, 404);
});

test('returns 422 with the reason format_disabled if the source or target format is disabled', async () => {
  const file = await sample('heic');
  const source = await refusal(['file', file], ['target', 'png']);
  assert.equal(source.code, 'unsupported_route');
  assert.match(
    source.message ?? '',
    /^This server does not convert heic to png: .*heic.* disabled.*FORMATS_WITHOUT/,
  );
  assert.deepEqual(source.details, {
    reason: 'format_disabled',
    disabled: ['heic'],
    source: 'heic',
    target: 'png',
    route: 'heic->png',
  });
  const target = await refusal(['file', await sample('png')], ['target', 'bmp']);
  assert.deepEqual([target.details?.['reason'], target.details?.['disabled']], ['format_disabled', ['bmp']]);
});

test('refuses a file in a disabled format even if its name declares another format', async () => {
  const renamed = await refusal(['file', await sample('heic', 'photo.png')], ['target', 'jpg']);
  assert.equal(renamed.details?.['reason'], 'format_disabled', renamed.message);
  const declared = await refusal(
    ['file', await sample('heic', 'photo')],
    ['source', 'png'],
    ['target', 'jpg'],
  );
  assert.equal(declared.details?.['reason'], 'format_disabled', declared.message);
});

test('/v1/detect still detects a disabled format, but lists no targets for the format', async () => {
  const { status, body } = await post(`${service.url}/v1/detect`, [['file', await sample('heic', 'photo')]]);
  assert.equal(status, 200);
  const { format, targets } = JSON.parse(body.toString()) as { format: string; targets: string[] };
  assert.deepEqual({ format, targets }, { format: 'heic', targets: [] });
});

test('converts between formats that are not disabled', async () => {
  const { status, error } = await post(`${service.url}/v1/convert`, [
    ['file', await sample('png')],
    ['target', 'jpg'],
  ]);
  assert.equal(status, 200, error.message);
});

test('`protean convert` refuses a disabled format', async () => {
  const file = await new Samples(dir).get('heic');
  const { status, stderr } = spawnSync(process.execPath, [main, 'convert', file, 'photo.png'], {
    cwd: dir,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /heic is disabled/);
});
