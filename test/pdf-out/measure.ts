/**
 * Measures how well conversions from PDF keep the content. Prints documents with known content as PDF, and converts the
 * PDFs to HTML with the engines of this checkout. If the folder of another checkout is given as an argument, also
 * measures the engines of that checkout. `--only` selects documents by name. `--write` writes the results to
 * docs/pdf-out.md. `--keep FOLDER` keeps all files in FOLDER.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { commandsOf, type Engine, type Step } from '@protean/engines/contract/engine.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { documents, type MeasuredDocument } from './documents.ts';
import { factsOf } from './facts.ts';
import { syntaxOf } from './printing.ts';
import { pageOf, type Measured } from './report.ts';
import { scoresOf } from './scores.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});

const here = path.resolve(import.meta.dirname, '../..');
const folder = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'protean-pdf-out-')));
const checkouts = [
  ...positionals.map((dir) => ({ name: 'before', dir: path.resolve(dir) })),
  { name: 'now', dir: here },
];

try {
  const measured: Measured[] = [];
  for (const [n, document] of documents.entries()) {
    if (!values.only || document.name.includes(values.only)) measured.push(...(await measure(document, n)));
  }
  const page = pageOf(measured);
  console.log(page.table);
  if (values.write) await writeFile(path.join(here, 'docs/pdf-out.md'), page.document);
} finally {
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}

async function measure(document: MeasuredDocument, n: number): Promise<Measured[]> {
  const dir = path.join(folder, String(n));
  await mkdir(dir, { recursive: true });
  const { source, pdf } = await printed(document, dir);
  const due = await factsOf(source, syntaxOf(source));
  const results: Measured[] = [];
  for (const checkout of checkouts) {
    const result = path.join(dir, `${checkout.name}.html`);
    const milliseconds = await convert(checkout.dir, pdf, result, path.join(dir, checkout.name));
    const scores = scoresOf(due, await factsOf(result, 'html'), document.heads ?? []);
    const { name, set } = document;
    results.push({ name, set, by: checkout.name, scores, milliseconds, pages: pagesOf(pdf) });
  }
  return results;
}

/**
 * Returns the paths of the source document and the PDF. Prints the PDF unless an earlier run with `--keep` has printed
 * it.
 */
async function printed(document: MeasuredDocument, dir: string): Promise<{ source: string; pdf: string }> {
  const known = path.join(dir, 'made.json');
  try {
    return JSON.parse(await readFile(known, 'utf8')) as { source: string; pdf: string };
  } catch {
    const made = await document.make(dir);
    await writeFile(known, JSON.stringify(made));
    return made;
  }
}

/** Converts the PDF with the engine of the checkout, outside the sandbox. Returns the CPU time in milliseconds. */
async function convert(checkout: string, pdf: string, result: string, work: string): Promise<number> {
  await mkdir(work, { recursive: true });
  const { engines } = (await import(pathToFileURL(`${checkout}/packages/engines/index.ts`).href)) as {
    engines: readonly Engine[];
  };
  const engine = engines.find(({ edges }) =>
    edges.some(
      ({ reads, writes, fallback }) => !fallback && reads.includes('pdf') && writes.includes('html'),
    ),
  );
  if (!engine) throw new Error(`${checkout} has no engine from pdf to html`);
  const step: Step = {
    ...{
      from: 'pdf',
      to: 'html',
      input: pdf,
      output: result,
      outputDir: path.dirname(result),
      work,
      options: {},
    },
  };
  let milliseconds = 0;
  for (const command of commandsOf(engine, step)) {
    const [program = '', ...words] = command.map((word) => unboxed(word, checkout));
    const { status, stderr } = spawnSync(
      '/bin/bash',
      ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', program, ...words],
      {
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', PYTHONPATH: path.join(checkout, 'packages'), LC_ALL: 'C.UTF-8' },
      },
    );
    if (status !== 0) throw new Error(`${program} exited with ${status}: ${stderr}`);
    const seconds = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
    milliseconds += 1000 * seconds.reduce((sum, one) => sum + one, 0);
  }
  return milliseconds;
}

/** Replaces the sandbox paths in a command argument with paths of this machine. */
function unboxed(word: string, checkout: string): string {
  if (word === sandboxPaths.node) return process.execPath;
  return word.replaceAll(sandboxPaths.engines, `${checkout}/packages/engines`);
}

function pagesOf(pdf: string): number {
  const { stdout } = spawnSync('/usr/bin/pdfinfo', [pdf], { encoding: 'utf8' });
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1] ?? 1);
}
