/** The list of a backup's objects with their SHA-256, in the format of `sha256sum`, streamed line by line. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { placeOf, requirePlace } from '../storage/object-store.ts';
import { BackupError } from './backup-error.ts';

export interface ListedObject {
  name: string;
  sha256: string;
}

/** Returns the path of an object in the folder of a backup. */
export function objectFile(name: string): string {
  return path.posix.join('objects', ...requirePlace(name));
}

export function lineOf({ name, sha256 }: ListedObject): string {
  return `${sha256}  ${objectFile(name)}\n`;
}

export async function* readList(file: string): AsyncIterable<ListedObject> {
  for await (const line of createInterface(createReadStream(file))) {
    const [, sha256 = '', folder, id] = /^([0-9a-f]{64}) {2}objects\/([^/]+)\/([^/]+)$/.exec(line) ?? [];
    const name = `${folder}-${id}`;
    if (!placeOf(name)) throw new BackupError(`${file} has an invalid line: ${line}`);
    yield { name, sha256 };
  }
}

/** Yields groups of at most `size` items. */
export async function* grouped<Item>(items: AsyncIterable<Item>, size: number): AsyncIterable<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
