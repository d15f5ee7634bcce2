/**
 * Compares three ways to convert a small drawing to PNG: Protean's planned route (with resvg), Protean with its engine
 * librsvg, and the command rsvg-convert without Protean. The three conversions run in turn. `--write` puts the table
 * into docs/quality/svg.md. Fails if the planned route is slower than rsvg-convert.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { openConversions, sandboxReadiness } from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { markdownTable } from '../docs/markdown-table.ts';
import { run } from '../samples/run.ts';
import { timeConversion } from './engines/conversion-time.ts';
import { quartiles, timed, type Quartiles } from './measure.ts';

const rounds = 40;
const page = path.join(import.meta.dirname, '../../docs/quality/svg.md');
const heads = ['small drawing → png', 'lower quartile', 'median', 'upper quartile', 'ratio to rsvg-convert'];
const heading = `| ${heads[0]} |`;

/** A drawing with a gradient, a curve and a word, as in icons and diagrams. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">
<defs><linearGradient id="g"><stop stop-color="#09f"/><stop offset="1" stop-color="#f60"/></linearGradient></defs>
<rect width="200" height="200" fill="url(#g)"/>
<path d="M20 180C60 20 140 20 180 180Z" fill="none" stroke="#222" stroke-width="8"/>
<text x="20" y="60" font-family="sans-serif" font-size="24">Label</text>
</svg>
`;

const dir = await mkdtemp(path.join(tmpdir(), 'protean-svg-bench-'));
const config = loadConfig();
const parts = await openConversions(
  config,
  path.join(dir, 'work'),
  sandboxReadiness(config, () => {}),
);
try {
  const file = path.join(dir, 'drawing.svg');
  await writeFile(file, drawing);
  const pair = { source: 'svg', target: 'png', file };
  const librsvg = parts.catalogue
    .fallbacks('svg')
    .filter(({ engine, to }) => engine === 'rsvg' && to === 'png');
  const times = await inTurn({
    'Protean, resvg': async () => (await timeConversion(parts, pair)).ms,
    'Protean, librsvg': async () => (await timeConversion(parts, { ...pair, steps: librsvg })).ms,
    'rsvg-convert': () => timed(() => run('/usr/bin/rsvg-convert', [file, '-o', path.join(dir, 'bare.png')])),
  });
  const table = tableOf(times);
  console.log(table);
  if (process.argv.includes('--write')) await store(table);
  const medianOf = (name: string) => times.get(name)?.median ?? NaN;
  if (!(medianOf('Protean, resvg') <= medianOf('rsvg-convert'))) {
    console.log('\nNOT KEPT: Protean is slower than rsvg-convert');
    process.exitCode = 1;
  }
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}

/** Runs each variant once to warm up, and then once per round. Returns the quartiles of each variant's times. */
async function inTurn(
  variants: Readonly<Record<string, () => Promise<number>>>,
): Promise<ReadonlyMap<string, Quartiles>> {
  const taken = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, variant] of Object.entries(variants)) {
      const ms = await variant();
      taken.set(name, round === 0 ? [] : [...(taken.get(name) ?? []), ms]);
    }
  return new Map([...taken].map(([name, values]) => [name, quartiles(values)]));
}

function tableOf(times: ReadonlyMap<string, Quartiles>): string {
  const bare = times.get('rsvg-convert')?.median ?? NaN;
  const inMs = (value: number) => `${Math.round(value)} ms`;
  const rows = [...times].map(([name, { low, median, high }]) => [
    name,
    ...[low, median, high].map(inMs),
    (median / bare).toFixed(2),
  ]);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `Measured on ${date} with ${cpus().length} × ${cpus()[0]?.model}, in ${rounds} rounds`;
  return `${markdownTable([heads, ...rows])}\n\n${machine}`;
}

/** Replaces the table, and the line with the date and the machine below the table. */
async function store(table: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  const start = text.indexOf(heading);
  const end = text.indexOf(' rounds\n', start);
  if (start < 0 || end < 0) throw new Error(`docs/quality/svg.md has no table that begins with ${heading}`);
  await writeFile(page, `${text.slice(0, start)}${table}${text.slice(end + ' rounds'.length)}`);
}
