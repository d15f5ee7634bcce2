/**
 * Converts documents from docling's tests to Markdown, and scores the results. Uses only documents for which docling
 * has a file with the expected Markdown.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../samples/run.ts';
import { documentScores, type DocumentScores } from './document-scores.ts';

export type Read = (file: string, pages: number) => Promise<string>;

const metrics = ['order', 'tables', 'headings'] as const;

/** The folders of the documents, and the formats of the files in them. */
export const kinds = {
  pdf: ['pdf'],
  docx: ['docx'],
  pptx: ['pptx'],
  xlsx: ['xlsx', 'xlsm'],
  odf: ['odt', 'ods', 'odp'],
  html: ['html'],
} as const;

export type Kind = keyof typeof kinds;

/**
 * Returns two means for each metric: the mean of the files that were used to tune the conversion, and the mean of all
 * other files.
 */
export async function docling(
  checkout: string,
  kind: Kind,
  read: Read,
  list: (...line: unknown[]) => void,
): Promise<string[]> {
  const folder = path.join(checkout, 'tests/data', kind);
  const formats: readonly string[] = kinds[kind];
  const names = (await readdir(path.join(folder, 'sources')))
    .sort()
    .filter((name) => formats.includes(path.extname(name).slice(1)) && expectedOf(folder, name));
  const scores: DocumentScores[] = [];
  for (const name of names) {
    const file = path.join(folder, 'sources', name);
    const written = await read(file, kind === 'pdf' ? await pagesOf(file) : 1);
    const score = documentScores(await readFile(expectedOf(folder, name) ?? '', 'utf8'), written);
    scores.push(score);
    list(name, ...metrics.map((metric) => `${metric} ${shown(score[metric])}`));
  }
  return metrics.flatMap((metric) =>
    [0, 1].map((half) =>
      mean(
        scores.filter((_, n) => n % 2 === half),
        metric,
      ),
    ),
  );
}

function expectedOf(folder: string, name: string): string | undefined {
  const file = path.join(folder, 'groundtruth', `${name.replace(/\.pdf$/, '')}.md`);
  return existsSync(file) ? file : undefined;
}

export async function pagesOf(file: string): Promise<number> {
  const { stdout } = await run('/usr/bin/pdfinfo', [file]);
  return Number(/Pages:\s+(\d+)/.exec(stdout.toString())?.[1] ?? 1);
}

function mean(scores: readonly DocumentScores[], metric: (typeof metrics)[number]): string {
  const known = scores.flatMap((one) => one[metric] ?? []);
  return shown(known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : undefined);
}

const shown = (score: number | undefined) => score?.toFixed(2).replace(/^0/, '') ?? '–';
