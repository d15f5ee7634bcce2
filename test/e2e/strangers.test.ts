/** Boxes of SANDBOX=uid: what runs in one reaches neither the server nor another box, and leaves nothing to the next. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { loadConfig } from '../../packages/server/src/config.ts';
import { openConversions, type Conversions } from '../../packages/server/src/convert/conversions.ts';
import { defaultLimits } from '../../packages/server/src/sandbox/limits.ts';
import type { Outcome } from '../../packages/server/src/sandbox/room.ts';
import { commandOf, runs } from './processes.ts';
import { until } from './service.ts';

/** Only root can give programs users of their own. */
const skip = process.getuid?.() !== 0 && 'not root';

interface Grounds {
  dir: string;
  dataDir: string;
  /** A program that makes whoever runs it root. */
  raising: string;
  /** Of the server, and open to its own user only. */
  secret: string;
  tcp: Server;
  /** Open to everybody. */
  local: Server;
  socket: string;
}

let grounds: Grounds;

before(async () => {
  if (skip) return;
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-strangers-'));
  await chmod(dir, 0o711);
  const [dataDir, raising, socket] = [path.join(dir, 'data'), path.join(dir, 'sh'), path.join(dir, 'socket')];
  await mkdir(dataDir, { mode: 0o711 });
  const secret = path.join(dataDir, 'secret');
  await writeFile(secret, 'secret', { mode: 0o600 });
  await copyFile('/bin/sh', raising);
  await chmod(raising, 0o4755);
  const tcp = createServer((caller) => caller.destroy()).listen(0, '127.0.0.1');
  const local = createServer((caller) => caller.destroy()).listen(socket);
  await Promise.all([once(tcp, 'listening'), once(local, 'listening')]);
  await chmod(socket, 0o777);
  grounds = { dir, dataDir, raising, secret, tcp, local, socket };
});

after(async () => {
  if (skip) return;
  grounds.tcp.close();
  grounds.local.close();
  await rm(grounds.dir, { recursive: true });
});

async function within<T>(level: 'uid' | 'none', work: (parts: Conversions) => Promise<T>): Promise<T> {
  const config = loadConfig({ SANDBOX: level, DATA_DIR: grounds.dataDir });
  const parts = await openConversions(config, path.join(grounds.dataDir, 'work'));
  assert.ok(parts.probe.ok, parts.probe.says);
  return work(parts).finally(() => parts.close());
}

interface Script {
  script: string;
  processes?: number;
  wallMs?: number;
  signal?: AbortSignal;
  /** Told of the folder of results as soon as there is one. */
  told?: (output: string) => void;
}

/** Runs a script of the shell in a box of its own; answers with the files it left in its output. */
async function run(
  { sandbox }: Conversions,
  { script, told, signal, ...limits }: Script,
): Promise<Outcome & { files: Record<string, string> }> {
  return sandbox.run({
    commands: [['/bin/sh', '-c', script]],
    limits: { ...defaultLimits, wallMs: 20_000, ...limits },
    ...(signal ? { signal } : {}),
    put: ({ output }) => Promise.resolve(told?.(output)),
    take: async ({ output }, outcome) => {
      const names = await readdir(output);
      const read = async (name: string) => [name, await readFile(path.join(output, name), 'utf8')] as const;
      return { ...outcome, files: Object.fromEntries(await Promise.all(names.map(read))) };
    },
  });
}

/** Named so that no place on this machine is taken for one in the box. */
const asItIs = (place: string) => `/.${place}`;

