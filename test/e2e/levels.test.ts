/** Walls of every strength: what each offers and says of itself, and that nothing less than all is taken unasked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { children } from './processes.ts';
import { answerOf, post, startService, until, type Service } from './service.ts';

interface Part {
  part: string;
  ok: boolean;
  level?: string;
  held?: Record<string, boolean>;
}

async function sandboxOf({ url }: Service): Promise<Part> {
  const { parts } = (await (await fetch(`${url}/readyz`)).json()) as { parts: Part[] };
  return parts.find(({ part }) => part === 'sandbox') ?? assert.fail('readyz says nothing of the sandbox');
}

async function sourcesOf({ url }: Service): Promise<Set<string>> {
  const { routes } = (await (await fetch(`${url}/v1/formats`)).json()) as { routes: { source: string }[] };
  return new Set(routes.map(({ source }) => source));
}

const convert = ({ url }: Service, content: string, name: string, target: string) =>
  post(`${url}/api/convert`, [
    ['file', new File([content], name)],
    ['target', target],
  ]);

test('the full box holds back all that was tried', { timeout: 60_000 }, async () => {
  const service = await startService();
  try {
    const { ok, level, held = {} } = await sandboxOf(service);
    assert.deepEqual({ ok, level }, { ok: true, level: 'full' });
    // Without control groups root may have any number of processes.
    const others = Object.entries(held).filter(([name]) => name !== 'many_processes');
    assert.deepEqual(
      others.filter(([, holds]) => !holds),
      [],
    );
    assert.ok(others.length > 9);
  } finally {
    await service.close();
  }
});

/** Whose files may name others, call out or run. */
const dangerous = [
  'ps',
  'eps',
  'docx',
  'odt',
  'xlsx',
  'html',
  'rst',
  'tex',
  'epub',
  'mobi',
  'zip',
  'tar',
  'pfb',
];
const harmless = ['png', 'jpg', 'svg', 'json', 'csv', 'mp3', 'srt', 'ttf'];

for (const [level, holds, holdsNot] of [
  ['ns', ['read', 'write', 'connect', 'environment', 'processes', 'stay'], ['filter', 'socket']],
  ['none', ['large_file'], ['read', 'write', 'connect']],
] as const) {
  test(
    `SANDBOX=${level} says so, offers nothing dangerous, and converts the rest`,
    { timeout: 60_000 },
    async () => {
      const service = await startService({ SANDBOX: level });
      try {
        const { ok, level: said, held = {} } = await sandboxOf(service);
        assert.deepEqual({ ok, said }, { ok: true, said: level });
        for (const name of holds) assert.equal(held[name], true, name);
        for (const name of holdsNot) assert.equal(held[name], false, name);
        const sources = await sourcesOf(service);
        assert.deepEqual(
          [dangerous.filter((ext) => sources.has(ext)), harmless.filter((ext) => !sources.has(ext))],
          [[], []],
        );
        const converted = await convert(service, 'a,b\n1,2\n', 'a.csv', 'json');
        assert.equal(converted.status, 200, converted.error.message);
        assert.deepEqual(JSON.parse(converted.body.toString()), [{ a: 1, b: 2 }]);
        const refused = await convert(service, '<p>x</p>', 'a.html', 'pdf');
        assert.deepEqual([refused.status, refused.error.code], [400, 'unsupported_route']);
        await until('nothing of them runs', 2_000, async () => (await service.jobFolders()).length === 0);
      } finally {
        await service.close();
      }
      assert.deepEqual(children(process.pid), []);
    },
  );
}

test('without bubblewrap nothing is served unless asked for', { timeout: 60_000 }, async () => {
  const without = [
    'unshare',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    'mount --bind /dev/null /usr/bin/bwrap && exec "$@"',
    'sh',
  ];
  await assert.rejects(startService({}, without), /The sandbox does not work/);
  const service = await startService({ SANDBOX: 'ns' }, without);
  try {
    const answer = await answerOf(await fetch(`${service.url}/readyz`));
    assert.equal(answer.status, 200);
  } finally {
    await service.close();
  }
});
