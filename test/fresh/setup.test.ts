/**
 * Tests that script/setup installs the right packages on each system and reports its steps. Fake programs replace apt,
 * dpkg and npm.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;

const systems = {
  bookworm: 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_CODENAME=bookworm\n',
  trixie: 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n',
  noble: 'ID=ubuntu\nPRETTY_NAME="Ubuntu 24.04.3 LTS"\nVERSION_CODENAME=noble\nUBUNTU_CODENAME=noble\n',
  fedora: 'ID=fedora\nPRETTY_NAME="Fedora Linux 43"\n',
};

/**
 * Shell scripts that replace system programs. `apt-get` and `npm` only record their calls. `dpkg-query` lists the
 * packages in the recorded calls of `apt-get install`.
 */
const standIns = {
  'apt-get': `
case " $* " in
  *" --assume-no "*) echo "0 upgraded, 6 newly installed, 0 to remove."; echo "Need to get 7,000 kB of archives."; exit 1 ;;
esac
echo "apt-get $*" >>"$STATE/calls"
case " $* " in
  *Status-Fd=4*)
    printf 'dlstatus:1:%s:Retrieving file\\n' 9.5 40 100 >&4
    printf 'pmstatus:a:%s:Unpacking\\n' 0.0000 47.5 100.0 >&4
    ;;
esac
case " $* " in
  *" install "*)
    [ ! -e "$STATE/broken" ] || { echo "E: Failed to fetch a package"; exit 100; }
    for word in "$@"; do case $word in -* | install) ;; *) echo "$word install ok installed" >>"$STATE/installed" ;; esac; done
    ;;
esac`,
  'apt-cache': 'cat "$STATE/known"',
  'dpkg-query': 'cat "$STATE/installed"',
  npm: 'echo "npm $*" >>"$STATE/calls"',
  node: `exec '${process.execPath}' "$@"`,
};

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function machineWith({ os, user = 'root' }: { os: keyof typeof systems; user?: 'root' | 'ordinary' }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'protean-setup-'));
  folders.push(folder);
  const [project, bin, state] = ['project', 'bin', 'state'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  cpSync(path.join(root, 'script'), path.join(project, 'script'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'test/packages']) {
    cpSync(path.join(root, name), path.join(project, name));
  }
  // Creates empty folders and files in place of everything that script/setup would build: web pages, fonts, the bundle
  // and the compiled server.
  for (const name of ['web/dist', 'messages', 'formats', 'client', 'engines/shared/derived_fonts']) {
    mkdirSync(path.join(project, 'packages', name), { recursive: true });
  }
  writeFileSync(path.join(project, 'packages/web/dist/manifest.json'), '{}');
  for (const name of ['compiled', 'fonts', 'bundle']) {
    mkdirSync(path.join(project, '.setup', name), { recursive: true });
  }
  writeFileSync(path.join(project, '.setup/bundle/main.js'), '');
  mkdirSync(bin);
  for (const [name, text] of Object.entries(standIns)) {
    if (os === 'fedora' && /^apt|^dpkg/.test(name)) continue;
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  mkdirSync(state);
  writeFileSync(path.join(state, 'calls'), '');
  writeFileSync(path.join(state, 'installed'), '');
  writeFileSync(path.join(state, 'known'), packagesOf(os === 'bookworm' ? 'bookworm' : 'trixie').join('\n'));
  writeFileSync(path.join(state, 'os-release'), systems[os]);
  const hidden = ['/usr/bin/apt-get', '/usr/bin/dpkg-query'].flatMap((file) => [
    '--ro-bind',
    '/dev/null',
    file,
  ]);
  const sandbox = [
    ...[
      '--unshare-user',
      '--uid',
      user === 'root' ? '0' : '1000',
      '--ro-bind',
      '/',
      '/',
      '--bind',
      folder,
      folder,
    ],
    ...['--dev', '/dev', '--ro-bind', path.join(state, 'os-release'), '/etc/os-release'],
    ...(os === 'fedora' ? hidden : []),
  ];
  return {
    state,
    calls: () => readFileSync(path.join(state, 'calls'), 'utf8').split('\n').filter(Boolean),
    setup(options: string[] = [], env: Record<string, string> = {}) {
      const { status, stdout, stderr } = spawnSync(
        'bwrap',
        [...sandbox, `${project}/script/setup`, ...options],
        {
          env: { PATH: `${bin}:/usr/bin:/bin`, STATE: state, HOME: folder, TMPDIR: folder, ...env },
          encoding: 'utf8',
        },
      );
      return { status, stdout, stderr };
    },
  };
}

/** Returns the packages that exist in a Debian release, as recorded by test/fresh/run. */
function packagesOf(codename: string): string[] {
  return readFileSync(path.join(root, `test/fresh/packages-of-${codename}`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const words = (text: string) => text.split(/\s+/).filter(Boolean).sort();

/** Checks that `apt-get install` was called exactly once, and returns the packages of this call. */
function installed(calls: string[]): string[] {
  const install = calls.filter((call) => call.startsWith('apt-get install'));
  assert.equal(install.length, 1, calls.join('\n'));
  return words(install[0]?.replace(/^apt-get install/, '').replace(/ -\S+/g, '') ?? '');
}

for (const os of ['bookworm', 'trixie'] as const) {
  test(`on Debian ${os}, setup as root installs all packages under their names in this Debian release`, () => {
    const machine = machineWith({ os });
    const { status, stderr } = machine.setup();
    assert.equal(status, 0, stderr);
    const wanted = words(machine.setup(['--list', os]).stdout);
    assert.ok(wanted.length > 50);
    assert.deepEqual(installed(machine.calls()), wanted);
    assert.deepEqual(
      wanted.filter((name) => !packagesOf(os).includes(name)),
      [],
    );
    assert.match(
      stderr,
      /^setup: 1\. installing npm packages \.\.\. \d+ s\nsetup: 2\. asking Debian's mirrors what there is \.\.\. \d+ s\nsetup: 3\. installing engines: 6 packages, 7,000 kB to fetch \.\.\. fetched 40% 100% installed 40% 100% \d+ s\n$/,
    );
    assert.deepEqual(machine.calls().at(-1), 'apt-get clean');

    const before = machine.calls();
    assert.deepEqual(machine.setup(), { status: 0, stdout: '', stderr: '' }, 'again there is nothing to do');
    assert.deepEqual(machine.calls(), before);
  });
}

test('on Ubuntu, setup installs the packages that exist and lists the missing packages', () => {
  const machine = machineWith({ os: 'noble' });
  const wanted = words(machine.setup(['--list', 'noble']).stdout);
  const absent = wanted[3] ?? '';
  writeFileSync(path.join(machine.state, 'known'), wanted.filter((name) => name !== absent).join('\n'));
  const { status, stderr } = machine.setup();
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Ubuntu 24\.04\.3 LTS: only Debian 12 and 13 are tested\. Trying/);
  assert.ok(stderr.includes(`package not found: ${absent}. Routes`), stderr);
  assert.deepEqual(
    installed(machine.calls()),
    wanted.filter((name) => name !== absent),
  );
});

test('on a system without apt, setup explains that it cannot install engines, and continues', () => {
  const machine = machineWith({ os: 'fedora' });
  const { status, stderr } = machine.setup();
  assert.equal(status, 0, stderr);
  assert.match(
    stderr,
    /Fedora Linux 43 has no apt\. Setup installs engines only on Debian and its derivatives\./,
  );
  assert.deepEqual(
    machine.calls().filter((call) => !call.startsWith('npm ci')),
    [],
  );
});

test('without root rights, setup prints the apt-get command for root, and continues', () => {
  const machine = machineWith({ os: 'trixie', user: 'ordinary' });
  const { status, stderr } = machine.setup();
  assert.equal(status, 0, stderr);
  const line = /^ {2}sudo apt-get install --no-install-recommends (.+)$/m.exec(stderr)?.[1] ?? '';
  assert.deepEqual(words(line), words(machine.setup(['--list', 'trixie']).stdout));
  assert.deepEqual(
    machine.calls().filter((call) => !call.startsWith('npm ci')),
    [],
  );
});

test('setup remembers the engine names in ENGINES_WITHOUT for later runs', () => {
  const machine = machineWith({ os: 'trixie' });
  assert.equal(machine.setup([], { ENGINES_WITHOUT: 'calibre,unar' }).status, 0);
  const without = installed(machine.calls());
  assert.ok(!without.includes('calibre') && !without.includes('unar') && without.includes('pandoc'));
  assert.deepEqual(machine.setup().stderr, '', 'the second time it is remembered');
  assert.equal(machine.setup([], { ENGINES_WITHOUT: '' }).status, 0);
  assert.match(machine.calls().join('\n'), /^apt-get install .* calibre /m);

  const unknown = machine.setup([], { ENGINES_WITHOUT: 'calibrе' });
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /unknown part calibrе\. Valid parts: archives asciidoctor calibre /);
});

test('setup remembers --role for later runs, and --list does not change the remembered role', () => {
  const machine = machineWith({ os: 'trixie' });
  assert.equal(machine.setup(['--role', 'media']).status, 0);
  const media = installed(machine.calls());
  assert.ok(media.includes('ffmpeg') && !media.includes('pandoc'), media.join(' '));
  assert.deepEqual(machine.setup().stderr, '', 'the second time it is remembered');
  const all = words(machine.setup(['--list', 'trixie', '--role', 'full']).stdout);
  assert.ok(all.includes('pandoc'));
  machine.setup(['--list', 'trixie'], { ENGINES_WITHOUT: 'ffmpeg' });
  assert.deepEqual(machine.setup().stderr, '', 'a list says nothing of this machine');
  assert.equal(machine.setup(['--role', 'full']).status, 0);
  assert.match(machine.calls().join('\n'), /^apt-get install .* pandoc /m);
});

test('setup --lean installs packages without their documentation, but with their copyright files', () => {
  const machine = machineWith({ os: 'trixie' });
  assert.equal(machine.setup(['--lean', '--role', 'office']).status, 0);
  const [call = ''] = machine.calls().filter((line) => line.startsWith('apt-get install'));
  assert.ok(call.includes('-oDpkg::Options::=--path-exclude=/usr/share/doc/* '), call);
  assert.ok(call.includes('-oDpkg::Options::=--path-include=/usr/share/doc/*/copyright '), call);
  assert.ok(!/ ffmpeg /.test(call) && / pandoc /.test(call), call);
});

test("if a step fails, setup prints the end of that step's output and exits with status 1", () => {
  const machine = machineWith({ os: 'trixie' });
  writeFileSync(path.join(machine.state, 'broken'), '');
  const { status, stderr } = machine.setup();
  assert.equal(status, 1);
  assert.match(
    stderr,
    /installing engines: .*failed:\nE: Failed to fetch a package\nsetup: failed: .*--verbose/s,
  );
});

test('setup removes its npm cache if the machine had no npm cache before', () => {
  const machine = machineWith({ os: 'trixie' });
  assert.equal(machine.setup(['--no-engines']).status, 0);
  const [call = ''] = machine.calls();
  const cache = / --cache (\S+)$/.exec(call)?.[1];
  assert.ok(cache, call);
  assert.equal(existsSync(cache), false);
});