/** Each succeeds where there are no walls. */
function attemptsOn({ secret, raising, socket, tcp }: Grounds, other: { output: string; sleep: string }) {
  const { pid } = process;
  const { port } = tcp.address() as AddressInfo;
  const theirs = asItIs(other.output);
  return {
    'read a file of the server': `head -c 1 ${asItIs(secret)}`,
    'take a file of the server for a result': `ln ${asItIs(secret)} /job/out/taken && rm /job/out/taken`,
    'read a file of another job': `head -c 1 ${theirs}/theirs`,
    'see the files of another job': `ls ${theirs}`,
    'write among the files of another job': `touch ${theirs}/ours && rm ${theirs}/ours`,
    'signal another job': `for p in /proc/[0-9]*; do
      tr '\\0' ' ' < $p/cmdline | grep -qx 'sleep ${other.sleep} ' && kill -0 \${p#/proc/} && exit; done; false`,
    'signal the server': `kill -0 ${pid}`,
    'read the environment of the server': `grep -q = /proc/${pid}/environ`,
    'read the memory of the server': `head -c 0 /proc/${pid}/mem`,
    'go where the server is': `ls /proc/${pid}/cwd/ && ls /proc/${pid}/fd/`,
    'reach a listener': `/usr/bin/bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}'`,
    'send a datagram': `/usr/bin/bash -c 'echo >/dev/udp/127.0.0.1/${port}'`,
    'reach a service of the machine': `/usr/bin/python3 -c '
import socket; socket.socket(socket.AF_UNIX).connect("${asItIs(socket)}")'`,
    'leave memory behind': `id=$(ipcmk -M 64 | grep -o '[0-9]*$') && ipcrm -m $id`,
    'become root': `${asItIs(raising)} -p -c 'test $(id -u) = 0'`,
    'have rights of root': `! grep -q 'CapEff:.0*$' /proc/self/status`,
    'write a file of the system': `touch /etc/protean-strangers && rm /etc/protean-strangers`,
  };
}

/** The names of those attempts that succeed while another box is at work. */
async function succeeding(parts: Conversions): Promise<[tried: string[], succeeded: string[]]> {
  const [ended, sleep] = [new AbortController(), `61.${process.pid}`];
  const placed = Promise.withResolvers<string>();
  const other = run(parts, {
    script: `echo theirs > /job/out/theirs; chmod 644 /job/out/theirs; exec sleep ${sleep}`,
    ...{ wallMs: 60_000, signal: ended.signal, told: placed.resolve },
  });
  try {
    const output = await placed.promise;
    await until('the other box is at work', 10_000, () => existsSync(path.join(output, 'theirs')));
    await until('it sleeps', 10_000, async () => (await sleeping(sleep)).length > 0);
    const attempts = Object.entries(attemptsOn(grounds, { output, sleep }));
    const tries = attempts.map(([name, attempt]) => `( ${attempt} ) && echo '${name}' >> /job/out/report`);
    const { files, stderr } = await run(parts, {
      script: [...tries, 'echo end >> /job/out/report'].join('\n'),
    });
    const report = (files['report'] ?? '').split('\n').filter(Boolean);
    assert.equal(report.pop(), 'end', stderr);
    return [attempts.map(([name]) => name), report];
  } finally {
    ended.abort();
    await other;
  }
}

/** Processes that sleep so long. */
async function sleeping(seconds: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && runs(pid));
  return pids.filter((pid) => commandOf(pid).join(' ') === `sleep ${seconds} `);
}

test('a box reaches neither the server nor another box', { skip, timeout: 90_000 }, async () => {
  const [, succeeded] = await within('uid', succeeding);
  assert.deepEqual(succeeded, []);
});

test('without walls each of these attempts succeeds', { skip, timeout: 90_000 }, async () => {
  const [tried, succeeded] = await within('none', succeeding);
  assert.deepEqual(succeeded, tried);
});

/** Each leaves a folder behind, and hides from the box's end. */
const tenacious: Readonly<Record<string, string>> = {
  'closes its pipes': 'while :; do sleep 1; done',
  // Only as a user whose all are nobody else's.
  'ends all others': 'test "$(id -u)" -gt 60000 && while :; do kill -9 -1; done',
  'forks without end': 'again() { again & again; }; again',
};

