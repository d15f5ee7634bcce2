/**
 * With SANDBOX=uid, concurrent sandboxes run as different Unix users. A sandbox leaves no files or processes for the
 * next sandbox with the same user.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import { untranslated } from '../../../packages/server/src/sandbox/probe/probe.ts';
import { until } from '../../support/server/service.ts';
import {
  runningCommands,
  runScript,
  skip,
  sleepingProcesses,
  withSandbox,
} from '../../support/server/sandbox-levels.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'protean-uid-'));
const second = await mkdtemp(path.join(tmpdir(), 'protean-uid-'));
for (const dir of [dataDir, second]) await chmod(dir, 0o711);
after(() => Promise.all([dataDir, second].map((dir) => rm(dir, { recursive: true }))));

/** Programs that leave a folder behind, and try to continue after their sandbox has ended. */
const tenacious: Readonly<Record<string, string>> = {
  'closes its pipes': 'while :; do sleep 1; done',
  // `kill -9 -1` kills all processes of the user. The script checks the user ID first, so that it runs `kill` only as
  // the user of a sandbox. The user of a sandbox has no processes outside the sandbox.
  'kills all other processes': 'test "$(id -u)" -gt 60000 && while :; do kill -9 -1; done',
  'forks without end': 'again() { again & again; }; again',
};

for (const [what, script] of Object.entries(tenacious)) {
  test(
    `after a sandbox ends, a program that ${what} leaves no process or file`,
    { skip, timeout: 60_000 },
    async () => {
      const [mark, left] = [randomUUID(), path.join('/tmp', `protean-left-${randomUUID()}`)];
      const [there, program] = [untranslated(left), '/job/work/tenacious'];
      const lines = [
        `cat > ${program} << 'END'\ntrap '' TERM; mkdir -p ${there}/a; ln -s /etc ${there}/b; chmod 0 ${there}/a\n${script}\nEND`,
        `setsid sh ${program} ${mark} <&- >&- 2>&- &`,
        `while [ ! -e ${there} ]; do :; done`,
      ];
      await withSandbox('uid', dataDir, async (parts) => {
        // The program races with the code that kills it.
        for (let round = 0; round < 12; round += 1) {
          const { ending, stderr } = await runScript(parts, { script: lines.join('\n'), processes: 40 });
          assert.equal(ending, 'exit', stderr);
          assert.deepEqual(await marked(mark), []);
          assert.equal(existsSync(left), false);
        }
      });
    },
  );
}

async function marked(mark: string): Promise<string[]> {
  return (await runningCommands()).filter((command) => command.includes(mark));
}

test('aborting a run in a sandbox ends all processes of the run', { skip, timeout: 60_000 }, async () => {
  const [sleep, left] = [`62.${process.pid}`, new AbortController()];
  await withSandbox('uid', dataDir, async (parts) => {
    const running = runScript(parts, {
      script: `setsid sleep ${sleep} & exec sleep ${sleep}`,
      signal: left.signal,
    });
    await until('it sleeps', 10_000, async () => (await sleepingProcesses(sleep)).length === 2);
    left.abort();
    const { ending } = await running;
    assert.equal(ending, 'aborted');
    assert.deepEqual(await sleepingProcesses(sleep), []);
  });
});

test(
  'the server takes ownership of results, so the next sandbox with the same user does not own these files',
  { skip, timeout: 60_000 },
  async () => {
    await withSandbox('uid', dataDir, async ({ sandbox }) => {
      const owners = await sandbox.run({
        commands: [['/bin/sh', '-c', 'id -u > /job/out/a; mkdir -m 777 /job/out/b; ln -s a /job/out/b/c']],
        limits: defaultLimits,
        stageInputs: () => Promise.resolve(),
        collectOutputs: async ({ output }) => {
          const user = Number(await readFile(path.join(output, 'a'), 'utf8'));
          const owner = async (name: string) => (await lstat(path.join(output, name))).uid;
          return { user, owners: await Promise.all(['a', 'b', 'b/c'].map(owner)) };
        },
      });
      assert.ok(owners.user > 60_000, String(owners.user));
      assert.deepEqual(owners.owners, [0, 0, 0]);
    });
  },
);

/**
 * Perl program that creates a zombie process for each sandbox user with an ID below the argument, prints `done`, and
 * reaps the zombies when its input ends.
 */
const leaveZombies = `
pipe my $ends, my $end;
for my $id (64200 .. $ARGV[0] - 1) {
    next if fork;
    ($<, $>) = ($id, $id);
    exit;
}
close $end;
<$ends>;
$| = 1;
print 'done';
<STDIN>;
1 while wait > 0;
`;

test(
  'a sandbox runs as a user without zombie processes if such a user is free',
  { skip, timeout: 60_000 },
  async () => {
    // The zombies use all but 16 of the users for sandboxes, because other servers on this machine may use some of the
    // remaining 16 users.
    const free = 64_456 - 16;
    const zombies = spawn('/usr/bin/perl', ['-e', leaveZombies, String(free)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(zombies.stdout, 'data');
      await withSandbox('uid', dataDir, async (parts) => {
        const { files } = await runScript(parts, { script: 'id -u > /job/out/user' });
        assert.ok(Number(files['user']) >= free, files['user']);
      });
    } finally {
      zombies.stdin.end();
      await once(zombies, 'exit');
    }
  },
);

test(
  'two servers on one machine never run sandboxes as the same user at the same time',
  { skip, timeout: 60_000 },
  async () => {
    const users = await withSandbox('uid', dataDir, (parts) => {
      return withSandbox('uid', second, (others) =>
        Promise.all(
          [parts, others, parts, others, parts, others].map((one) =>
            runScript(one, { script: 'id -u > /job/out/user; sleep 1' }),
          ),
        ),
      );
    });
    const ids = users.map(({ files }) => files['user']);
    assert.equal(new Set(ids).size, 6, String(ids));
  },
);

test(
  'a sandbox runs only as a user that no other process has reserved, and older files of this user are removed first',
  {
    skip,
    timeout: 60_000,
  },
  async () => {
    const left = path.join('/tmp', `protean-left-${randomUUID()}`);
    await withSandbox('uid', dataDir, async (parts) => {
      const held = await takeNames();
      try {
        const only = [...held.keys()][0] ?? assert.fail('no name is free');
        held.get(only)?.close();
        held.delete(only);
        await mkdir(left);
        await chown(left, only, only);
        const script = `id -u > /job/out/user; [ -e ${untranslated(left)} ] || echo gone > /job/out/left`;
        // Another server on this machine may just have released a user, and the sandbox may get this user. The test
        // tries again if the sandbox gets the user that the other server released.
        await until('a sandbox gets the only free user', 30_000, async () => {
          const { files } = await runScript(parts, { script });
          assert.ok(!held.has(Number(files['user'])), files['user']);
          if (Number(files['user']) !== only) return false;
          assert.equal(files['left'], 'gone\n');
          return true;
        });
      } finally {
        for (const name of held.values()) name.close();
      }
    });
  },
);

/**
 * Reserves all users that no other server has reserved. Returns an open socket for each user. An open socket reserves
 * the user whose number is in the name of the socket.
 */
async function takeNames(): Promise<Map<number, Server>> {
  const held = new Map<number, Server>();
  for (let user = 64_200; user < 64_456; user += 1) {
    const name = createServer().listen(`\0protean-user-${user}`);
    const taken = await once(name, 'listening').then(
      () => true,
      (error: unknown) => {
        assert.equal((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
        return false;
      },
    );
    if (taken) held.set(user, name);
  }
  return held;
}
