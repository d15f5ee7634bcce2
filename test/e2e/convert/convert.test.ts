/** Tests the responses of POST /api/convert for valid and invalid files (contract §3.1). */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { optionSchema } from '@protean/engines/contract/options.ts';
import { Samples } from '../../samples/samples.ts';
import { post, startService, type Answer, type Service } from '../../support/server/service.ts';

let service: Service;
let dir: string;
let png: Buffer;

before(async () => {
  service = await startService({ WARM: 'on', SIZE_OVERRIDES: '{"anonymous":100000}' });
  dir = await mkdtemp(path.join(tmpdir(), 'protean-samples-'));
  png = await readFile(await new Samples(dir).get('png'));
});

after(async () => {
  const left = await service.jobFolders();
  await service.close();
  await rm(dir, { recursive: true });
  assert.deepEqual(left, [], 'no conversion leaves anything in the data folder');
});

const convert = (...fields: [string, File | string][]): Promise<Answer> =>
  post(`${service.url}/api/convert`, fields);
const file = (content: string | Buffer, name: string) =>
  new File([new Uint8Array(Buffer.from(content))], name);

test('POST /api/convert returns 200 with the converted file and the headers from contract §3.6', async () => {
  const { status, headers, body } = await convert(
    ['file', file('# Hello\n\nworld', 'note.md')],
    ['target', 'html'],
  );
  assert.equal(status, 200);
  assert.match(body.toString(), /<h1[^>]*>Hello<\/h1>/);
  assert.equal(headers.get('content-type'), 'application/octet-stream');
  assert.equal(headers.get('content-length'), String(body.length));
  assert.equal(headers.get('content-disposition'), 'attachment; filename="note.html"');
  assert.match(headers.get('x-conversion-time') ?? '', /^\d+ms$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  for (const name of ['limit', 'remaining', 'reset'])
    assert.match(headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/);
});

test('accepts the target in any case, with a leading dot or as an alias', async () => {
  for (const target of ['jpg', 'JPG', '.jpg', 'jpeg', ' .JPEG ']) {
    const before = await convert(['target', target], ['file', file(png, 'a.png')]);
    const behind = await convert(['file', file(png, 'a.png')], ['target', target]);
    for (const { status, headers, body } of [before, behind]) {
      assert.equal(status, 200);
      assert.equal(headers.get('content-disposition'), 'attachment; filename="a.jpg"');
      assert.equal(body.subarray(0, 3).toString('hex'), 'ffd8ff');
    }
  }
});

const sources: [string, string, string | undefined, string][] = [
  ['by the file name', 'a.png', undefined, 'a.jpg'],
  ['by the content if the name has no extension', 'picture', undefined, 'picture.jpg'],
  ['by the content if the extension is unknown', 'picture.v2', undefined, 'picture.jpg'],
  ['by the field `source` despite the name', 'a.webp', 'png', 'a.jpg'],
  ['by an alias in `source`', 'a.bin', '.PNG', 'a.jpg'],
];

for (const [how, name, source, result] of sources) {
  test(`detects the source format ${how}`, async () => {
    const fields: [string, File | string][] = [
      ['file', file(png, name)],
      ['target', 'jpg'],
    ];
    const { status, headers } = await convert(
      ...fields,
      ...(source ? [['source', source] as [string, string]] : []),
    );
    assert.equal(status, 200);
    assert.equal(headers.get('content-disposition'), `attachment; filename="${result}"`);
  });
}

for (const name of ['README', 'data.csv.bak']) {
  test(`the error for ${name} names the guessed format and the field that overrides it`, async () => {
    const table = file('a,b\n1,2\n', name);
    const { status, error } = await convert(['file', table], ['target', 'parquet']);
    assert.equal(status, 400);
    assert.match(error.message ?? '', / The content was detected as txt\. .* in the field "source"\.$/);
    const declared = await convert(['file', table], ['target', 'parquet'], ['source', 'csv']);
    assert.equal(declared.status, 200, declared.error.message);
  });
}

test('returns a safe file name without folders, whatever the name of the uploaded file', async () => {
  const names: [string, string][] = [
    ['../../etc/cron.d/x.md', 'attachment; filename="x.html"'],
    ['C:\\Temp\\x.md', 'attachment; filename="x.html"'],
    [
      'Ünïcødé 東京.md',
      `attachment; filename="_n_c_d_ __.html"; filename*=UTF-8''${encodeURIComponent('Ünïcødé 東京.html')}`,
    ],
    ['-i.md', 'attachment; filename="-i.html"'],
    ['x;touch y.md', 'attachment; filename="x;touch y.html"'],
    ['%d.md', 'attachment; filename="%d.html"'],
    ['%41.md', `attachment; filename="%41.html"; filename*=UTF-8''%2541.html`],
    ['http://evil.md', 'attachment; filename="evil.html"'],
  ];
  for (const [sent, disposition] of names) {
    const { status, headers } = await convert(['file', file('# x', sent)], ['target', 'html']);
    assert.equal(status, 200, sent);
    assert.equal(headers.get('content-disposition'), disposition, sent);
  }
});

test('accepts a file of the maximum size, and rejects a file that is one byte larger', async () => {
  const text = (size: number) => file(Buffer.alloc(size, 'a\n'), 'a.md');
  assert.equal((await convert(['file', text(100_000)], ['target', 'html'])).status, 200);
  const { status, error } = await convert(['file', text(100_001)], ['target', 'html']);
  assert.equal(status, 413);
  assert.equal(error.code, 'file_too_large');
  assert.deepEqual(error.details, { limit: 100_000 });
});

/** Returns the details of a conversion error that describe the route (contract §11.5). */
const onRoute = (source: string, target: string) => ({ route: `${source}->${target}`, source, target });

interface Refusal {
  what: string;
  fields: () => [string, File | string][];
  status?: number;
  code?: string;
  details: Record<string, unknown>;
}

const refusals: Refusal[] = [
  { what: 'no file', fields: () => [['target', 'jpg']], details: { field: 'file' } },
  { what: 'no target', fields: () => [['file', file(png, 'a.png')]], details: { field: 'target' } },
  {
    what: 'an empty target',
    fields: () => [
      ['file', file(png, 'a.png')],
      ['target', ''],
    ],
    details: { field: 'target' },
  },
  {
    what: 'an empty file',
    fields: () => [
      ['file', file('', 'a.png')],
      ['target', 'jpg'],
    ],
    details: { field: 'file', reason: 'empty_file' },
  },
  {
    what: 'content that contradicts the extension',
    fields: () => [
      ['file', file(png, 'a.webp')],
      ['target', 'jpg'],
    ],
    details: {
      ...{ field: 'source', reason: 'content_mismatch', detected: 'png', named: 'webp' },
      ...onRoute('webp', 'jpg'),
    },
  },
  {
    what: 'a file in an unknown format',
    fields: () => [
      ['file', file(Buffer.from([1, 2, 3, 0, 255]), 'x')],
      ['target', 'jpg'],
    ],
    details: { field: 'source', reason: 'unknown_source' },
  },
  {
    what: 'a damaged file',
    fields: () => [
      ['file', file(png.subarray(0, 60), 'a.png')],
      ['target', 'jpg'],
    ],
    details: { reason: 'truncated', ...onRoute('png', 'jpg') },
  },
  {
    what: 'an unknown source',
    fields: () => [
      ['file', file(png, 'a.png')],
      ['target', 'jpg'],
      ['source', 'nix'],
    ],
    code: 'unsupported_route',
    details: { field: 'source', ...onRoute('nix', 'jpg') },
  },
  {
    what: 'an unknown field',
    fields: () => [
      ['file', file('# x', 'a.md')],
      ['target', 'html'],
      ['colour', 'red'],
    ],
    details: {
      field: 'colour',
      allowed: ['toc', 'encoding', 'strip_metadata', 'salvage'],
      ...onRoute('md', 'html'),
    },
  },
  {
    what: 'an option that does not apply to this route',
    fields: () => [
      ['file', file('# x', 'a.md')],
      ['target', 'html'],
      ['quality', '80'],
    ],
    details: {
      field: 'quality',
      allowed: ['toc', 'encoding', 'strip_metadata', 'salvage'],
      ...onRoute('md', 'html'),
    },
  },
  {
    what: 'an option out of bounds',
    fields: () => [
      ['file', file(png, 'a.png')],
      ['target', 'jpg'],
      ['quality', '101'],
    ],
    details: { field: 'quality', allowed: optionSchema('quality'), ...onRoute('png', 'jpg') },
  },
  {
    what: 'an option of the wrong type',
    fields: () => [
      ['file', file(png, 'a.png')],
      ['target', 'jpg'],
      ['quality', 'best'],
    ],
    details: { field: 'quality', allowed: optionSchema('quality'), ...onRoute('png', 'jpg') },
  },
  {
    what: 'two targets',
    fields: () => [
      ['file', file(png, 'a.png')],
      ['target', 'jpg'],
      ['target', 'webp'],
    ],
    details: { field: 'target' },
  },
  {
    what: 'a target sent as a file',
    fields: () => [
      ['file', file(png, 'a.png')],
      ['target', file('jpg', 'target.txt')],
    ],
    details: { field: 'target' },
  },
  {
    what: 'the field __proto__',
    fields: () => [
      ['file', file(png, 'a.png')],
      ['target', 'jpg'],
      ['__proto__', 'x'],
    ],
    details: {
      field: '__proto__',
      allowed: [
        ...['quality', 'max_size', 'width', 'height', 'fit', 'background', 'rotate'],
        ...['strip_metadata', 'salvage'],
      ],
      ...onRoute('png', 'jpg'),
    },
  },
];

for (const { what, fields, status = 400, code = 'bad_request', details } of refusals) {
  test(`POST /api/convert returns ${status} ${code} for ${what}`, async () => {
    const answer = await convert(...fields());
    assert.equal(answer.status, status);
    assert.equal(answer.error.code, code);
    assert.ok(answer.error.message);
    assert.deepEqual(answer.error.details, details);
  });
}

test('returns 400 with the possible targets for an unsupported or invalid target', async () => {
  for (const target of ['mp3', 'nix', '../../x', 'png:/etc/passwd', 'msl']) {
    const { status, error } = await convert(['file', file(png, 'a.png')], ['target', target]);
    assert.equal(status, 400, target);
    assert.equal(error.code, 'unsupported_route');
    const { targets, source, target: named, route } = error.details ?? {};
    assert.ok((targets as string[]).includes('jpg'));
    assert.deepEqual({ source, target: named, route }, onRoute('png', target));
  }
});

test('a lower value of the option `quality` results in a smaller jpg', async () => {
  const size = async (quality: string) =>
    (await convert(['file', file(png, 'a.png')], ['target', 'jpg'], ['quality', quality])).body.length;
  assert.ok((await size('10')) < (await size('95')));
});