for (const [what, script] of Object.entries(tenacious)) {
  test(
    `a program that ${what} is gone with its box, and so is what it left`,
    { skip, timeout: 60_000 },
    async () => {
      const [mark, left] = [randomUUID(), path.join('/tmp', `protean-left-${randomUUID()}`)];
      const [there, program] = [asItIs(left), '/job/work/tenacious'];
      const lines = [
        `cat > ${program} << 'END'\ntrap '' TERM; mkdir -p ${there}/a; ln -s /etc ${there}/b; chmod 0 ${there}/a\n${script}\nEND`,
        `setsid sh ${program} ${mark} <&- >&- 2>&- &`,
        `while [ ! -e ${there} ]; do :; done`,
      ];
      await within('uid', async (parts) => {
        // It is a race for who ends whom.
        for (let round = 0; round < 12; round += 1) {
          const { ending, stderr } = await run(parts, { script: lines.join('\n'), processes: 40 });
          assert.equal(ending, 'exit', stderr);
          assert.deepEqual(await marked(mark), []);
          assert.equal(existsSync(left), false);
        }
      });
    },
  );
}

async function marked(mark: string): Promise<string[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && runs(pid));
  return pids.map((pid) => commandOf(pid).join(' ')).filter((command) => command.includes(mark));
}

test('a box of a caller who leaves is gone at once', { skip, timeout: 60_000 }, async () => {
  const [sleep, left] = [`62.${process.pid}`, new AbortController()];
  await within('uid', async (parts) => {
    const running = run(parts, {
      script: `setsid sleep ${sleep} & exec sleep ${sleep}`,
      signal: left.signal,
    });
    await until('it sleeps', 10_000, async () => (await sleeping(sleep)).length === 2);
    left.abort();
    const { ending } = await running;
    assert.equal(ending, 'aborted');
    assert.deepEqual(await sleeping(sleep), []);
  });
});

test('results belong to the server, and to nobody who may come next', { skip, timeout: 60_000 }, async () => {
  await within('uid', async ({ sandbox }) => {
    const owners = await sandbox.run({
      commands: [['/bin/sh', '-c', 'id -u > /job/out/a; mkdir -m 777 /job/out/b; ln -s a /job/out/b/c']],
      limits: defaultLimits,
      put: () => Promise.resolve(),
      take: async ({ output }) => {
        const user = Number(await readFile(path.join(output, 'a'), 'utf8'));
        const owner = async (name: string) => (await lstat(path.join(output, name))).uid;
        return { user, owners: await Promise.all(['a', 'b', 'b/c'].map(owner)) };
      },
    });
    assert.ok(owners.user > 60_000, String(owners.user));
    assert.deepEqual(owners.owners, [0, 0, 0]);
  });
});

test('two servers on a machine take no user from each other', { skip, timeout: 60_000 }, async () => {
  const second = path.join(grounds.dir, 'second');
  await mkdir(second, { mode: 0o711 });
  const users = await within('uid', async (parts) => {
    const others = await openConversions(
      loadConfig({ SANDBOX: 'uid', DATA_DIR: second }),
      path.join(second, 'work'),
    );
    const all = [parts, others, parts, others, parts, others].map((one) =>
      run(one, { script: 'id -u > /job/out/user; sleep 1' }),
    );
    return Promise.all(all).finally(() => others.close());
  });
  const ids = users.map(({ files }) => files['user']);
  assert.equal(new Set(ids).size, 6, String(ids));
});

test(
  'a user is taken by nobody who does not get the name, and finds nothing of one before',
  {
    skip,
    timeout: 60_000,
  },
  async () => {
    const left = path.join('/tmp', `protean-left-${randomUUID()}`);
    await within('uid', async (parts) => {
      const held = await takeNames();
      try {
        const only = [...held.keys()][0] ?? assert.fail('no name is free');
        held.get(only)?.close();
        held.delete(only);
        await mkdir(left);
        await chown(left, only, only);
        const script = `id -u > /job/out/user; [ -e ${asItIs(left)} ] || echo gone > /job/out/left`;
        // Another server on this machine may give one back meanwhile.
        await until('a box gets the only one', 30_000, async () => {
          const { files } = await run(parts, { script });
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

/** The names of all users that no other server has now, and what holds them. */
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
