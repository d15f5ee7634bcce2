/**
 * Measures how long `protean convert` takes for small conversions, compared with the engine's own command. Also
 * measures how long `protean convert` takes to reject an unknown file extension.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Samples } from '../samples/samples.ts';
import { inTurn, ratios, spread, type Measurement } from './measure.ts';

const run = promisify(execFile);
const protean = fileURLToPath(new URL('../../script/protean', import.meta.url));
const rounds = 9;

/** A small conversion to measure. `bare` is the command that a user would type without Protean. */
interface SmallConversion {
  what: string;
  from: string;
  to: string;
  /**
   * Maximum ratio of the time of `protean convert` to the time of the bare command. If `most` is absent, the ratio has
   * no maximum.
   */
  most?: number;
  bare: (input: string, dir: string) => [string, string[]];
}

const conversions: readonly SmallConversion[] = [
  {
    what: 'docx → pdf, LibreOffice',
    from: 'docx',
    to: 'pdf',
    most: 1.5,
    bare: (input, dir) => [
      'soffice',
      [
        `-env:UserInstallation=file://${dir}/profile`,
        '--headless',
        '--convert-to',
        'pdf',
        '--outdir',
        dir,
        input,
      ],
    ],
  },
  {
    what: 'md → docx, pandoc',
    from: 'md',
    to: 'docx',
    bare: (input, dir) => ['pandoc', [input, '-o', path.join(dir, 'bare.docx')]],
  },
  {
    what: 'wav → mp3, ffmpeg',
    from: 'wav',
    to: 'mp3',
    bare: (input, dir) => ['ffmpeg', ['-y', '-loglevel', 'error', '-i', input, path.join(dir, 'bare.mp3')]],
  },
  {
    // `protean convert` starts Node twice, for itself and for the engine of this conversion. Therefore, the ratio of
    // its time to the time of a start of Node cannot be below 2.
    what: 'json → yaml, compared with a start of Node',
    from: 'json',
    to: 'yaml',
    bare: () => [process.execPath, ['-e', '0']],
  },
];

export async function benchCommandLine(samples: Samples, folder: string): Promise<Measurement[]> {
  const dir = path.join(folder, 'command-line');
  await mkdir(dir, { recursive: true });
  // As on a user's machine, `protean convert` stores the result of its sandbox check in the home folder. In this
  // benchmark, `dir` is the home folder.
  const env = { ...process.env, HOME: dir, XDG_CACHE_HOME: '', PROTEAN_SERVER: '' };
  const measurements: Measurement[] = [];
  for (const { what, from, to, most, bare } of conversions) {
    const input = await samples.get(from);
    const [program, args] = bare(input, dir);
    const times = await inTurn(
      rounds,
      () => run(protean, ['convert', input, path.join(dir, `own.${to}`), '--force'], { env }),
      () => run(program, args, { env }),
    );
    const [own, alone] = [spread(times.a), spread(times.b)];
    measurements.push({
      what: `protean convert, ${what}: time relative to the bare command`,
      measured: ratios(times.a, times.b),
      unit: '×',
      ...(most === undefined ? {} : { most }),
      note: `protean ${Math.round(own.median)} ms, bare ${Math.round(alone.median)} ms`,
    });
  }
  return [...measurements, await mistake(dir, env)];
}

/**
 * Measures how long `protean convert` takes to reject an unknown file extension, minus the time that Node takes to
 * start. The command must reject the extension without starting engines.
 */
async function mistake(dir: string, env: NodeJS.ProcessEnv): Promise<Measurement> {
  await writeFile(path.join(dir, 'a.json'), '{}');
  const failing = () =>
    run(protean, ['convert', 'a.json', 'a.ymal'], { cwd: dir, env }).then(
      () => Promise.reject(new Error('converted to an unknown format')),
      () => {},
    );
  const { a, b } = await inTurn(rounds, failing, () => run(process.execPath, ['-e', '0']));
  const node = spread(b).median;
  return {
    what: 'protean convert: a wrong extension, without the start of Node',
    measured: spread(a.map((ms) => ms - node)),
    unit: 'ms',
    most: 250,
    note: `Node alone ${Math.round(node)} ms`,
  };
}
