/**
 * Measures how conversion time grows with file size (1, 10 and 100 times the smallest size). If a program can do the
 * same conversion without Protean (the bare program), Protean and the bare program run in turn. Prints a row for each
 * pair of formats and each size. Each row of the output contains the time, the ratio to the time of the bare program,
 * and the slope. A slope of 1 means that the time grows in proportion to the size. `--quick` skips the largest size.
 * Arguments such as `csv>json` select pairs of formats.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { openConversions, sandboxReadiness } from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { run } from '../samples/run.ts';
import { growthRows, type GrowthRow } from './engines/growth-files.ts';
import { inTurn, ratios, spread, timed } from './measure.ts';

/** The file sizes as multiples of the smallest size, and the number of measured conversions for each size. */
const sizes = [
  { times: 1, rounds: 5 },
  { times: 10, rounds: 3 },
  { times: 100, rounds: 3 },
];
const isQuick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((word) => word !== '--quick');

const dir = await mkdtemp(path.join(tmpdir(), 'protean-growth-'));
const config = loadConfig();
const parts = await openConversions(
  config,
  path.join(dir, 'work'),
  sandboxReadiness(config, () => {}),
);
try {
  console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}\n`);
  console.log('| pair | size | conversion | ratio to bare program | slope |');
  console.log('|---|---|---|---|---|');
  for (const row of growthRows) {
    const pair = `${row.from}>${row.to}`;
    if (wanted.length === 0 || wanted.includes(pair)) await measureRow(row);
  }
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}

async function measureRow({ from, to, size, smallest, make, bare }: GrowthRow): Promise<void> {
  let before: number | undefined;
  for (const { times, rounds } of isQuick ? sizes.slice(0, 2) : sizes) {
    const own = await mkdtemp(path.join(dir, 'files-'));
    const input = path.join(own, `source.${from}`);
    const amount = smallest * times;
    await make(input, amount);
    const output = path.join(own, `bare.${to}`);
    const ours = () => convert(input, from, to);
    const measured = bare
      ? await inTurn(rounds, ours, () => run(...bare(input, output)))
      : { a: await several(rounds, ours), b: [] };
    const { median } = spread(measured.a);
    const over = bare ? ratioText(measured) : '–';
    const slope = before === undefined ? '' : Math.log10(median / before).toFixed(2);
    const bytes = `${((await stat(input)).size / 1e6).toPrecision(2)} MB`;
    console.log(
      `| ${from} → ${to} | ${size(amount)}, ${bytes} | ${secondsText(measured.a)} | ${over} | ${slope} |`,
    );
    before = median;
    await rm(own, { recursive: true });
  }
}

async function convert(file: string, source: string, target: string): Promise<void> {
  const { converter, workspace } = parts;
  await using folder = workspace.openConversion();
  const plan = await converter.plan({ fileName: `a.${source}`, target, source, options: {} }, file);
  // Uses the limits of a job, which are higher than the limits of a synchronous request.
  const bounds = { wallMs: 900_000, outputBytes: 5 * 1024 ** 3 };
  await converter.convert(plan, { dir: folder.path, account: 'bench', bounds });
}

async function several(rounds: number, work: () => Promise<void>): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await timed(work));
  return measured;
}

function ratioText({ a, b }: { a: readonly number[]; b: readonly number[] }): string {
  const { min, median, max } = ratios(a, b);
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

function secondsText(ms: readonly number[]): string {
  const { min, median, max } = spread(ms);
  const seconds = (value: number) => (value / 1000).toPrecision(2);
  return `${seconds(median)} (${seconds(min)}–${seconds(max)}) s`;
}
