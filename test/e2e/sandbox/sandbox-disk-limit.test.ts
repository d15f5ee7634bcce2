/** A sandbox that fills the disk with unlinked files is killed, and other conversions continue. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { dataDirInNamespace, startOnDiskWithPandoc } from '../../support/server/altered-machine.ts';
import { post, until, type Service } from '../../support/server/service.ts';

const MB = 1024 * 1024;

const dir = await mkdtemp(path.join(tmpdir(), 'protean-bounds-'));
after(() => rm(dir, { recursive: true }));

/**
 * Returns a Python program that writes unlinked files of 32 MB until the disk is full. `keep` is the code that keeps
 * each file open.
 */
const filling = (keep: string) => `#!/usr/bin/python3
import array, os, socket, time
part, kept = b"x" * ${MB}, []
for n in range(24):
    file = os.open("/job/work/hidden", os.O_RDWR | os.O_CREAT)
    os.unlink("/job/work/hidden")
    for _ in range(32):
        os.write(file, part)
        time.sleep(0.004)
    ${keep}
time.sleep(60)
`;

const convert = ({ url }: Service, name: string, content: string, target: string) =>
  post(`${url}/api/convert`, [
    ['file', new File([content], name)],
    ['target', target],
  ]);

const ways = [
  { held: 'open', keep: 'kept.append(file)' },
  {
    held: 'in transit between two sockets',
    keep: `pair = socket.socketpair(); kept.append(pair)
    socket.send_fds(pair[0], [b"x"], [file]); os.close(file)`,
  },
];

for (const [n, { held, keep }] of ways.entries()) {
  test(
    `a sandbox that fills the disk with unlinked files (${held}) is killed before the disk is full`,
    { timeout: 90_000 },
    async () => {
      const program = path.join(dir, `pandoc-${n}`);
      await writeFile(program, filling(keep), { mode: 0o755 });
      const service = await startOnDiskWithPandoc(640, program, { DISK_RESERVE_MB: '384', WARM: 'off' });
      try {
        let least = Infinity;
        let ended = false;
        const filled = convert(service, 'a.md', '# x', 'html').finally(() => (ended = true));
        const others: number[] = [];
        while (!ended) {
          const answer = await convert(service, 'a.csv', 'a,b\n1,2\n', 'json');
          others.push(answer.status);
          const { bavail, bsize } = await statfs(dataDirInNamespace(service));
          least = Math.min(least, bavail * bsize);
        }
        const answer = await filled;
        assert.deepEqual([answer.status, answer.error.details?.['reason']], [400, 'result_too_large']);
        // A response of 503 is correct, because the server refuses uploads while less disk space than DISK_RESERVE_MB
        // is free. Accepted uploads must not fail.
        assert.ok(
          others.every((one) => one === 200 || one === 503) && others.includes(200),
          others.join(' '),
        );
        assert.ok(least > 0);
        await until('the space is free again', 5_000, async () => {
          const { bavail, bsize } = await statfs(dataDirInNamespace(service));
          return bavail * bsize > 600 * MB;
        });
        assert.equal((await convert(service, 'a.csv', 'a,b\n1,2\n', 'json')).status, 200);
      } finally {
        await service.close();
      }
    },
  );
}
