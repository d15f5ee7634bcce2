/**
 * Tests that the Debian package requires or recommends the packages that script/setup installs, and that systemd
 * accepts the service file of the Debian package. The script test/deploy/debian-package tests the installation.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { settings } from '../../packages/server/src/config.ts';
import { temporaryFolder } from '../support/fixtures.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (...names: string[]) => readFile(path.join(root, 'deploy', ...names), 'utf8');

/** Packages that Protean itself needs, apart from its engines. */
const ownNeeds = ['adduser', 'libc6', 'libstdc++6'];

async function fieldsFor(release: string): Promise<Map<string, string[]>> {
  const { stdout } = await run('script/pack-debian', ['--control', release], { cwd: root });
  const fields = stdout.split('\n').map((line) => /^(\S+): (.*)$/.exec(line)?.slice(1) ?? []);
  return new Map(fields.map(([name = '', values = '']) => [name, values.split(', ')]));
}

for (const release of ['trixie', 'bookworm'])
  test(`the Debian package for ${release} lists each package of script/setup exactly once`, async () => {
    const { stdout } = await run('script/setup', ['--list', release, '--role', 'full'], {
      cwd: root,
      env: { ...process.env, ENGINES_WITHOUT: '' },
    });
    const installed = [...new Set(stdout.trim().split('\n'))];
    const fields = await fieldsFor(release);
    const [needed = [], wanted = []] = [fields.get('Depends'), fields.get('Recommends')];
    assert.ok(needed.includes('bubblewrap') && wanted.includes('pandoc'));
    assert.deepEqual([...needed, ...wanted].sort(), [...installed, ...ownNeeds].sort());
  });

test('script/pack-debian rejects an unknown Debian release', async () => {
  await assert.rejects(
    run('script/pack-debian', ['--control', 'sid'], { cwd: root }),
    /unknown release: sid\./,
  );
});

test('systemd-analyze accepts user.conf of the Debian package, but not a misspelled key', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  const service = (await read('systemd', 'protean.service')).replaceAll('/opt/protean/', root);
  const addition = await read('debian', 'user.conf');
  const verify = async (text: string) => {
    await mkdir(path.join(folder, 'protean.service.d'), { recursive: true });
    await writeFile(path.join(folder, 'protean.service.d', 'user.conf'), text);
    await writeFile(path.join(folder, 'protean.service'), service);
    const file = path.join(folder, 'protean.service');
    // systemd searches this folder before the system folders.
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
    return (await run('/usr/bin/systemd-analyze', ['verify', file], { env })).stderr;
  };
  assert.equal(await verify(addition), '');
  assert.match(await verify(addition.replace('User=', 'Usr=')), /Usr/);
});

test("the Debian package's protean.env lists only existing settings, all commented out", async () => {
  const lines = (await read('debian', 'protean.env')).split('\n').filter((line) => line.includes('='));
  const known = new Set<string>(Object.values(settings).map(({ name }) => name));
  const names = lines.map((line) => /^#([A-Z_]+)=/.exec(line)?.[1] ?? line);
  assert.ok(names.length > 0);
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  );
});
