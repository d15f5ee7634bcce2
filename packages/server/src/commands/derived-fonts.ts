/** Lists the missing derived fonts. Setup makes derived fonts from installed fonts, for office documents. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { derivedFonts } from '../sandbox/isolation/layout.ts';

const table = 'packages/engines/shared/derived_fonts/faces.tsv';

/**
 * Returns the names of all fonts in the table, as documents spell them. `missing` contains the names of the
 * fonts that setup has not made.
 */
export function derivedFaces(root: string): { all: string[]; missing: string[] } {
  const rows = readFileSync(path.join(root, table), 'utf8').split('\n');
  const all = rows.flatMap((row) => (row === '' || row.startsWith('#') ? [] : (row.split('\t')[0] ?? [])));
  const hasRules = existsSync(path.join(root, derivedFonts, 'faces.conf'));
  return { all, missing: hasRules ? all.filter((name) => !existsSync(faceFile(root, name))) : all };
}

/**
 * Returns the path of a font file. The path must equal the path to which `shared/derived_fonts/faces.py` writes the
 * font.
 */
const faceFile = (root: string, name: string) =>
  path.join(root, derivedFonts, 'faces', `Proteanfor${name.replaceAll(/[^A-Za-z]/g, '')}-Regular.ttf`);
