/**
 * Tests that the standard tools accept the Dockerfile, the compose files, the nginx configuration and the systemd
 * service in deploy/.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { settings } from '../../packages/server/src/config.ts';
import { refusedCalls } from '../../packages/server/src/sandbox/isolation/seccomp.ts';
import { temporaryFolder } from '../support/fixtures.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFile(path.join(root, 'deploy', file), 'utf8');

test('the Dockerfile is valid and installs the engines with script/setup', async () => {
  const file = await read('Dockerfile');
  assert.deepEqual(validate(file), []);
  assert.match(file, /^RUN script\/setup .*--role "\$ROLE"/m);
  assert.match(file, /^FROM debian:trixie-slim@sha256:[0-9a-f]{64}$/m);
  assert.match(file, /^RUN script\/sbom >sbom\.cdx\.json$/m);
  assert.match(file, /^USER protean$/m);
  // The Dockerfile itself installs only CA certificates and tini, which runs as process 1. script/setup installs all
  // other packages.
  const installed = [...file.matchAll(/--no-install-recommends ([^\\]+)/g)].map(([, names = '']) =>
    names.trim(),
  );
  assert.deepEqual(installed, ['ca-certificates tini']);
});

test('the Dockerfile validator detects an unknown instruction', () => {
  assert.notDeepEqual(validate('FROM debian:trixie-slim\nRUNN true\n'), []);
});

interface Composition {
  services: Record<
    string,
    { environment?: Record<string, string | null>; deploy?: { replicas: number }; security_opt?: string[] }
  >;
}

const known = new Set<string>(Object.values(settings).map(({ name }) => name));

for (const [file, ours] of [
  ['compose.yaml', ['protean']],
  ['compose.several.yaml', ['api', 'worker']],
] as const) {
  test(`${file} is valid and passes only existing settings to the server`, async () => {
    await run('node_modules/.bin/dclint', ['--max-warnings', '0', path.join('deploy', file)], { cwd: root });
    const { services } = parse(await read(file)) as Composition;
    const names = ours.flatMap((service) => Object.keys(services[service]?.environment ?? {}));
    assert.ok(names.length > 0);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
  });
}

test('API processes and workers in compose.several.yaml have the same shared settings', async () => {
  const { services } = parse(await read('compose.several.yaml')) as Composition;
  const [api, worker] = [services['api'], services['worker']];
  assert.deepEqual([api?.environment?.['ROLES'], worker?.environment?.['ROLES']], ['api', 'worker']);
  assert.deepEqual([api?.deploy?.replicas, worker?.deploy?.replicas], [2, 3]);
  for (const name of ['DATABASE_URL', 'STORAGE_URL', 'SECRET_KEY', 'BASE_URL']) {
    assert.ok(api?.environment?.[name], name);
    assert.equal(worker?.environment?.[name], api.environment[name], name);
  }
});

test('nginx accepts nginx.conf, and rejects a copy with an unknown directive', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  // nginx resolves the name `api` when it checks its configuration file, and only containers of the compose file can
  // resolve this name.
  const configuration = (await read('nginx.conf')).replace('server api:', 'server 127.0.0.1:');
  const check = async (text: string) => {
    const file = path.join(folder, 'nginx.conf');
    await writeFile(file, `pid ${folder}/pid;\n${text}`);
    await run('/usr/sbin/nginx', ['-t', '-p', folder, '-e', 'stderr', '-c', file]);
  };
  await check(configuration);
  await assert.rejects(check(configuration.replace('proxy_pass', 'proxy_passes')));
});

interface SystemCallProfile {
  defaultAction: string;
  syscalls: { names: string[]; action: string }[];
}

test('seccomp.json blocks all system calls that sandboxes block, except for 10 listed calls', async () => {
  const profile = JSON.parse(await read('seccomp.json')) as SystemCallProfile;
  assert.equal(profile.defaultAction, 'SCMP_ACT_ERRNO');
  assert.deepEqual(new Set(profile.syscalls.map(({ action }) => action)), new Set(['SCMP_ACT_ALLOW']));
  const allowed = profile.syscalls.flatMap(({ names }) => names);
  assert.equal(new Set(allowed).size, allowed.length);
  assert.deepEqual(
    refusedCalls.filter((name) => allowed.includes(name)),
    // bubblewrap needs the first five system calls in this list. The last five system calls in this list create memory
    // that RLIMIT_DATA does not count. Containers may use these five calls, because only sandboxes limit their memory
    // with RLIMIT_DATA.
    [
      'mount',
      'umount2',
      'pivot_root',
      'unshare',
      'sethostname',
      'memfd_create',
      'shmget',
      'msgget',
      'mq_open',
      'semget',
    ],
  );
});

test('every compose file uses the system call profile seccomp.json', async () => {
  for (const [file, services] of [
    ['compose.yaml', ['protean']],
    ['compose.several.yaml', ['worker']],
  ] as const) {
    const composition = parse(await read(file)) as Composition;
    for (const service of services) {
      const options = composition.services[service]?.security_opt ?? [];
      assert.deepEqual(
        options.filter((option) => option.startsWith('seccomp')),
        ['seccomp=seccomp.json'],
        `${file}: ${service}`,
      );
    }
  }
});

test('the compose file linter detects an unknown key', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  const file = path.join(folder, 'compose.yaml');
  await writeFile(file, (await read('compose.yaml')).replace('cap_drop:', 'cap_dropped:'));
  await assert.rejects(run('node_modules/.bin/dclint', [file], { cwd: root }));
});

test('systemd-analyze accepts protean.service, but not a misspelled key', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  const service = (await read('systemd/protean.service')).replaceAll('/opt/protean/', root);
  const verify = async (text: string) => {
    const file = path.join(folder, 'protean.service');
    await writeFile(file, text);
    const { stderr } = await run('/usr/bin/systemd-analyze', ['verify', file]);
    return stderr;
  };
  assert.equal(await verify(service), '');
  assert.notEqual(await verify(service.replace('KillMode=', 'KilMode=')), '');
});
