/**
 * With SANDBOX=uid, processes in a sandbox cannot access the server or another sandbox, and cannot change a
 * hard-linked input.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Conversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { untranslated } from '../../../packages/server/src/sandbox/probe/probe.ts';
import { until } from '../../support/server/service.ts';
import { runScript, skip, sleepingProcesses, withSandbox } from '../../support/server/sandbox-levels.ts';

interface IsolationFixture {
  dir: string;
  dataDir: string;
  /** Path of a setuid copy of `sh`, which runs as root. */
  raising: string;
  /** Path of a file that only the server's user can read. */
  secret: string;
  tcp: Server;
  /** A server on a Unix socket that every local user may open. */
  local: Server;
  socket: string;
}

let fixture: IsolationFixture;

before(async () => {
  if (skip) return;
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-uid-'));
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
  fixture = { dir, dataDir, raising, secret, tcp, local, socket };
});

after(async () => {
  if (skip) return;
  fixture.tcp.close();
  fixture.local.close();
  await rm(fixture.dir, { recursive: true });
});

/** Returns escape attempts as shell commands. Without isolation, each command succeeds. */
function escapeAttempts(
  { secret, raising, socket, tcp }: IsolationFixture,
  other: { output: string; sleep: string },
) {
  const { pid } = process;
  const { port } = tcp.address() as AddressInfo;
  const theirs = untranslated(other.output);
  return {
    'read a file of the server': `head -c 1 ${untranslated(secret)}`,
    'take a file of the server for a result': `ln ${untranslated(secret)} /job/out/taken && rm /job/out/taken`,
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
import socket; socket.socket(socket.AF_UNIX).connect("${untranslated(socket)}")'`,
    'leave memory behind': `id=$(ipcmk -M 64 | grep -o '[0-9]*$') && ipcrm -m $id`,
    'become root': `${untranslated(raising)} -p -c 'test $(id -u) = 0'`,
    'have rights of root': `! grep -q 'CapEff:.0*$' /proc/self/status`,
    'write a file of the system': `touch /etc/protean-uid && rm /etc/protean-uid`,
  };
}

/**
 * Runs all escape attempts while another sandbox runs. Returns the names of all attempts and of the successful
 * attempts.
 */
async function succeeding(parts: Conversions): Promise<[tried: string[], succeeded: string[]]> {
  const [ended, sleep] = [new AbortController(), `61.${process.pid}`];
  const placed = Promise.withResolvers<string>();
  const other = runScript(parts, {
    script: `echo theirs > /job/out/theirs; chmod 644 /job/out/theirs; exec sleep ${sleep}`,
    ...{ wallMs: 60_000, signal: ended.signal, onOutputDir: placed.resolve },
  });
  try {
    const output = await placed.promise;
    await until('the other sandbox is at work', 10_000, () => existsSync(path.join(output, 'theirs')));
    await until('it sleeps', 10_000, async () => (await sleepingProcesses(sleep)).length > 0);
    const attempts = Object.entries(escapeAttempts(fixture, { output, sleep }));
    const tries = attempts.map(([name, attempt]) => `( ${attempt} ) && echo '${name}' >> /job/out/report`);
    const { files, stderr } = await runScript(parts, {
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

test(
  'with SANDBOX=uid, a sandbox cannot access the server or another sandbox',
  { skip, timeout: 90_000 },
  async () => {
    const [, succeeded] = await withSandbox('uid', fixture.dataDir, succeeding);
    assert.deepEqual(succeeded, []);
  },
);

test(
  'without isolation (SANDBOX=none), all attempts to access the server or another sandbox succeed',
  { skip, timeout: 90_000 },
  async () => {
    const [tried, succeeded] = await withSandbox('none', fixture.dataDir, succeeding);
    assert.deepEqual(succeeded, tried);
  },
);

for (const level of ['uid', 'none'] as const) {
  test(
    `with SANDBOX=${level}, a sandbox cannot change the mode or content of a hard-linked input`,
    { skip, timeout: 90_000 },
    async () => {
      const own = path.join(fixture.dataDir, `own-${level}`);
      await writeFile(own, 'content', { mode: 0o600 });
      const script =
        'cat /job/in/in.txt > /job/out/read; echo changed >> /job/in/in.txt; chmod 666 /job/in/in.txt';
      const { files, stderr } = await withSandbox(level, fixture.dataDir, (parts) =>
        runScript(parts, {
          script: `${script}; true`,
          stageInputs: ({ input }) => link(own, path.join(input, 'in.txt')),
        }),
      );
      assert.equal(files['read'], 'content', stderr);
      assert.equal(await readFile(own, 'utf8'), 'content');
      assert.equal((await lstat(own)).mode & 0o777, 0o600);
    },
  );
}
