/**
 * Tests which formats each sandbox level offers and what each level reports. The server uses a weaker level only if the
 * level is configured.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Samples } from '../../samples/samples.ts';
import { children, commandOf, descendants, runs } from '../../support/server/processes.ts';
import { answerOf, post, protean, startService, until, type Service } from '../../support/server/service.ts';
import { skip as notRoot } from '../../support/server/sandbox-levels.ts';

interface ReadinessPart {
  part: string;
  ok: boolean;
  level?: string;
  held?: Record<string, boolean>;
}

async function sandboxOf({ url }: Service): Promise<ReadinessPart> {
  const { parts } = (await (await fetch(`${url}/readyz`)).json()) as { parts: ReadinessPart[] };
  return parts.find(({ part }) => part === 'sandbox') ?? assert.fail('readyz does not report the sandbox');
}

async function sourcesOf({ url }: Service): Promise<Set<string>> {
  const { routes } = (await (await fetch(`${url}/v1/formats`)).json()) as { routes: { source: string }[] };
  return new Set(routes.map(({ source }) => source));
}

const convert = ({ url }: Service, file: File, target: string) =>
  post(`${url}/api/convert`, [
    ['file', file],
    ['target', target],
  ]);

const dir = await mkdtemp(path.join(tmpdir(), 'protean-levels-'));
const samples = new Samples(dir);
after(() => rm(dir, { recursive: true }));

/** Command prefix that starts the server with an open file descriptor, which sandboxes must not inherit. */
const leftOpen = ['/usr/bin/bash', '-c', 'exec 251< /etc/hostname && exec "$@"', 'bash'];

test(
  "the full sandbox blocks all escape attempts of the server's sandbox check",
  { timeout: 60_000 },
  async () => {
    const service = await startService({}, leftOpen);
    try {
      const { ok, level, held = {} } = await sandboxOf(service);
      assert.deepEqual({ ok, level }, { ok: true, level: 'full' });
      // The result of the probe `many_processes` is ignored, because without control groups the number of root's
      // processes cannot be limited.
      const others = Object.entries(held).filter(([name]) => name !== 'many_processes');
      assert.deepEqual(
        others.filter(([, holds]) => !holds),
        [],
      );
      assert.ok(others.length > 9);
    } finally {
      await service.close();
    }
  },
);

/** Formats that can refer to other files, make network requests or run code. */
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

/** Conversions with different kinds of engines: Node and Python code, and programs with one or several processes. */
const conversions = [
  ['png', 'webp'],
  ['png', 'pdf'],
  ['svg', 'png'],
  ['wav', 'mp3'],
  ['mp4', 'gif'],
  ['ttf', 'woff2'],
  ['srt', 'vtt'],
  ['sqlite', 'csv'],
] as const;

/** Command prefix that runs the server as root with only the capabilities that docs/operations/sandbox.md requires. */
const barelyRoot = ['setpriv', '--bounding-set=-all,+chown,+dac_override,+kill,+setgid,+setuid', '--'];

const anybody = { skip: false, command: [] };

for (const [level, holds, holdsNot, { skip, command }] of [
  [
    'uid',
    [
      'write',
      'data',
      'signal',
      'connect',
      'socket',
      'environment',
      'namespace',
      'filter',
      'stay',
      'many_processes',
    ],
    ['read', 'machine', 'project', 'mounts', 'kernel', 'interfaces', 'shared', 'processes'],
    { skip: notRoot, command: barelyRoot },
  ],
  [
    'none',
    ['large_file'],
    [
      'read',
      'machine',
      'project',
      'mounts',
      'kernel',
      'interfaces',
      'processes',
      'write',
      'connect',
      'data',
      'signal',
      'shared',
      'filter',
    ],
    anybody,
  ],
] as const) {
  test(
    `with SANDBOX=${level}, the server reports this level, does not offer dangerous formats, and converts other formats`,
    { skip, timeout: 120_000 },
    async () => {
      const service = await startService({ SANDBOX: level }, [...leftOpen, ...command]);
      try {
        const { ok, level: reported, held = {} } = await sandboxOf(service);
        assert.deepEqual({ ok, reported }, { ok: true, reported: level });
        for (const name of holds) assert.equal(held[name], true, name);
        for (const name of holdsNot) assert.equal(held[name], false, name);
        const sources = await sourcesOf(service);
        assert.deepEqual(
          [dangerous.filter((ext) => sources.has(ext)), harmless.filter((ext) => !sources.has(ext))],
          [[], []],
        );
        const converted = await convert(service, new File(['a,b\n1,2\n'], 'a.csv'), 'json');
        assert.equal(converted.status, 200, converted.error.message);
        assert.deepEqual(JSON.parse(converted.body.toString()), [{ a: 1, b: 2 }]);
        for (const [source, target] of conversions) {
          const file = new File([await readFile(await samples.get(source))], `a.${source}`);
          const { status, error, body } = await convert(service, file, target);
          assert.deepEqual([status, body.length > 0], [200, true], `${source} ${target}: ${error.message}`);
        }
        const refused = await convert(service, new File(['<p>x</p>'], 'a.html'), 'pdf');
        assert.deepEqual([refused.status, refused.error.code], [400, 'unsupported_route']);
        assert.match(refused.error.message ?? '', /isolation of its engines is too weak.*SANDBOX=required/);
        await until(
          'all conversions have ended',
          2_000,
          async () => (await service.jobFolders()).length === 0,
        );
      } finally {
        await service.close();
      }
      assert.deepEqual(children(process.pid), []);
    },
  );
}

