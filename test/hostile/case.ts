/** What a hostile case is: one file or request that tries one forbidden thing, and the fixtures that it tries it on. */
import type { Answer } from '../support/service.ts';
import type { Aim, Location } from './locations.ts';

/** What is tried: to read, call out, write or run something, to use up time and space, or to confuse the server. */
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

/** What a case may try to reach; all of it has the case's name in it, so that who touched it is known. */
export interface Fixtures {
  /** A text that is nowhere but in this case's canaries. */
  token: string;
  /** Canaries outside any temp folder. */
  text: string;
  picture: string;
  /** The same in the folder for temporary files. */
  tempText: string;
  tempPicture: string;
  /** What lies at the location that the case aims at; the canaries outside where it names none. */
  aim: Aim;
  /** The URL of a listener on this machine, with a `/` at the end. */
  url: string;
  /** The same for the address at which clouds keep their secrets. */
  metadata: string;
  /** A host name that only the listening name server would be asked for. */
  host: string;
  /** Files that do not exist, in folders that everybody may write to. */
  marker: string;
  tempMarker: string;
}

interface CaseRow {
  /** Unique, in words and dashes. */
  name: string;
  kind: AttackKind;
  /** Takes long: not part of the short run. */
  long?: true;
  /** Where its `aim` lies. */
  location?: Location;
}

export interface FileCase extends CaseRow {
  /** The extension that the upload is named with. */
  ext: string;
  to: readonly string[];
  /** Form fields besides `file` and `target`. */
  fields?: Readonly<Record<string, string>>;
  /** Nothing but a refusal is right. */
  refused?: true;
  /** Asked again without what it aims at, and with a folder there: the answers must not differ. */
  oracle?: true;
  make(fixtures: Fixtures): Buffer | string | Promise<Buffer | string>;
}

/** What a request as no good client sends it came to: the statuses of all its answers. */
export interface RequestCase extends CaseRow {
  kind: 'protocol' | 'write' | 'code' | 'read' | 'network';
  /** The statuses that are right. */
  answers: readonly number[];
  send(url: string, fixtures: Fixtures): Promise<readonly Answer[]>;
}

export type HostileCase = (FileCase | RequestCase) & { category: Category };

/** Rows of one category. */
export function inCategory(
  category: Category,
  rows: readonly (FileCase | RequestCase)[],
): readonly HostileCase[] {
  return rows.map((row) => ({ ...row, category }));
}
