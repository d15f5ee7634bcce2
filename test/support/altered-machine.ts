/** Servers on abnormal machines, with a replaced engine or a small disk. Each runs in a separate mount namespace. */
import { commandOf, descendants } from './processes.ts';
import { startService, type Service } from './service.ts';

/** A program that replaces pandoc. It is in Python, which pandoc's sandbox shows, unlike tools of the system. */
export const pandocScript = (...lines: readonly string[]) =>
  ['#!/usr/bin/python3', 'import time', ...lines, ''].join('\n');

/** The processes below `pid` that run it. */
export const pandocProcesses = (pid: number) =>
  descendants(pid).filter((child) => commandOf(child)[1] === '/usr/bin/pandoc');

/** Starts a server that sees `program` in place of pandoc. */
export function startWithPandoc(program: string, env: Record<string, string> = {}): Promise<Service> {
  return startAltered(`mount --bind ${program} /usr/bin/pandoc`, env);
}

/** Starts a server whose data folder is a disk of the given size in MB. `dataOf` gives its path from outside. */
export function startOnDisk(megabytes: number, env: Record<string, string> = {}): Promise<Service> {
  return startAltered(`mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`, env);
}

/** Like the previous one, with `program` in place of pandoc. */
export function startOnDiskWithPandoc(
  megabytes: number,
  program: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const disk = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`;
  return startAltered(`mount --bind ${program} /usr/bin/pandoc && ${disk}`, env);
}

/** The data folder of a server that sees another disk at this path than the test does. */
export const dataDirInNamespace = ({ process, dataDir }: Service) => `/proc/${process.pid}/root${dataDir}`;

function startAltered(alteration: string, env: Record<string, string>): Promise<Service> {
  const namespace = ['/usr/bin/unshare', '--user', '--map-root-user', '--mount'];
  return startService(env, [...namespace, '/bin/sh', '-c', `${alteration} && exec "$@"`, 'sh']);
}
