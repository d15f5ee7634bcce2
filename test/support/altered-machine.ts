/** Servers on machines that are not as they should be: an engine exchanged, a small disk. In a mount namespace of their own. */
import { commandOf, descendants } from './processes.ts';
import { startService, type Service } from './service.ts';

/** A program instead of pandoc: in Python, which pandoc's sandbox shows, as it shows no tools of the system. */
export const pandocScript = (...lines: readonly string[]) =>
  ['#!/usr/bin/python3', 'import time', ...lines, ''].join('\n');

/** The processes below `pid` that run it. */
export const pandocProcesses = (pid: number) =>
  descendants(pid).filter((child) => commandOf(child)[1] === '/usr/bin/pandoc');

/** Starts one that sees `program` in the place of pandoc. */
export function startWithPandoc(program: string, env: Record<string, string> = {}): Promise<Service> {
  return startAltered(`mount --bind ${program} /usr/bin/pandoc`, env);
}

/** Starts one whose data folder is a disk of so many megabytes; from outside it is seen by `dataOf`. */
export function startOnDisk(megabytes: number, env: Record<string, string> = {}): Promise<Service> {
  return startAltered(`mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`, env);
}

/** The same with `program` in the place of pandoc. */
export function startOnDiskWithPandoc(
  megabytes: number,
  program: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const disk = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`;
  return startAltered(`mount --bind ${program} /usr/bin/pandoc && ${disk}`, env);
}

/** The data folder of a server that sees another disk there than we do. */
export const dataDirInNamespace = ({ process, dataDir }: Service) => `/proc/${process.pid}/root${dataDir}`;

function startAltered(alteration: string, env: Record<string, string>): Promise<Service> {
  const namespace = ['/usr/bin/unshare', '--user', '--map-root-user', '--mount'];
  return startService(env, [...namespace, '/bin/sh', '-c', `${alteration} && exec "$@"`, 'sh']);
}
