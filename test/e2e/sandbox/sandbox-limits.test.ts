/** A sandbox's disk and memory are limited at every isolation level, with and without control groups. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { cgroupKind } from '../../../packages/server/src/sandbox/cgroup.ts';
import { runScript, skip as notRoot, withSandbox } from '../../support/server/sandbox-levels.ts';

const MB = 1024 * 1024;

const dataDir = await mkdtemp(path.join(tmpdir(), 'protean-bounds-'));
await chmod(dataDir, 0o711);
after(() => rm(dataDir, { recursive: true }));

/**
 * Returns a shell script that runs `lines` as Python code. If the code succeeds, the script creates the file
 * `/job/out/got`, and then waits for longer than the time limit.
 */
const holding = (lines: readonly string[]) =>
  `exec /usr/bin/python3 -c '
import ctypes, mmap, os, socket, sys, time
part = b"x" * ${MB}
${lines.join('\n')}
open("/job/out/got", "w").close()
time.sleep(15)'`;

const unnamed = [
  'def unnamed(n, size):',
  '  name = "/job/work/" + str(n)',
  '  file = os.open(name, os.O_RDWR | os.O_CREAT)',
  '  os.unlink(name)',
  '  for _ in range(size): os.write(file, part)',
  '  return file',
];

/** Scripts that try to write 96 MB with a limit of 32 MB, or 1,600 files with a limit of 1,000 files. */
const disk: Readonly<Record<string, readonly string[]>> = {
  'files without a name': [...unnamed, 'all = [unnamed(n, 24) for n in range(4)]'],
  'files that are only mapped': [
    ...unnamed,
    'maps = []',
    'for n in range(4):',
    '  file = unnamed(n, 24)',
    '  maps.append(mmap.mmap(file, 24 << 20))',
    '  os.close(file)',
  ],
  'files in another process': [
    ...unnamed,
    'for n in range(4):',
    '  if os.fork() == 0:',
    '    file = unnamed(n, 24)',
    '    time.sleep(15)',
    'time.sleep(10)',
  ],
  'empty files without a name': [
    ...unnamed,
    'for process in range(4):',
    '  if os.fork() == 0:',
    '    all = [unnamed(process * 1000 + n, 0) for n in range(400)]',
    '    time.sleep(15)',
    'time.sleep(10)',
  ],
  'files deeper than any name': [
    'for n in range(3000):',
    '  os.mkdir("d"); os.chdir("d")',
    'for n in range(4):',
    '  with open(str(n), "wb") as file:',
    '    for _ in range(24): file.write(part)',
  ],
};

/** Scripts that try to use 384 MB of memory with a limit of 128 MB. */
const memory: Readonly<Record<string, readonly string[]>> = {
  'many processes': [
    'for n in range(6):',
    '  if os.fork() == 0:',
    '    all = [bytes(part) + b"y" for _ in range(64)]',
    '    time.sleep(10)',
    '    os._exit(0)',
    'for n in range(6): assert os.wait()[1] == 0',
  ],
  'memory shared through /dev/zero': [
    'file = os.open("/dev/zero", os.O_RDWR)',
    'shared = mmap.mmap(file, 384 << 20)',
    'for n in range(384): shared[n << 20:(n + 1) << 20] = part',
  ],
  'memory that is no longer mapped': [
    'file = os.open("/dev/zero", os.O_RDWR)',
    'shared = mmap.mmap(file, 384 << 20)',
    'for n in range(384): shared[n << 20:(n + 1) << 20] = part; shared.madvise(mmap.MADV_DONTNEED)',
  ],
};

/** Scripts that try to use memory without a limit. The sandbox must refuse each attempt. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'files in /dev': ['open("/dev/hoard", "wb").write(part)'],
  'more in /dev/shm than locks take': [
    'with open("/dev/shm/hoard", "wb") as file:',
    '  for n in range(48): file.write(part)',
  ],
  'files in memory without a place': ['os.write(os.memfd_create("hoard"), part)'],
  'memory shared without a file': ['mmap.mmap(-1, 48 << 20)[0] = 1'],
  'segments of memory': ['assert ctypes.CDLL(None).shmget(0, 48 << 20, 0o1600) >= 0'],
};

const kinds = [...new Set([cgroupKind(), 'none'] as const)];

const limits = { memory: 128 * MB, outputBytes: 32 * MB, outputFiles: 1000 };

for (const level of ['required', 'uid', 'none'] as const) {
  for (const cgroups of kinds) {
    const skip = level === 'uid' && notRoot;
    test(
      `the sandbox kills scripts that exceed the disk or memory limit (SANDBOX=${level}, control groups: ${cgroups})`,
      { skip, timeout: 120_000 },
      async () => {
        await withSandbox(
          level,
          dataDir,
          async (parts) => {
            const endings: Record<string, string> = {};
            for (const [what, lines] of Object.entries({ ...disk, ...memory }))
              endings[what] = (await runScript(parts, { script: holding(lines), ...limits })).ending;
            const expected = (all: object, ending: string) => Object.keys(all).map((what) => [what, ending]);
            assert.deepEqual(
              endings,
              Object.fromEntries([...expected(disk, 'output_limit'), ...expected(memory, 'memory_limit')]),
            );
          },
          cgroups,
        );
      },
    );
  }
}

test(
  'with SANDBOX=required, a script cannot use memory without a limit, such as shared memory segments',
  { timeout: 60_000 },
  async () => {
    await withSandbox(
      'required',
      dataDir,
      async (parts) => {
        for (const [what, lines] of Object.entries(refused)) {
          const { files, status } = await runScript(parts, { script: holding(lines), wallMs: 5_000 });
          assert.deepEqual([files['got'], status === 0], [undefined, false], what);
        }
      },
      'none',
    );
  },
);
