/**
 * Starts servers that see an altered machine: another program in place of pandoc, or a small disk. Each server has a
 * separate mount namespace.
 */
import { commandOf, descendants } from './processes.ts';
import { startService, type Service } from './service.ts';

/**
 * Returns the source of a program that replaces pandoc. The program is in Python, because pandoc's sandbox contains
 * Python but no shell tools.
 */
export const pandocScript = (...lines: readonly string[]) =>
  ['#!/usr/bin/python3', 'import time', ...lines, ''].join('\n');

/** Returns the descendant processes of `pid` that run the program in place of pandoc. */
export const pandocProcesses = (pid: number) =>
  descendants(pid).filter((child) => commandOf(child)[1] === '/usr/bin/pandoc');

/** Starts a server that sees `program` in place of pandoc. */
export function startWithPandoc(program: string, env: Record<string, string> = {}): Promise<Service> {
  return startAltered(`mount --bind ${program} /usr/bin/pandoc`, env);
}

/**
 * Starts a server with its data folder on a separate disk with a size of `megabytes` MB. The disk is mounted only in
 * the server's namespace. Tests access the disk through {@link dataDirInNamespace}.
 */
export function startOnDisk(megabytes: number, env: Record<string, string> = {}): Promise<Service> {
  return startAltered(`mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`, env);
}

/** Starts a server that has a small disk and sees `program` in place of pandoc. */
export function startOnDiskWithPandoc(
  megabytes: number,
  program: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const disk = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`;
  return startAltered(`mount --bind ${program} /usr/bin/pandoc && ${disk}`, env);
}

/** Returns the path at which this process can access a data folder that is mounted in the server's namespace. */
export const dataDirInNamespace = ({ process, dataDir }: Service) => `/proc/${process.pid}/root${dataDir}`;

function startAltered(alteration: string, env: Record<string, string>): Promise<Service> {
  const namespace = ['/usr/bin/unshare', '--user', '--map-root-user', '--mount'];
  return startService(env, [...namespace, '/bin/sh', '-c', `${alteration} && exec "$@"`, 'sh']);
}