test('without bubblewrap, the server starts only if SANDBOX=none is set', { timeout: 60_000 }, async () => {
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
  const service = await startService({ SANDBOX: 'none' }, without);
  try {
    const answer = await answerOf(await fetch(`${service.url}/readyz`));
    assert.equal(answer.status, 200);
  } finally {
    await service.close();
  }
});

test(
  'if user namespaces are not allowed, the server and `protean doctor` explain what to do',
  { timeout: 60_000 },
  async () => {
    const command = ['sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', 'sh'];
    const without = ['unshare', '--user', '--map-root-user', ...command];
    const start = await startService({}, without).then(
      (service) => service.close().then(() => 'started'),
      (error: unknown) => (error as Error).message,
    );
    const [program = '', ...args] = without;
    const doctor = spawnSync(program, [...args, protean, 'doctor'], { encoding: 'utf8' }).stdout;
    for (const words of [start, doctor]) {
      assert.match(
        words,
        /not allow user namespaces[^]*sysctl -w[^]*docker run --security-opt[^]*SANDBOX=uid/,
      );
      assert.doesNotMatch(words, /\n\s+at .*:\d+:\d+/, 'a stack');
    }
  },
);

/**
 * Command prefix that starts the server with an open folder as file descriptor 251. Node closes only the lowest
 * descriptors, so descriptor 251 stays open.
 */
const withHandle = ['bash', '-c', 'exec 251</; exec "$@"', 'bash'];

/** Returns the error message of a server that refuses to start. */
async function refusal(env: Record<string, string>, command: readonly string[] = []): Promise<string> {
  const started = startService({ SANDBOX: 'uid', ...env }, command);
  return started.then(
    (service) => service.close().then(() => assert.fail('it started')),
    (error: unknown) => String(error),
  );
}

test(
  'with SANDBOX=uid but without CAP_SETUID, the server refuses to start and names the required capabilities',
  { skip: notRoot, timeout: 60_000 },
  async () => {
    const without = ['setpriv', '--bounding-set=-setuid', '--'];
    assert.match(await refusal({}, without), /requires root with CAP_CHOWN, .*CAP_SETUID/);
  },
);

test(
  'with SANDBOX=uid, the server refuses to start if sandbox users can read its data or cannot enter the parent of DATA_DIR',
  { skip: notRoot, timeout: 60_000 },
  async () => {
    const closed = path.join(dir, 'closed');
    const open = path.join(dir, 'open');
    await mkdir(path.join(closed, 'data'), { recursive: true });
    await chmod(dir, 0o755);
    await chmod(closed, 0o700);
    assert.match(
      await refusal({ DATA_DIR: path.join(closed, 'data') }),
      new RegExp(`chmod o\\+x ${closed}[ ";.]`),
    );
    await mkdir(open);
    await writeFile(path.join(open, 'copy-of-the-database'), 'private', { mode: 0o644 });
    assert.match(await refusal({ DATA_DIR: open }), /the server’s data can be read/);
  },
);

test(
  'with SANDBOX=uid, sandboxes inherit no open file descriptors and end when the server is killed',
  { skip: notRoot, timeout: 60_000 },
  async () => {
    const service = await startService({ SANDBOX: 'uid', CONVERSIONS_AT_ONCE: '2' }, withHandle);
    try {
      const { pid = 0 } = service.process;
      // Each sandbox has a supervisor and a shell.
      await until(
        'two sandboxes wait',
        10_000,
        () => descendants(pid).filter((one) => runs(one)).length === 4,
      );
      const sandboxes = descendants(pid);
      const handles = sandboxes.map((sandbox) => readdirSync(`/proc/${sandbox}/fd`));
      assert.ok(
        handles.every((names) => names.length > 0 && !names.includes('251')),
        JSON.stringify(handles),
      );
      // Suspends the shells, so that they do not exit by themselves when their input closes.
      for (const shell of sandboxes.filter((sandbox) => commandOf(sandbox)[0] === '/bin/sh'))
        process.kill(shell, 'SIGSTOP');
      await service.stop('SIGKILL');
      await until('the sandboxes are gone', 2_000, () => !sandboxes.some((one) => runs(one)));
    } finally {
      await service.close();
    }
  },
);
