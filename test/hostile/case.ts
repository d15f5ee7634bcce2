/**
 * The types of hostile cases. A case is a file or request that attempts one forbidden action, such as reading a file
 * outside of the sandbox.
 */
import type { Answer } from '../support/server/service.ts';
import type { Aim, Location } from './locations.ts';

/**
 * The kinds of forbidden actions: reading, network calls, writing, running code, exhausting time or space, and
 * malformed requests.
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
 * The paths, URLs and names to which a hostile file refers. All contain the name of the case, so an access identifies
 * its case. A canary is a file that no conversion may read. If its token or its colour appears in a result, it was
 * read.
 */
export interface Fixtures {
  /** A string that occurs only in the canaries of this case. */
  token: string;
  /** Paths of canaries, a text and a picture, outside of all temporary folders. */
  text: string;
  picture: string;
  /** Paths of canaries in the folder for temporary files. */
  tempText: string;
  tempPicture: string;
  /** The paths of the canaries at the case's location. Without a location, these are `text` and `picture`. */
  aim: Aim;
  /** The URL of a listener on this machine. It ends in `/`. */
  url: string;
  /** The URL of a listener at the address of cloud metadata services. */
  metadata: string;
  /** A host name that only the test's name server knows. That server records requests for the name. */
  host: string;
  /** Paths at which no file exists, in world-writable folders. */
  marker: string;
  tempMarker: string;
}

interface CaseRow {
  /** Unique name in kebab case. */
  name: string;
  kind: AttackKind;
  /** Whether the case takes long, so that the short run omits it. */
  long?: true;
  /** The location of the canaries in `Fixtures.aim`. */
  location?: Location;
}

export interface FileCase extends CaseRow {
  /** The extension of the upload's name. */
  ext: string;
  to: readonly string[];
  /** Form fields in addition to `file` and `target`. */
  fields?: Readonly<Record<string, string>>;
  /** Whether the server must refuse the file. */
  refused?: true;
  /**
   * Whether to repeat the request without the file at the case's location, and with a folder in its place. All
   * responses must be equal.
   */
  oracle?: true;
  make(fixtures: Fixtures): Buffer | string | Promise<Buffer | string>;
}

/** A malformed request. Every response to it must have one of the allowed statuses. */
export interface RequestCase extends CaseRow {
  kind: 'protocol' | 'write' | 'code' | 'read' | 'network';
  /** The allowed statuses. */
  answers: readonly number[];
  send(url: string, fixtures: Fixtures): Promise<readonly Answer[]>;
}

export type HostileCase = (FileCase | RequestCase) & { category: Category };

/** Returns the cases with their category. */
export function inCategory(
  category: Category,
  rows: readonly (FileCase | RequestCase)[],
): readonly HostileCase[] {
  return rows.map((row) => ({ ...row, category }));
}
