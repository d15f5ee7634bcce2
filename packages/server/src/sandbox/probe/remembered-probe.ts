/**
 * Stores the result of the escape probes if all probes passed, so that commands that convert one file do not repeat the
 * probes.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { release } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolationLevels } from '../isolation/isolation.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ProbeResult } from './probe.ts';

/**
 * Time in milliseconds for which a stored result is valid. A change to the machine that the digest does not cover may
 * stay undetected until the stored result expires.
 */
const validMs = 24 * 60 * 60 * 1000;

interface Remembered {
  /** Digest of everything that the result depends on. */
  subject: string;
  at: number;
  result: ProbeResult;
}

/**
 * Returns the stored result if nothing has changed since it was stored, otherwise the result of `probe`. Stores only
 * passed probes.
 */
export async function rememberedProbe(
  file: string,
  subject: string,
  now: number,
  probe: () => Promise<ProbeResult>,
): Promise<ProbeResult> {
  const known = await read(file);
  if (known?.subject === subject && now - known.at < validMs && known.at <= now) return known.result;
  const result = await probe();
  // If the folder is read-only, no result can be stored, so each command runs the probes.
  if (result.ok) await write(file, { subject, at: now, result }).catch(() => {});
  return result;
}

/** Maximum size in bytes of the file with the remembered results. */
const maxBytes = 64 * 1024;

/**
 * Reads the file only if no other user could have written or replaced it. Checks the folder that contains the file in
 * the same way. Another user with write access to the folder could create a link to one of our files that contains a
 * forged result.
 */
async function read(file: string): Promise<Remembered | undefined> {
  try {
    await using folder = await open(path.dirname(file), constants.O_RDONLY | constants.O_DIRECTORY);
    if (!isOnlyOurs(await folder.stat())) return undefined;
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using handle = await open(file, flags);
    const found = await handle.stat();
    if (!found.isFile() || found.nlink !== 1 || found.size > maxBytes || !isOnlyOurs(found)) return undefined;
    const content: unknown = JSON.parse(await handle.readFile('utf8'));
    return isRemembered(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

const isOnlyOurs = ({ uid, mode }: Stats) => uid === process.getuid?.() && (mode & 0o022) === 0;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isRemembered(content: unknown): content is Remembered {
  if (!isObject(content) || !isObject(content['result'])) return false;
  const { ok, level, description, blocked } = content['result'];
  return (
    typeof content['subject'] === 'string' &&
    typeof content['at'] === 'number' &&
    ok === true &&
    typeof level === 'string' &&
    typeof description === 'string' &&
    isObject(blocked)
  );
}

async function write(file: string, content: Remembered): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${randomUUID()}.part`;
  await writeFile(partial, JSON.stringify(content), { flag: 'wx', mode: 0o600 });
  await rename(partial, file);
}

/** System settings that can forbid namespaces. */
const systemSettings = [
  '/proc/sys/kernel/unprivileged_userns_clone',
  '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  '/proc/sys/user/max_user_namespaces',
];

const namespaces = ['user', 'mnt', 'net', 'pid', 'cgroup'];

/**
 * Returns a digest of everything on which the probes of `sandbox` depend. The digest covers the system, the process,
 * the programs, the code, and the mounts of all engines.
 */
export async function probeSubject(
  { sources, cgroups }: Sandbox,
  dataDir: string,
  mounts: readonly string[],
): Promise<string> {
  const { level, root } = sources;
  const code = fileURLToPath(new URL('..', import.meta.url));
  const programs = [...isolationLevels[level].needs.map(({ program }) => program), process.execPath];
  const status = await textOf('/proc/self/status');
  const states = await Promise.all([
    textOf('/proc/sys/kernel/random/boot_id'),
    ...systemSettings.map(textOf),
    // Sandboxes inherit the AppArmor or SELinux confinement of this process.
    textOf('/proc/self/attr/current'),
    ...namespaces.map((name) => readlink(`/proc/self/ns/${name}`).catch(() => '')),
    ...programs.map(versionOf),
    ...(await filesIn(code)).map(versionOf),
  ]);
  // Sandboxes inherit the supplementary groups. A group may give access to files that the user itself cannot read.
  const own = /^(?:Groups|Cap\w+|NoNewPrivs|Seccomp|Seccomp_filters):.*$/gm;
  const ids = [
    process.getuid?.(),
    process.getgid?.(),
    release(),
    level,
    cgroups,
    root,
    path.resolve(dataDir),
    [...mounts].sort(),
  ];
  return createHash('sha256')
    .update(JSON.stringify([ids, status.match(own), states]))
    .digest('hex');
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');

async function versionOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  // Uses `ctime`, because programs can set the modification time, but not `ctime`.
  return found ? `${file} ${found.dev} ${found.ino} ${found.size} ${found.ctimeMs}` : file;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
