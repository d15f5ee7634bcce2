/**
 * Writes a document with a formula in every format that supports formulas. The formula has parts that conversions often
 * lose: a fraction, a root, an integral and a matrix. Other functions in this file check whether a converted document
 * or picture still contains the formula.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { run } from '../samples/run.ts';

/**
 * In this document, lower-case letters occur only in the formulas. The positions of the lower-case letters show whether
 * a formula is drawn correctly.
 */
const markdown = String.raw`# FORMULA

ABOVE IT

$$\int_0^1 \frac{\sqrt{u+7}}{w}\,dx = \begin{pmatrix} a & b \\ c & d \end{pmatrix}$$

BELOW IT $\frac{p}{q}$ END
`;

const typst = String.raw`= FORMULA

ABOVE IT

$ integral_0^1 sqrt(u+7)/w dif x = mat(a, b; c, d) $

BELOW IT $p/q$ END
`;

const asciidoc = String.raw`= FORMULA
:stem: latexmath

ABOVE IT

[latexmath]
++++
\int_0^1 \frac{\sqrt{u+7}}{w}\,dx = \begin{pmatrix} a & b \\ c & d \end{pmatrix}
++++

BELOW IT latexmath:[\frac{p}{q}] END
`;

/** The pandoc arguments for each format that pandoc writes. */
const byPandoc: Readonly<Record<string, readonly string[]>> = {
  ...{ html: ['-t', 'html', '--mathml'], xhtml: ['-t', 'html4', '--mathml'], docx: [], odt: [] },
  ...{
    tex: ['-t', 'latex'],
    ipynb: [],
    rst: [],
    org: [],
    mediawiki: ['-t', 'mediawiki'],
    jats: ['-t', 'jats'],
  },
  ...{ docbook: ['-t', 'docbook5', '--mathml'], epub: ['--mathml'], pptx: [] },
};

/** Formats that Protean writes from the Word file. */
const byOffice = ['doc', 'rtf'];

export const formulaSources = [...Object.keys(byPandoc), 'md', 'adoc', 'typ', ...byOffice].sort();

/**
 * Writes the source file into `dir` and returns the path of the file. Calls `convert` for the formats of `byOffice`.
 */
export async function formulaFile(
  ext: string,
  dir: string,
  convert: (source: string, target: string) => Promise<Buffer>,
): Promise<string> {
  const file = path.join(dir, `formula.${ext}`);
  const text = path.join(dir, 'formula.md');
  await writeFile(text, markdown);
  const flags = byPandoc[ext];
  if (flags) await run('/usr/bin/pandoc', [...readers, '--standalone', ...flags, '-o', file, text]);
  else if (ext === 'adoc') await writeFile(file, asciidoc);
  else if (ext === 'typ') await writeFile(file, typst);
  else if (ext !== 'md') await writeFile(file, await convert(await formulaFile('docx', dir, convert), ext));
  return file;
}

const readers = ['-f', 'markdown-smart', '-M', 'pagetitle=FORMULA'];

/**
 * For each notation of formulas, a pattern that matches the fraction, the root and the matrix in the text of a file.
 */
const notations: Readonly<Record<string, RegExp>> = {
  MathML: /<(?:\w+:)?mfrac[\s\S]*<(?:\w+:)?msqrt[\s\S]*<(?:\w+:)?mtable/,
  OMML: /<m:f>[\s\S]*<m:rad>[\s\S]*<m:m>/,
  TeX: /\\frac\s*\{\\sqrt[\s\S]*(?:pmatrix|\\matrix|\\begin\{array\})/,
  eqn: /\bint\b[\s\S]*sqrt[\s\S]*over[\s\S]*matrix/,
  // In a Word 97 file with an embedded formula, the directory of streams contains the name `Equation Native` in UTF-16.
  Equation: /E\0q\0u\0a\0t\0i\0o\0n\0 \0N\0a\0t\0i\0v\0e/,
  Typst: /sqrt[\s\S]*mat\(/,
  RTF: /\\mf\b[\s\S]*\\mrad\b[\s\S]*\\mm\b/,
};

/** Returns the notation of the formula in a document, or undefined if it has no formula. */
export async function notationIn(file: string): Promise<string | undefined> {
  const text = await textOf(file);
  const held = Object.entries(notations).find(([, pattern]) => pattern.test(text));
  return held?.[0];
}

/**
 * Returns the text of a file, or of all files in a zip. Removes the escapes of JSON and OPML, so that one pattern
 * matches all formats.
 */
async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.readUInt32BE(0) !== 0x504b0304) return bytes.toString().replaceAll('\\\\', '\\');
  return (await run('/usr/bin/bsdtar', ['-xOf', file])).stdout.toString();
}

