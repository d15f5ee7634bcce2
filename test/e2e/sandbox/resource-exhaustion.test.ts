/** Tests that a full disk or a lack of file descriptors causes 503, and that the server works again afterwards. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from '../../samples/run.ts';
import { dataDirInNamespace, startOnDisk } from '../../support/server/altered-machine.ts';
import { converse, isComplete, multipart } from '../../support/server/raw-requests.ts';
import {
  jobFolders,
  post,
  startService,
  until,
  type Answer,
  type Service,
} from '../../support/server/service.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

const MB = 1024 * 1024;

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-exhaustion-'));
});

after(() => rm(dir, { recursive: true }));

const convert = (service: Service, name: string, content: Buffer | string, fields: Record<string, string>) =>
  post(`${service.url}/api/convert`, [
    ['file', new File([new Uint8Array(Buffer.from(content))], name)],
    ...Object.entries(fields),
  ]);

const small = (service: Service) => convert(service, 'a.md', '# x', { target: 'html' });

function assertUnavailable({ status, error, headers }: Answer, reason: string): void {
  assert.deepEqual([status, error.details?.['reason']], [503, reason], error.message);
  assert.equal(error.code, 'service_unavailable');
  assert.ok(Number(headers.get('retry-after')) > 0);
}

describe('returns 503 if a 48 MB disk is full', () => {
  let service: Service;
  let ballast: string;

  before(async () => {
    service = await startOnDisk(48, { DISK_RESERVE_MB: '2' });
    ballast = path.join(dataDirInNamespace(service), 'ballast');
  });

  after(() => service.close());

  /** Fills the disk with one file until only `bytes` bytes are free. */
  async function leave(bytes: number): Promise<void> {
    await rm(ballast, { force: true });
    const { bavail, bsize } = await statfs(dataDirInNamespace(service));
    await writeFile(ballast, Buffer.alloc(bavail * bsize - bytes)).catch((error: NodeJS.ErrnoException) => {
      // After the free space was measured, another process may use some of it. If the whole disk is to be filled
      // (`bytes` is 0), the error ENOSPC is ignored, because the disk is full as intended.
      if (bytes > 0 || error.code !== 'ENOSPC') throw error;
    });
  }

  const jobs = () => jobFolders(dataDirInNamespace(service));

  /** Checks that failed requests left no files, frees the disk, and checks that the server works again. */
  async function assertRecovers(): Promise<void> {
    assert.deepEqual(await jobs(), []);
    await truncate(ballast);
    assert.equal((await small(service)).status, 200);
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  }

  test('returns 503 for an upload that would use disk space reserved by DISK_RESERVE_MB', async () => {
    await leave(MB);
    assertUnavailable(await small(service), 'disk_full');
    assert.equal((await fetch(`${service.url}/livez`)).status, 200);
    assert.equal((await fetch(`${service.url}/readyz`)).status, 503);
    await leave(10 * MB);
    const large = await convert(service, 'a.md', randomBytes(9 * MB), { target: 'html' });
    assertUnavailable(large, 'disk_full');
    await assertRecovers();
  });

  test('returns 503 if the disk becomes full during an upload', async () => {
    await leave(20 * MB);
    const boundary = 'b'.repeat(24);
    const form = multipart(boundary, [
      ['Content-Disposition: form-data; name="file"; filename="a.md"', randomBytes(6 * MB)],
      ['Content-Disposition: form-data; name="target"', 'html'],
    ]);
    const head = `POST /api/convert HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${form.length}\r\n\r\n`;
    const { socket, answer } = converse(service.url, isComplete);
    socket.write(head);
    socket.write(form.subarray(0, 1_000));
    await until('it has begun', 2_000, async () => (await jobs()).length === 1);
    await leave(0);
    socket.write(form.subarray(1_000));
    assert.match(await answer, /^HTTP\/1.1 503 [^]*"reason":"disk_full"/);
    await assertRecovers();
  });

  test("returns 503 if an engine's result does not fit on the disk", async () => {
    const noise = path.join(dir, 'noise');
    await writeFile(noise, randomBytes(8 * MB));
    const { stdout } = await run('/usr/bin/bsdtar', ['-cf', '-', '--format', 'zip', '-C', dir, 'noise']);
    await leave(stdout.length + 6 * MB);
    assertUnavailable(await convert(service, 'a.zip', stdout, { target: 'tar' }), 'disk_full');
    await assertRecovers();
    assert.equal((await convert(service, 'a.zip', stdout, { target: 'tar' })).status, 200);
  });

  test('returns 503 if the zip of several result pages does not fit on the disk', async () => {
    const file = path.join(dir, 'noise.tiff');
    await run(magickProgram('convert'), ['-size', '600x600', 'xc:', 'xc:', 'xc:', '+noise', 'Random', file]);
    const { stdout: tiff } = await run('/usr/bin/cat', [file]);
    const whole = await convert(service, 'noise.tiff', tiff, { target: 'png', page: 'all' });
    assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="noise.zip"');
    await leave(tiff.length + 1.5 * whole.body.length);
    assertUnavailable(
      await convert(service, 'noise.tiff', tiff, { target: 'png', page: 'all' }),
      'disk_full',
    );
    await assertRecovers();
  });
});

test('returns 503 if file descriptors run out, and converts again once enough descriptors are free', async () => {
  const service = await startService();
  const pid = String(service.process.pid);
  const allow = (most: number) =>
    execFileSync('/usr/bin/prlimit', ['--pid', pid, `--nofile=${most}:4096`], { stdio: 'ignore' });
  try {
    assert.equal((await small(service)).status, 200);
    // Waits until no sandbox is being built, because a sandbox uses more pipes while it is built.
    let [held, unchanged] = [0, 0];
    await until('no more sandboxes are built', 20_000, async () => {
      const now = (await readdir(`/proc/${pid}/fd`)).length;
      unchanged = now === held ? unchanged + 1 : 0;
      held = now;
      return unchanged >= 50;
    });
    // Leaves enough descriptors for a connection and a file, but not for the pipes of a sandbox.
    allow(held + 6);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const answer = await small(service);
      statuses.push(answer.status);
      if (answer.status !== 200) assertUnavailable(answer, 'busy');
    }
    assert.ok(statuses.includes(503), statuses.join(' '));
    // Opens idle connections, which use all remaining file descriptors of the server.
    const { hostname, port } = new URL(service.url);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => {}));
    await until(
      'no descriptor is left',
      2_000,
      async () => (await readdir(`/proc/${pid}/fd`)).length >= held + 5,
    );
    for (const socket of sockets) socket.destroy();
    allow(4096);
    await until('the server converts again', 5_000, async () => (await small(service)).status === 200);
    assert.deepEqual(await service.jobFolders(), []);
  } finally {
    await service.close();
  }
});
