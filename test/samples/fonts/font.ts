/**
 * Samples of font formats, all with the typeface of typeface.ts. typefoundry.py writes most font samples, and fontforge
 * writes all others. Protean reads the samples of fontforge with fontTools, so the writer and the reader are
 * independent.
 */
import path from 'node:path';
import { python, pythonFile } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { family, glyphs } from './typeface.ts';

const foundry = path.join(import.meta.dirname, 'typefoundry.py');

const cast =
  (kind: string): SampleMaker =>
  async (file) => {
    await pythonFile(foundry, [kind, file], JSON.stringify({ family, glyphs }));
  };

/** Makes samples with fontforge. Protean reads the formats of these samples with another tool, fontTools. */
const forged: SampleMaker = async (file, sample) => {
  await python('import fontforge, sys; fontforge.open(sys.argv[1]).generate(sys.argv[2])', [
    await sample('ttf'),
    file,
  ]);
};

export const fonts: SampleMakers = {
  ttf: cast('ttf'),
  otf: cast('otf'),
  woff: forged,
  woff2: forged,
  cff: cast('cff'),
  eot: cast('eot'),
  ttc: cast('ttc'),
  pfb: cast('pfb'),
  pfa: cast('pfa'),
  ufoz: cast('ufoz'),
  dfont: forged,
};
