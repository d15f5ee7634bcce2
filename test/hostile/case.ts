/**
 * Types of hostile cases. A case is a file or a request that attempts one forbidden action, such as reading a file
 * outside the sandbox.
 */
import type { Answer } from '../support/server/service.ts';
import type { Aim, Location } from './locations.ts';

/**
 * What a case attempts: reading a file, calling the network, writing a file, running code, exhausting time or space, or
 * sending malformed input.
 */
export const kinds = ['read', 'network', 'write', 'code', 'resource', 'protocol'] as const;
export type AttackKind = (typeof kinds)[number];

export const categories = [
  'image',
  'page',
  'media',
  'office',
  'markup',
  'ebook',
  'archive',
  'data',
  'font',
  'upload',
  'mutant',
] as const;
export type Category = (typeof categories)[number];

/**
 * The paths, URLs and names to which a hostile file refers. Most paths, URLs and names contain the name of the case, so
 * an access to one of them identifies the case. A canary is a file that no conversion may read. If a result contains
 * the token or the colour of a canary, the conversion has read the canary.
 */
export interface Fixtures {
  /** A secret string that occurs only in the canary files of this case. */
  token: string;
  /** Paths of two canary files outside all temporary folders: a text file and a picture. */
  text: string;
  picture: string;
  /** Paths of two canary files in the folder for temporary files. */
  tempText: string;
  tempPicture: string;
  /**
   * The paths of two canary files at the case's location: a text file and a picture. If the case has no location, the
   * paths in `aim` equal the paths in the fields `text` and `picture`.
   */
  aim: Aim;
  /** The URL of a listener on this machine, which ends in `/`. */
  url: string;
  /** The URL of a listener at 169.254.169.254, the address of cloud metadata services. */
  metadata: string;
  /** A host name that does not exist. The test's DNS server records every query for this host name. */
  host: string;
  /**
   * Paths in world-writable folders. A file exists at `marker` or `tempMarker` only if a hostile file has created it.
   */
  marker: string;
  tempMarker: string;
}

interface CaseRow {
  /** Unique name in kebab case. */
  name: string;
  kind: AttackKind;
  /** Whether the case takes a long time. If `--share` selects a part of the cases, long cases are skipped. */
  long?: true;
  /** The location that the hostile file tries to read. The canary files in `Fixtures.aim` are at this location. */
  location?: Location;
}

export interface FileCase extends CaseRow {
  /** The extension of the uploaded file. */
  ext: string;
  to: readonly string[];
  /** Form fields in addition to `file` and `target`. */
  fields?: Readonly<Record<string, string>>;
  /** Whether the server must refuse the file. */
  refused?: true;
  /**
   * Whether to repeat the request twice: once without the canary files at the case's location, and once with folders
   * in place of these files. All three responses must be equal, because a difference would reveal whether a file
   * exists.
   */
  oracle?: true;
  make(fixtures: Fixtures): Buffer | string | Promise<Buffer | string>;
}

/** Malformed or dangerous requests. Every response must have one of the allowed HTTP statuses. */
export interface RequestCase extends CaseRow {
  kind: 'protocol' | 'write' | 'code' | 'read' | 'network';
  /** The allowed HTTP statuses. */
  answers: readonly number[];
  send(url: string, fixtures: Fixtures): Promise<readonly Answer[]>;
}

export type HostileCase = (FileCase | RequestCase) & { category: Category };

/** Returns the cases in `rows`, and adds the category to each case. */
export function inCategory(
  category: Category,
  rows: readonly (FileCase | RequestCase)[],
): readonly HostileCase[] {
  return rows.map((row) => ({ ...row, category }));
}
