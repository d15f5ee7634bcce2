/** Checks that formulas remain formulas in formats that support them, and are drawn in other formats. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawsFormula, formulaFile, notationIn, showsFormula } from '../../../fidelity/formula-files.ts';
import { python } from '../../../samples/run.ts';
import { text } from '../measure.ts';
import type { Observation, Workbench } from '../workbench.ts';

async function formula(lab: Workbench, ext: string): Promise<string> {
  const office = async (file: string, target: string) =>
    readFile(await lab.converted('docx', target, {}, file));
  return formulaFile(ext, await mkdtemp(path.join(lab.dir, 'formula-')), office);
}

/**
 * Source format, target format, and expected notation of the formula in the result. Each engine that converts formulas
 * has one row. test/fidelity/measure.ts converts between all formats that support formulas.
 */
const pairs = [
  ['docx', 'epub', 'MathML'],
  ['odt', 'md', 'TeX'],
  ['odt', 'epub', 'MathML'],
  ['adoc', 'html', 'MathML'],
  ['md', 'docbook', 'MathML'],
  ['md', 'tei', 'TeX'],
  ['md', 'rtf', 'RTF'],
] as const;

const isXml = 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])';

const held: Observation = {
  description:
    'a formula with a fraction, a root, an integral and a matrix stays a formula in the notation of the target',
  see: async (lab) => {
    for (const [from, to, notation] of pairs) {
      const result = await lab.converted(from, to, {}, await formula(lab, from));
      assert.equal(await notationIn(result), notation, `${from} to ${to}`);
      if (to === 'tei') await python(isXml, [result]);
    }
  },
};

const drawn: Observation = {
  description: 'a formula is drawn in PDFs and pictures, with its fraction bar, root, integral and matrix',
  see: async (lab) => {
    for (const from of ['docx', 'md', 'adoc', 'epub', 'rst']) {
      const result = await lab.converted(from, 'pdf', {}, await formula(lab, from));
      assert.deepEqual(await drawsFormula(result), [], from);
    }
    assert.ok(await showsFormula(await lab.converted('tex', 'png', {}, await formula(lab, 'tex'))));
  },
};

const placed: Observation = {
  description:
    'an inline formula stays in its line, and a code block with the language `math` becomes a formula',
  see: async (lab) => {
    const fromOffice = await text(await lab.converted('odt', 'md', {}, await formula(lab, 'odt')));
    assert.match(fromOffice, /^BELOW IT \$[^$]+\$ END$/m);
    const file = path.join(lab.dir, 'fenced.md');
    await writeFile(file, '```math\n\\frac{a}{b}\n```\n');
    assert.match(await text(await lab.converted('md', 'html', {}, file)), /<mfrac>/);
  },
};

export const formulas: readonly Observation[] = [held, drawn, placed];
