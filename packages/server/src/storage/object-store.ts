/** Interface of object stores, and the names of objects. */
import type { Readable } from 'node:stream';
import type { NewId } from '../kit/ids.ts';

export interface StoredObject {
  /** Size in bytes. */
  size: number;
  /** Reads all bytes, or the bytes of `range` with both ends included. Closes the object at the end of the stream. */
  read: (range?: ByteRange) => Readable;
  close: () => Promise<void>;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** A store in which each object is complete or missing, also after a crash. */
export interface ObjectStore {
  /**
   * Returns a name for a new object. The object is kept until it is removed or, if `keepUntil` is given, at least until
   * that time, in milliseconds.
   */
  newName(keepUntil?: number): string;
  /**
   * Moves `file` into the store under a name that {@link newName} has returned. The object is durable when the promise
   * resolves.
   */
  put(file: string, name: string): Promise<void>;
  /** Provides an object as `file`, which must not be modified. */
  fetch(name: string, file: string): Promise<void>;
  /** Opens an object. Returns undefined if it does not exist. The caller must read or close it. */
  open(name: string): Promise<StoredObject | undefined>;
  remove(name: string): Promise<void>;
  /** Checks the store. Throws if it is unreachable. */
  check(): Promise<void>;
  /** Removes objects that have expired before `now`, and incomplete files. */
  sweep(now: number): Promise<void>;
}

const hourMs = 3_600_000;
/** Age in milliseconds after which an incomplete file is assumed to belong to a dead process. */
export const abandonedMs = 6 * hourMs;
const objectName = /^(\d{1,8}|kept)-([0-9a-f-]{36})$/;

/**
 * Returns a name for an object. The name begins with the hour (since the epoch) at which the object expires, so that
 * sweeping need not read objects. Objects whose name begins with `kept` stay until they are removed.
 */
export function objectNameUntil(keepUntil: number | undefined, newId: NewId): string {
  const folder = keepUntil === undefined ? 'kept' : String(Math.ceil(keepUntil / hourMs));
  return `${folder}-${newId()}`;
}

/** Returns the folder of the object and its name there, or undefined if `name` is not valid. */
export function placeOf(name: string): readonly [folder: string, id: string] | undefined {
  const [, folder, id] = objectName.exec(name) ?? [];
  return folder && id ? [folder, id] : undefined;
}

/** Returns the folder of the object and its name in the folder. Throws if `objectNameUntil` did not create the name. */
export function requirePlace(name: string): readonly [folder: string, id: string] {
  const place = placeOf(name);
  if (!place) throw new Error(`${name} is not the name of an object`);
  return place;
}

/** Whether the objects in a folder with this name have expired at `now`. */
export function hasExpired(folder: string, now: number): boolean {
  return /^\d+$/.test(folder) && Number(folder) * hourMs <= now;
}
