/**
 * The font oracle checks the family name of a font, its characters with their widths and outlines, and the type of the
 * curves.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pythonFile } from '../../../samples/run.ts';
import { family, glyphs } from '../../../samples/fonts/typeface.ts';
import type { Claim } from '../../oracle.ts';

const reader = path.join(import.meta.dirname, 'font_reader.py');

interface Face {
  family: string;
  /** The type of the outlines: `TrueType` or `PostScript`. */
  outlines: string;
  /** Width and bounding box of each glyph by code point, in thousandths of the em. */
  characters: Readonly<Record<string, { width: number; box: readonly number[] | null }>>;
}

const outlinesOf: Readonly<Record<string, string>> = {
  ttf: 'TrueType',
  eot: 'TrueType',
  dfont: 'TrueType',
  otf: 'PostScript',
  pfb: 'PostScript',
  pfa: 'PostScript',
  cff: 'PostScript',
};

export async function checkFont(files: readonly string[], { source, target }: Claim): Promise<void> {
  const families = source.ext === 'ttc' ? [family, `${family} Two`] : [family];
  assert.equal(files.length, families.length, 'a file a face');
  for (const [n, file] of files.entries()) {
    // Reads the fonts with FreeType, because fontTools and FontForge wrote them. FreeType cannot read SFD, UFO and the
    // header of EOT, so `font_reader.py` has parsers for them.
    const { stdout } = await pythonFile(reader, [
      target.ext,
      file,
      String.fromCodePoint(...characters, ...absent),
    ]);
    checkFace(JSON.parse(stdout.toString()) as Face, families[n] ?? '', outlinesOf[target.ext]);
  }
}

const characters = glyphs.flatMap(({ code }) => (code === null ? [] : [code]));
/** Code points that the sample typeface lacks. */
const absent = [0x44, 0x3a9];

function checkFace(face: Face, name: string, outlines: string | undefined): void {
  assert.equal(face.family, name, 'the family');
  if (outlines) assert.equal(face.outlines, outlines, 'the kind of outlines');
  for (const code of absent) assert.ok(!(code in face.characters), `unexpected character ${code}`);
  for (const { name: glyph, code, width, box } of glyphs) {
    if (code === null) continue;
    const found = face.characters[code];
    assert.ok(found, `${glyph} is there`);
    assert.ok(Math.abs(found.width - width) <= 1, `the width of ${glyph} is ${found.width}, not ${width}`);
    const off = box
      ? Math.max(...box.map((side, n) => Math.abs(side - (found.box?.[n] ?? 1e6))))
      : found.box
        ? 1e6
        : 0;
    assert.ok(
      off <= 3,
      `the outline of ${glyph} reaches from ${found.box?.join(',')}, not ${box?.join(',')}`,
    );
  }
}
