/**
 * Measures PDF tools over HTTP with a file of 100 pages, and compares the tools' times with the times of the bare
 * commands qpdf and mutool. The PDF tools and the bare commands run in turn. `--write` puts the table into
 * docs/pdf-tools.md. Fails if a stamp takes 1 s or more, or if a split into 10 files takes 2 s or more.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { markdownTable } from '../docs/markdown-table.ts';
import { run } from '../samples/run.ts';
import { writeFigures } from '../suites/figures.ts';
import { startService } from '../support/server/service.ts';
import { ratios, spread, timed, type Spread } from './measure.ts';
import { newAccount } from './requests.ts';

interface Tool {
  what: string;
  /** Number of files that the request contains. */
  files: 1 | 2;
  target: string;
  options: Readonly<Record<string, string>>;
  qpdf: (source: string, dir: string) => readonly string[];
  /** Upper bound on the median time, in milliseconds. If absent, the median time has no upper bound. */
  mostMs?: number;
  /** The command is absent if mutool cannot do the task. */
  mutool?: (source: string, dir: string) => readonly string[];
}

const rounds = 9;
const pages = 100;

const tools: readonly Tool[] = [
  {
    ...{ what: 'stamp', files: 1, target: 'pdf', options: { stamp_text: 'DRAFT' }, mostMs: 1_000 },
    qpdf: (source, dir) => [
      source,
      '--overlay',
      path.join(dir, 'stamp.pdf'),
      '--repeat=1',
      '--',
      path.join(dir, 'q.pdf'),
    ],
  },
  {
    ...{
      what: 'split into 10 files',
      files: 1,
      target: 'pdf',
      options: { split: 'every:10' },
      mostMs: 2_000,
    },
    qpdf: (source, dir) => ['--split-pages=10', source, path.join(dir, 'split', 'q.pdf')],
  },
  {
    ...{ what: 'merge 2 files', files: 2, target: 'pdf', options: { combine: 'true' } },
    qpdf: (source, dir) => ['--empty', '--pages', source, source, '--', path.join(dir, 'q.pdf')],
    mutool: (source, dir) => ['merge', '-o', path.join(dir, 'm.pdf'), source, source],
  },
  {
    ...{ what: 'compress', files: 1, target: 'pdf', options: { quality: '60' } },
    qpdf: (source, dir) => [
      '--object-streams=generate',
      '--recompress-flate',
      '--compression-level=9',
      source,
      path.join(dir, 'q.pdf'),
    ],
    mutool: (source, dir) => ['clean', '-gggz', source, path.join(dir, 'm.pdf')],
  },
];

const dir = await mkdtemp(path.join(tmpdir(), 'protean-pdf-bench-'));
await mkdir(path.join(dir, 'split'));
const service = await startService({ WARM: 'on' });
const key = await newAccount(service);

/** Sends a request, and returns the result. */
async function send(
  files: readonly File[],
  target: string,
  options: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const form = new FormData();
  for (const file of files) form.append('file', file);
  for (const [name, value] of Object.entries({ target, ...options })) form.append(name, value);
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${service.url}/v1/convert`, { method: 'POST', headers, body: form });
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`answered ${response.status} ${body.toString()}`);
  return body;
}

/** Writes a PDF in which each page has 40 lines of text. */
async function makePdf(name: string, count: number): Promise<string> {
  const line = (page: number, n: number) =>
    `<p>Line ${n} of page ${page} has some words about the harbour.</p>`;
  const page = (_: unknown, at: number) =>
    `<div style="break-after: page">${Array.from({ length: 40 }, (_one, n) => line(at, n)).join('')}</div>`;
  const html = `<style>p { margin: 2pt; font-size: 9pt }</style>${Array.from({ length: count }, page).join('')}`;
  const file = path.join(dir, name);
  await writeFile(file, await send([new File([html], 'pages.html')], 'pdf', {}));
  return file;
}

async function measured({ files, target, options, qpdf, mutool }: Tool, source: string): Promise<number[][]> {
  const content = new Uint8Array(await readFile(source));
  const sent = Array.from({ length: files }, (_, n) => new File([content], `file-${n + 1}.pdf`));
  const variants = [
    () => send(sent, target, options),
    () => run('/usr/bin/qpdf', qpdf(source, dir)),
    ...(mutool ? [() => run('/usr/bin/mutool', mutool(source, dir))] : []),
  ];
  const taken: number[][] = variants.map(() => []);
  // The first round starts the warm engines, and is not counted.
  for (let round = 0; round <= rounds; round += 1)
    for (const [n, variant] of variants.entries()) {
      const ms = await timed(variant);
      if (round > 0) taken[n]?.push(ms);
    }
  return taken;
}

const inMs = ({ median }: Spread) => `${Math.round(median)} ms`;
const ratio = ({ min, median, max }: Spread) =>
  `${median.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)})`;

try {
  const source = await makePdf('source.pdf', pages);
  await makePdf('stamp.pdf', 1);
  const rows: string[][] = [[`on ${pages} pages`, 'Protean', 'qpdf', 'mutool', 'ratio to qpdf']];
  for (const tool of tools) {
    const [ours = [], qpdf = [], mutool] = await measured(tool, source);
    const times = [spread(ours), spread(qpdf)];
    rows.push([
      tool.what,
      ...times.map(inMs),
      mutool ? inMs(spread(mutool)) : '–',
      ratio(ratios(ours, qpdf)),
    ]);
    if (tool.mostMs !== undefined && spread(ours).median >= tool.mostMs) {
      console.log(`NOT KEPT: ${tool.what} takes ${inMs(spread(ours))}`);
      process.exitCode = 1;
    }
  }
  console.log(markdownTable(rows));
  if (process.argv.includes('--write')) await writeFigures('pdf-tools.md', 'speed', rows);
} finally {
  await service.close();
  await rm(dir, { recursive: true, force: true });
}
