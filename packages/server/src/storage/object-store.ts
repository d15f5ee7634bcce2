/** Interface of object stores, and the names of objects. */
import type { Readable } from 'node:stream';
import type { NewId } from '../kit/ids.ts';

export interface StoredObject {
  /** Size in bytes. */
  size: number;
  /** Reads all bytes, or only the bytes of `range`, including both ends. The object is closed when its stream ends. */
  read: (range?: ByteRange) => Readable;
  close: () => Promise<void>;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** A store of files, called objects. An object is stored completely or not at all, even after a crash. */
export interface ObjectStore {
  /**
   * Returns a name for a new object. If `keepUntil` is set (in milliseconds since the epoch), the object expires at
   * that time or up to an hour later. If `keepUntil` is not set, the object is kept until it is removed.
   */
  newName(keepUntil?: number): string;
  /**
   * Moves `file` into the store under a name that {@link newName} has returned. The object is durable when the promise
   * resolves.
   */
  put(file: string, name: string): Promise<void>;
  /**
   * Makes the object available as the new file `file`. The file must not be modified, because it may be a hard link to
   * the object.
   */
  fetch(name: string, file: string): Promise<void>;
  /** Opens an object. Returns undefined if the object does not exist. The caller must read or close the object. */
  open(name: string): Promise<StoredObject | undefined>;
  remove(name: string): Promise<void>;
  /** Checks the store. Throws if the store is unreachable. */
  check(): Promise<void>;
  /** Removes objects that have expired at `now`, and incomplete files that dead processes left behind. */
  sweep(now: number): Promise<void>;
}

const hourMs = 3_600_000;
/**
 * If an incomplete file is older than this time, in milliseconds, the process that wrote the file is assumed to be
 * dead.
 */
export const abandonedMs = 6 * hourMs;
const objectName = /^(\d{1,8}|kept)-([0-9a-f-]{36})$/;

/**
 * Returns a name for an object. The name begins with the hour (since the epoch) at which the object expires, so that a
 * sweep finds expired objects by their names. An object with a name that begins with `kept` does not expire.
 */
export function objectNameUntil(keepUntil: number | undefined, newId: NewId): string {
  const folder = keepUntil === undefined ? 'kept' : String(Math.ceil(keepUntil / hourMs));
  return `${folder}-${newId()}`;
}

/**
 * Splits the name of an object into the folder and the name within the folder. Returns undefined if `name` is not
 * valid.
 */
export function placeOf(name: string): readonly [folder: string, id: string] | undefined {
  const [, folder, id] = objectName.exec(name) ?? [];
  return folder && id ? [folder, id] : undefined;
}

/** Like {@link placeOf}, but throws if the name does not have the form that {@link objectNameUntil} creates. */
export function requirePlace(name: string): readonly [folder: string, id: string] {
  const place = placeOf(name);
  if (!place) throw new Error(`${name} is not the name of an object`);
  return place;
}

/** Whether the objects in a folder with this name have expired at `now`. */
export function hasExpired(folder: string, now: number): boolean {
  return /^\d+$/.test(folder) && Number(folder) * hourMs <= now;
}
