/** What a store of objects promises, wherever it keeps them, and how objects are named. */
import type { Readable } from 'node:stream';
import type { NewId } from '../kit/ids.ts';

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** The bytes of `range`, both ends included, or all of them. Closes the object at the end of the stream. */
  read: (range?: ByteRange) => Readable;
  close: () => Promise<void>;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** Each object is there whole or not at all, also after a crash. */
export interface ObjectStore {
  /** A name for a new object, which stays at least until `keepUntil`, in milliseconds, or until it is removed. */
  newName(keepUntil?: number): string;
  /** Moves `file` in under a name of {@link newName}; it is safe there when this resolves. */
  put(file: string, name: string): Promise<void>;
  /** Lays an object out as `file`, which must not be written to. */
  fetch(name: string, file: string): Promise<void>;
  /** Undefined when there is no such object. The caller reads it or closes it. */
  open(name: string): Promise<StoredObject | undefined>;
  remove(name: string): Promise<void>;
  /** Throws where it cannot be reached. */
  check(): Promise<void>;
  /** Removes the objects that have expired at `now`, and what was never completed. */
  sweep(now: number): Promise<void>;
}

const hourMs = 3_600_000;
/** After this time what is incomplete is of a process that was killed. */
export const abandonedMs = 6 * hourMs;
const objectName = /^(\d{1,8}|kept)-([0-9a-f-]{36})$/;

/**
 * An object's name begins with the hour since the epoch at which it expires, so that sweeping need not look at objects;
 * one that begins with `kept` stays until it is removed.
 */
export function objectNameUntil(keepUntil: number | undefined, newId: NewId): string {
  const folder = keepUntil === undefined ? 'kept' : String(Math.ceil(keepUntil / hourMs));
  return `${folder}-${newId()}`;
}

/** The folder of the object and its name there; undefined where `name` is not that of an object. */
export function placeOf(name: string): readonly [folder: string, id: string] | undefined {
  const [, folder, id] = objectName.exec(name) ?? [];
  return folder && id ? [folder, id] : undefined;
}

/** The same, for names that were made here. */
export function requirePlace(name: string): readonly [folder: string, id: string] {
  const place = placeOf(name);
  if (!place) throw new Error(`${name} is not the name of an object`);
  return place;
}

/** Whether what is in a folder of that name has expired at `now`. */
export function hasExpired(folder: string, now: number): boolean {
  return /^\d+$/.test(folder) && Number(folder) * hourMs <= now;
}
