/** Finds fonts that a document uses but its PDF does not contain. If the replacement of a font is certain, names it. */
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';

/** Metric-compatible families that LibreOffice uses for fonts that are not installed. */
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

/**
 * Name of a replacement font that script/setup makes. The replacement font has the metrics of `family`
 * (`shared/derived_fonts/faces.py`).
 */
const derivedFace = (family: string) => `Protean for ${family}`;

/** Normalizes a font name. PostScript names have no spaces and end in the style, as in `LiberationSans-Bold`. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const withoutStyle = (name: string) => name.replace(/[-,].*$/, '');

/**
 * Returns the detail of a warning about replaced fonts, such as `Calibri by Carlito`. Returns undefined if no
 * font is missing, if the file info does not include the fonts, or if the result is not a PDF. `used` lists
 * the font families that the text of the source uses. Only the file info of a PDF has both a page count and
 * font names.
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
    // It is certain which font replaces the missing font if the text uses one font and the PDF contains one other font
    // family.
    return [
      `${family} by ${used.length === 1 && foreignFamilies.size === 1 ? withoutStyle(other) : 'another'}`,
    ];
  });
  return named.length > 0 ? named.join(', ') : undefined;
}
