/** Tests the filter with an interpreter that behaves like the kernel. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seccompFilter, type Machine } from './seccomp.ts';

const architectures: Readonly<Record<Machine, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const [allowed, killed] = [0x7fff0000, 0x80000000];
const refusedWith = (errno: number) => 0x00050000 + errno;

/** Returns the verdict of the filter program on the call. */
function verdict(program: Buffer, call: { architecture: number; number: number; argument?: number }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.architecture, 4);
  // Offsets of the first and the fourth argument of the system call in `data`.
  for (const at of [16, 40]) data.writeUInt32LE((call.argument ?? 0) >>> 0, at);
  let register = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const value = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) {
      register = data.readUInt32LE(value);
      continue;
    }
    if (code === 0x05) {
      at += value;
      continue;
    }
    const holds =
      code === 0x15 ? register === value : code === 0x35 ? register >= value : (register & value) !== 0;
    at += program.readUInt8(at * 8 + (holds ? 2 : 3));
  }
  throw new Error('the program ends without a verdict');
}

const calls: Readonly<Record<Machine, Readonly<Record<string, number>>>> = {
  x64: {
    read: 0,
    write: 1,
    execve: 59,
    clone: 56,
    clone3: 435,
    socket: 41,
    ptrace: 101,
    mount: 165,
    unshare: 272,
    shmget: 29,
    mq_open: 240,
    memfd_create: 319,
    mmap: 9,
  },
  arm64: {
    read: 63,
    write: 64,
    execve: 221,
    clone: 220,
    clone3: 435,
    socket: 198,
    ptrace: 117,
    mount: 40,
    unshare: 97,
    shmget: 194,
    mq_open: 180,
    memfd_create: 279,
    mmap: 222,
  },
};

for (const machine of ['x64', 'arm64'] as const) {
  const program = seccompFilter(machine);
  const architecture = architectures[machine];
  const ask = (name: string, argument = 0) =>
    verdict(program, { architecture, number: calls[machine][name] ?? NaN, argument });

  describe(machine, () => {
    test('allows ordinary system calls', () => {
      for (const name of ['read', 'write', 'execve']) assert.equal(ask(name), allowed, name);
    });

    test('rejects system calls that reach outside the sandbox', () => {
      for (const name of ['ptrace', 'mount', 'unshare']) assert.equal(ask(name), refusedWith(1), name);
    });

    test('allows system calls that create processes and threads, but not namespaces', () => {
      const [thread, fork] = [0x3d0f00, 0x1200011];
      assert.equal(ask('clone', thread), allowed);
      assert.equal(ask('clone', fork), allowed);
      for (const flag of [
        0x10000000, 0x40000000, 0x20000000, 0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x80,
      ]) {
        assert.equal(ask('clone', fork | flag), refusedWith(1), flag.toString(16));
      }
      assert.equal(ask('clone3'), refusedWith(38));
    });

    test('allows Unix sockets, but rejects network sockets', () => {
      const [unix, inet, netlink, inet6, packet, vsock] = [1, 2, 16, 10, 17, 40];
      assert.equal(ask('socket', unix), allowed);
      for (const family of [inet, netlink, inet6, packet, vsock])
        assert.equal(ask('socket', family), refusedWith(97), String(family));
    });

    test('rejects system calls that allocate memory outside the memory limit', () => {
      for (const name of ['shmget', 'mq_open', 'memfd_create']) assert.equal(ask(name), refusedWith(1), name);
      const [shared, privately, validated, anonymous] = [1, 2, 3, 0x20];
      for (const flags of [shared, privately, validated, privately | anonymous])
        assert.equal(ask('mmap', flags), allowed, String(flags));
      for (const flags of [shared | anonymous, validated | anonymous])
        assert.equal(ask('mmap', flags), refusedWith(1), String(flags));
    });

    test('rejects Unix sockets at isolation levels without namespaces', () => {
      const alone = seccompFilter(machine, false);
      const answer = (name: string, argument = 0) =>
        verdict(alone, { architecture, number: calls[machine][name] ?? NaN, argument });
      for (const family of [1, 2, 10])
        assert.equal(answer('socket', family), refusedWith(97), String(family));
      for (const name of ['read', 'execve', 'clone']) assert.equal(answer(name), allowed, name);
    });

    test('kills a process that uses the system calls of another architecture', () => {
      assert.equal(verdict(program, { architecture: 0x40000003, number: 1 }), killed);
    });
  });
}

test('rejects a system call with an x32 number', () => {
  const call = { architecture: architectures.x64, number: 0x40000000 + 1 };
  assert.equal(verdict(seccompFilter('x64'), call), refusedWith(1));
});
