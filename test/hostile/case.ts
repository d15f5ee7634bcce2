/** A hostile case: one file or request that tries one forbidden action, and the fixtures that it targets. */
import type { Answer } from '../support/server/service.ts';
import type { Aim, Location } from './locations.ts';

/** Kinds of actions: read, call out, write or run something, use up time and space, or confuse the server. */
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

/** Targets of a case. All of them contain the case's name, so that each access can be attributed. */
export interface Fixtures {
  /** A text that occurs only in this case's canaries. */
  token: string;
  /** Canaries outside all temporary folders. */
  text: string;
  picture: string;
  /** Canaries in the folder for temporary files. */
  tempText: string;
  tempPicture: string;
  /** The paths of the canaries at the case's location. Without a location, these are `text` and `picture`. */
  aim: Aim;
  /** The URL of a listener on this machine. It ends in `/`. */
  url: string;
  /** The URL of a listener at the address of cloud metadata services. */
  metadata: string;
  /** A host name that no server knows, except the test's own name server, which listens for requests of it. */
  host: string;
  /** Nonexistent files in world-writable folders. */
  marker: string;
  tempMarker: string;
}

interface CaseRow {
  /** Unique name in kebab case. */
  name: string;
  kind: AttackKind;
  /** Whether the case takes long and is excluded from the short run. */
  long?: true;
  /** The location of its `aim`. */
  location?: Location;
}

export interface FileCase extends CaseRow {
  /** The extension of the upload's name. */
  ext: string;
  to: readonly string[];
  /** Form fields in addition to `file` and `target`. */
  fields?: Readonly<Record<string, string>>;
  /** Whether the server must refuse the file. Any other response fails the case. */
  refused?: true;
  /**
   * Whether to repeat the request without the file at the case's location, and with a folder there. The
   * responses must not differ.
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

/** Adds the category to the cases. */
export function inCategory(
  category: Category,
  rows: readonly (FileCase | RequestCase)[],
): readonly HostileCase[] {
  return rows.map((row) => ({ ...row, category }));
}
