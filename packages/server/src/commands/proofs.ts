/** Conversions with which `protean doctor` checks the machine, because an installed package may still not work. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Conversions } from '../convert/run/conversions.ts';
import { drawnGlyphs, draws } from './drawn-glyphs.ts';
import { writingSystems } from './writing-systems.ts';

export interface Proof {
  title: string;
  /** Formats of the route. The proof runs only if the route is offered. */
  formats: readonly string[];
  content: () => string | Uint8Array;
  /**
   * Returns the packages that are missing according to the file `result`. Throws if the file `result` cannot be
   * checked.
   */
  lacking: (result: string, parts: Conversions) => Promise<readonly string[]>;
  /** Packages that are reported as missing if a conversion fails. */
  debian: readonly string[];
}

export const proofs: readonly Proof[] = [
  {
    title: 'encoder of HEIC',
    formats: ['ppm', 'heic'],
    content: () => `P3 64 64 255\n${'200 30 30 '.repeat(64 * 64)}\n`,
    lacking: () => Promise.resolve([]),
    debian: ['libheif-plugin-x265'],
  },
  {
    title: 'encoder of AMR',
    formats: ['wav', 'amr'],
    content: silence,
    lacking: () => Promise.resolve([]),
    debian: ['libavcodec-extra61'],
  },
  {
    title: 'formulas',
    formats: ['fodt', 'pdf', 'txt'],
    content: formula,
    lacking: async (text) =>
      /Q\s*[=]?\s*7/.test(await readFile(text, 'utf8')) ? [] : ['libreoffice-math-nogui'],
    debian: ['libreoffice-math-nogui'],
  },
  {
    title: 'browser',
    formats: ['html', 'png'],
    content: () => '<p>x</p><script>document.body.append("y")</script>',
    lacking: () => Promise.resolve([]),
    debian: ['chromium-headless-shell'],
  },
  {
    title: 'fonts',
    formats: ['html', 'pdf'],
    // WeasyPrint draws a letter without a glyph as the glyph of the space. If several characters share a glyph, mutool
    // reports the first of these characters each time. The text `a b` comes first and contains a real space, so mutool
    // reports missing letters as spaces.
    content: () =>
      `<meta charset="utf-8"><p>a b</p>${writingSystems.map(({ sample }) => `<p>${sample}</p>`).join('\n')}`,
    lacking: async (pdf, { sandbox }) => {
      const glyphs = await drawnGlyphs(sandbox, pdf);
      const undrawn = writingSystems.filter(({ sample }) => !draws(glyphs, sample));
      return [...new Set(undrawn.map(({ debian }) => debian))];
    },
    debian: ['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
  },
];

/** Returns a WAV file with 0.1 s of silence: 8,000 samples per second, 16 bits per sample. */
function silence(): Uint8Array {
  const data = Buffer.alloc(1600);
  const head = Buffer.from(`RIFF....WAVEfmt ${'.'.repeat(20)}data....`, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Returns a flat OpenDocument text that contains only the formula `Q = 7`. */
function formula(): string {
  const namespaces = ['office', 'text', 'draw'].map(
    (name) =>
      `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  );
  const math =
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mi>Q</mi><mo>=</mo><mn>7</mn></mrow></math>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces.join(' ')} xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:body><office:text><text:p><draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="1cm"><draw:object>${math}</draw:object></draw:frame></text:p></office:text></office:body>
</office:document>
`;
}

/**
 * Runs a proof. Returns the packages that are missing according to the result of the proof, or all packages of the
 * proof if a conversion fails. Returns undefined if this machine does not offer the route.
 */
export async function prove(proof: Proof, parts: Conversions): Promise<readonly string[] | undefined> {
  const { formats, content, lacking, debian } = proof;
  const [first = '', ...targets] = formats;
  const sources = [first, ...targets];
  if (!targets.every((target, n) => parts.catalogue.live.find(sources[n] ?? '', target))) return undefined;
  try {
    const { converter, workspace } = parts;
    const folder = workspace.openConversion();
    let file = path.join(folder.path, `sample.${first}`);
    await writeFile(file, content());
    for (const [n, target] of targets.entries()) {
      const source = sources[n] ?? '';
      const plan = await converter.plan({ fileName: `sample.${source}`, source, target, options: {} }, file);
      const { path: dir } = workspace.openConversion();
      file = (await converter.convert(plan, { dir })).file;
    }
    return await lacking(file, parts);
  } catch {
    return debian;
  }
}
