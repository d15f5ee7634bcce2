/** Tells which fonts of a text are not in the pdf that it became, and what stands in for them where that is certain. */
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';

/** Families of the same widths, by which LibreOffice replaces those that are not installed. */
const substitutes: Readonly<Record<string, string>> = {
  arial: 'Liberation Sans',
  helvetica: 'Liberation Sans',
  arialnarrow: 'Liberation Sans Narrow',
  timesnewroman: 'Liberation Serif',
  times: 'Liberation Serif',
  couriernew: 'Liberation Mono',
  courier: 'Liberation Mono',
  calibri: 'Carlito',
  cambria: 'Caladea',
};

/** The face that script/setup derives with the metrics of a font (`shared/derived_fonts/faces.py`). */
const derivedFace = (family: string) => `Protean for ${family}`;

/** PostScript names have no spaces and end in the style: `LiberationSans-Bold`. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const withoutStyle = (name: string) => name.replace(/[-,].*$/, '');

/**
 * Such as `Calibri by Carlito`; undefined where all fonts are there, or nobody can tell. `used` are the families that
 * letters of the source are set in; a result that counts its pages and names its fonts is a pdf.
 */
export function replacedFonts(
  used: Facts['fonts'] = [],
  { fonts: embedded = [], pages }: Pick<Facts, 'fonts' | 'pages'>,
): string | undefined {
  if (pages === undefined || embedded.length === 0) return undefined;
  const has = (family: string) => embedded.some((name) => plain(name).startsWith(plain(family)));
  const missing = used.filter((family) => !has(family));
  const foreign = embedded.filter((name) => !used.some((family) => plain(name).startsWith(plain(family))));
  const foreignFamilies = new Set(foreign.map((name) => plain(withoutStyle(name))));
  const named = missing.flatMap((family) => {
    const substitute = [substitutes[plain(family)], derivedFace(family)].find((name) => name && has(name));
    if (substitute !== undefined) return [`${family} by ${substitute}`];
    const [other] = foreign;
    if (other === undefined) return [];
    // Letters of one font can only be in the one font that is new.
    return [
      `${family} by ${used.length === 1 && foreignFamilies.size === 1 ? withoutStyle(other) : 'another'}`,
    ];
  });
  return named.length > 0 ? named.join(', ') : undefined;
}
