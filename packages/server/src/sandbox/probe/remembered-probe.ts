/**
 * Stores that sandboxes have passed the escape probes, so that a command that converts one file need not repeat the
 * probes.
 */
import { createHash, randomUUID } from 'node:crypto';
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
 * Time in milliseconds for which a passed probe is valid. A change that the digest does not cover may stay undetected
 * during this time.
 */
const validMs = 24 * 60 * 60 * 1000;

interface Remembered {
  /** Digest of everything that the result depends on. */
  subject: string;
  at: number;
  result: ProbeResult;
}

/**
 * Returns the stored result if nothing has changed since, otherwise the result of `probe`. Stores only passed probes.
 */
export async function rememberedProbe(
  file: string,
  subject: string,
  now: number,
  probe: () => Promise<ProbeResult>,
): Promise<ProbeResult> {
  const known = await read(file);
  if (known?.subject === subject && known.result.ok && now - known.at < validMs && known.at <= now)
    return known.result;
  const result = await probe();
  // The folder may be read-only. In that case, each command runs the probes.
  if (result.ok) await write(file, { subject, at: now, result }).catch(() => {});
  return result;
}

/** Reads only a file that no other user could have written. */
async function read(file: string): Promise<Remembered | undefined> {
  try {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    const { uid, mode } = await handle.stat();
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined;
    return JSON.parse(await handle.readFile('utf8')) as Remembered;
  } catch {
    return undefined;
  }
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
 * Returns a digest of everything on which the probes of `sandbox` depend: the system, the process, the programs and the
 * code.
 */
export async function probeSubject({ sources, cgroups }: Sandbox, dataDir: string): Promise<string> {
  const { level, root } = sources;
  const code = fileURLToPath(new URL('..', import.meta.url));
  const programs = [...isolationLevels[level].needs.map(({ program }) => program), process.execPath];
  const status = await textOf('/proc/self/status');
  const states = await Promise.all([
    textOf('/proc/sys/kernel/random/boot_id'),
    ...systemSettings.map(textOf),
    // Security confinement of this process, which sandboxes inherit.
    textOf('/proc/self/attr/current'),
    ...namespaces.map((name) => readlink(`/proc/self/ns/${name}`).catch(() => '')),
    ...programs.map(versionOf),
    ...(await filesIn(code)).map(versionOf),
  ]);
  const own = /^(?:CapEff|CapBnd|NoNewPrivs|Seccomp):.*$/gm;
  const ids = [
    process.getuid?.(),
    process.getgid?.(),
    release(),
    level,
    cgroups,
    root,
    path.resolve(dataDir),
  ];
  return createHash('sha256')
    .update(JSON.stringify([ids, status.match(own), states]))
    .digest('hex');
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');

async function versionOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found ? `${file} ${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}` : file;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
