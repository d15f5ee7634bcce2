/** The seccomp filter of sandboxes as a BPF program. The filter rejects system calls that no engine needs. */

/** Architectures, as named by Node. */
export type Machine = 'x64' | 'arm64';

/** Number of the system call `prctl`, with which a program sets its filter. */
export const prctl: Readonly<Record<Machine, number>> = { x64: 157, arm64: 167 };

/** Numbers of the architectures in the kernel (AUDIT_ARCH). */
const architectures: Readonly<Record<Machine, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/**
 * System calls that the filter rejects with EPERM. The rejected calls give access to other processes, the kernel, other
 * namespaces or other file systems.
 */
const refused: Readonly<Record<string, Numbers>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  unshare: [272, 97],
  setns: [308, 268],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  personality: [135, 92],
  acct: [163, 89],
  syslog: [103, 116],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  lookup_dcookie: [212, 18],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  vhangup: [153, 58],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
  uselib: [134, undefined],
  // Calls that create memory without mapping it. A process can use unmapped memory, but RLIMIT_DATA counts only mapped
  // memory.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  msgget: [68, 186],
  mq_open: [240, 180],
  // Calls that create kernel memory. RLIMIT_DATA does not count kernel memory, and without namespaces kernel memory may
  // outlive the sandbox.
  semget: [64, 190],
};

/** Names of the system calls that the filter rejects with EPERM. */
export const refusedCalls: readonly string[] = Object.keys(refused);

const clone: Numbers = [56, 220];
const clone3: Numbers = [435, 435];
const socket: Numbers = [41, 198];
const mmap: Numbers = [9, 222];

/**
 * Flags of mmap. `sharedMapping` is the bit that both kinds of shared mappings have. The flag `anonymousMapping`
 * selects a memory mapping without a file.
 */
const sharedMapping = 1;
const anonymousMapping = 0x20;

/** All flags of clone that create a new namespace. */
const newNamespaces = 0x7e020080;
const localSocket = 1;

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

/** Offsets in the data that the kernel passes to the filter. */
const at = { number: 0, architecture: 4, firstArgument: 16, fourthArgument: 40 } as const;

const load = (offset: number) => instruction(0x20, offset);
const answer = (value: number) => instruction(0x06, value);
/**
 * Returns an instruction that compares the loaded value with `value`. The parameter `yes` is the number of skipped
 * instructions if the values are equal, and the parameter `no` is the number if the values differ.
 */
const equal = (value: number, yes: number, no: number) => instruction(0x15, value, yes, no);
/** Returns an instruction that always skips `steps` instructions. */
const always = (steps: number) => instruction(0x05, steps);
const atLeast = (value: number, yes: number, no: number) => instruction(0x35, value, yes, no);
const anyBit = (bits: number, yes: number, no: number) => instruction(0x45, bits, yes, no);

const allow = answer(0x7fff0000);
const kill = answer(0x80000000);
const refuse = (name: keyof typeof errno) => answer(0x00050000 + errno[name]);

/**
 * Returns the filter for `machine` in the format of bubblewrap's `--seccomp`. Without separate namespaces, the filter
 * also rejects local sockets, because services of the machine listen on them.
 */
export function seccompFilter(machine: Machine, ownNamespaces = true): Buffer {
  const number = (numbers: Numbers) => (machine === 'x64' ? numbers[0] : numbers[1]) ?? -1;
  return Buffer.concat([
    load(at.architecture),
    equal(architectures[machine], 1, 0),
    kill,
    load(at.number),
    // Rejects all calls with x32 numbers, which no program in Debian uses.
    ...(machine === 'x64' ? [atLeast(0x40000000, 0, 1), refuse('EPERM')] : []),
    ...Object.values(refused)
      .map(number)
      .filter((call) => call >= 0)
      .flatMap((call) => [equal(call, 0, 1), refuse('EPERM')]),
    // The flags of clone3 are in memory, which the filter cannot read. If clone3 fails with ENOSYS, programs use clone
    // instead.
    ...[equal(number(clone3), 0, 1), refuse('ENOSYS')],
    ...[
      equal(number(clone), 0, 4),
      load(at.firstArgument),
      anyBit(newNamespaces, 0, 1),
      refuse('EPERM'),
      allow,
    ],
    // Rejects shared memory without a file, because a process could use more shared memory than its mappings show. As
    // long as one page of shared memory is mapped, the unmapped pages of the same memory stay in memory too.
    ...[
      equal(number(mmap), 0, 5),
      load(at.fourthArgument),
      anyBit(sharedMapping, 0, 2),
      anyBit(anonymousMapping, 0, 1),
      refuse('EPERM'),
      allow,
    ],
    ...[
      equal(number(socket), 0, 4),
      load(at.firstArgument),
      ownNamespaces ? equal(localSocket, 1, 0) : always(0),
      refuse('EAFNOSUPPORT'),
      allow,
    ],
    allow,
  ]);
}

function instruction(code: number, value: number, yes = 0, no = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