interface Box {
  x: number;
  y: number;
}

/**
 * Returns the parts of the formula that are missing in the drawing of a PDF: fraction, bar, root, integral or matrix.
 */
export async function drawsFormula(pdf: string): Promise<string[]> {
  const { stdout } = await run('/usr/bin/mutool', ['trace', pdf]);
  const trace = stdout.toString();
  const letters = lettersIn(trace);
  const [u, w, a, b, c, d, p, q] = [...'uwabcdpq'].map((letter) => letters.get(letter));
  const lacking: string[] = [];
  const above = (one?: Box, other?: Box) =>
    one && other && other.y - one.y > 4 && Math.abs(one.x - other.x) < 40;
  const beside = (one?: Box, other?: Box) => one && other && other.x > one.x && Math.abs(one.y - other.y) < 4;
  if (!above(u, w) || !above(p, q)) lacking.push('fraction');
  if (!(above(a, c) && above(b, d) && beside(a, b) && beside(c, d))) lacking.push('matrix');
  if (!letters.has('∫')) lacking.push('integral');
  const paths = trace.match(/<(?:fill|stroke)_path/g)?.length ?? 0;
  if (!letters.has('√') && paths < 3) lacking.push('root');
  if (paths < 2 && !/—|―|─/.test([...letters.keys()].join(''))) lacking.push('bar');
  return lacking;
}

/** Returns the last position of each letter. Letters of mathematical alphabets count as plain letters. */
function lettersIn(trace: string): Map<string, Box> {
  const found = new Map<string, Box>();
  let matrix = [1, 0, 0, 1, 0, 0];
  for (const [tag, transform] of trace.matchAll(
    /<(?:fill|stroke|clip|ignore)_text [^>]*transform="([^"]*)"|<g [^>]*>/g,
  )) {
    if (transform !== undefined) {
      matrix = transform.split(' ').map(Number);
      continue;
    }
    const unicode = / unicode="([^"]*)"/.exec(tag)?.[1] ?? '';
    const number = (name: string) => Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]);
    const [x, y] = [number('x'), number('y')];
    const [ka = 1, kb = 0, kc = 0, kd = 1, e = 0, f = 0] = matrix;
    const letter = decoded(unicode).normalize('NFKC').trim();
    if (letter) found.set(letter, { x: ka * x + kc * y + e, y: kb * x + kd * y + f });
  }
  return found;
}

const decoded = (text: string) =>
  text.replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

/**
 * Returns whether a picture shows the formula. A drawn formula is at least 2.5 times as high as the line with the
 * smallest letters.
 */
export async function showsFormula(picture: string): Promise<boolean> {
  const grey = [
    '-background',
    'white',
    '-alpha',
    'remove',
    '-colorspace',
    'Gray',
    '-negate',
    '-threshold',
    '35%',
  ];
  const args = [`${picture}[0]`, ...grey, '-depth', '8', '-format', '%w', '-write', 'info:', 'gray:-'];
  const { stdout } = await run(magickProgram('convert'), args);
  const digits = /^\d+/.exec(stdout.toString('latin1', 0, 8))?.[0] ?? '';
  const [width, pixels] = [Number(digits), stdout.subarray(digits.length)];
  const heights: number[] = [];
  let height = 0;
  for (let row = 0; row * width < pixels.length; row += 1) {
    if (pixels.subarray(row * width, (row + 1) * width).some((value) => value > 0)) height += 1;
    else if (height > 0) [, height] = [heights.push(height), 0];
  }
  const letters = heights.filter((each) => each > 4);
  return Math.max(...letters) >= 2.5 * Math.min(...letters);
}
