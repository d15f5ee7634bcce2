/** Which of the fonts that script/setup derives are missing. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { derivedFonts } from '../sandbox/layout.ts';

const table = 'packages/engines/derived_fonts/faces.tsv';

/** The fonts of the table, and those whose face is not there, by the names that documents use. */
export function derivedFaces(root: string): { all: string[]; missing: string[] } {
  const rows = readFileSync(path.join(root, table), 'utf8').split('\n');
  const all = rows.flatMap((row) => (row === '' || row.startsWith('#') ? [] : (row.split('\t')[0] ?? [])));
  const rules = path.join(root, derivedFonts, 'faces.conf');
  const missing = all.filter((name) => !existsSync(rules) || !existsSync(faceFile(root, name)));
  return { all, missing };
}

/** Named like the face of `derived_fonts/faces.py`. */
const faceFile = (root: string, name: string) =>
  path.join(root, derivedFonts, 'faces', `Proteanfor${name.replaceAll(/[^A-Za-z]/g, '')}-Regular.ttf`);
