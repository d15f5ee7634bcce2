/** What keeping engines warm is worth: over HTTP, for an account and for somebody unknown, beside the bare command. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { answerOf, protean, startService, type Service } from '../e2e/service.ts';
import { run } from '../samples/run.ts';
import type { Samples } from '../samples/samples.ts';
import { inTurn, spread, timed, type Row } from './measure.ts';

type Command = readonly [string, readonly string[]];

interface Rival {
  from: string;
  to: string;
  bare(input: string, dir: string): Command;
  /** How many times faster than the bare command an account is promised it, and somebody unknown. */
  account: number;
  unknown?: number;
}

const office = (input: string, dir: string): Command => [
  '/usr/bin/soffice',
  ['--convert-to', 'pdf', '--outdir', dir, input],
];

const rivals: readonly Rival[] = [
  { from: 'docx', to: 'pdf', bare: office, account: 10, unknown: 6 },
  { from: 'xlsx', to: 'pdf', bare: office, account: 10, unknown: 6 },
  { from: 'pptx', to: 'pdf', bare: office, account: 10, unknown: 6 },
  {
    from: 'epub',
    to: 'mobi',
    bare: (input, dir) => ['/usr/bin/ebook-convert', [input, path.join(dir, 'out.mobi')]],
    account: 2,
  },
  {
    from: 'ttf',
    to: 'woff2',
    bare: (input, dir) => [
      '/usr/bin/python3',
      ['-m', 'fontTools.ttLib.woff2', 'compress', '-o', path.join(dir, 'out.woff2'), input],
    ],
    account: 2,
  },
];

const rounds = 5;
/** A fresh process is started after each job of somebody unknown; who comes back sooner waits for it. */
const settleMs = 3_000;

export async function benchWarm(samples: Samples, dir: string): Promise<Row[]> {
  const service = await startService({ WARM: 'on' });
  try {
    const key = await newAccount(service);
    const rows: Row[] = [];
    for (const rival of rivals) {
      const file = await samples.get(rival.from);
      const bare = () => run(...rival.bare(file, dir));
      const known = await inTurn(rounds, () => convert(service, file, rival.to, key), bare, 200);
      rows.push(faster(rival, 'an account', known, rival.account));
      if (rival.unknown === undefined) continue;
      const unknown = await inTurn(rounds, () => convert(service, file, rival.to), bare, settleMs);
      rows.push(faster(rival, 'somebody unknown', unknown, rival.unknown));
    }
    return rows;
  } finally {
    await service.close();
  }
}

function faster(
  { from, to }: Rival,
  whom: string,
  { a, b }: { a: readonly number[]; b: readonly number[] },
  least: number,
): Row {
  const [ours, bare] = [spread(a).median, spread(b).median];
  return {
    what: `${from} → ${to} for ${whom}, times faster than the bare command`,
    measured: spread(a.map((ms) => bare / ms)),
    unit: '×',
    least,
    note: `bare ${Math.round(bare)} ms, over HTTP ${Math.round(ours)} ms`,
  };
}

/** Ten documents at once for one account, by a server that may use two cores and by one that may use one. */
export async function benchMany(samples: Samples): Promise<Row[]> {
  const file = await samples.get('docx');
  const rates: Record<string, number[]> = {};
  for (const atOnce of ['1', '2']) {
    const service = await startService({ WARM: 'on', CONVERSIONS_AT_ONCE: atOnce });
    try {
      const key = await newAccount(service);
      const ten = () => Promise.all(Array.from({ length: 10 }, () => convert(service, file, 'pdf', key)));
      await ten();
      rates[atOnce] = [];
      for (let round = 0; round < rounds; round += 1) rates[atOnce].push(10_000 / (await timed(ten)));
    } finally {
      await service.close();
    }
  }
  const one = spread(rates['1'] ?? []).median;
  const two = rates['2'] ?? [];
  return [
    {
      what: 'ten documents at once, two at a time over one at a time',
      measured: spread(two.map((rate) => rate / one)),
      unit: '×',
      least: 1.6,
      note: `none failed; ${spread(two).median.toFixed(1)} documents a second`,
    },
  ];
}

/** Small pictures one after the other, beside sharp alone in a loop. */
export async function benchPictures(samples: Samples): Promise<Row[]> {
  const service = await startService({ WARM: 'on' });
  try {
    const key = await newAccount(service);
    const file = await samples.get('png');
    const { a, b } = await inTurn(
      60,
      () => convert(service, file, 'webp', key),
      () => sharp(file).webp({ quality: 85 }).toBuffer(),
    );
    const alone = spread(b).median;
    return [
      {
        what: 'small png → webp, the speed of sharp alone',
        measured: spread(a.map((ms) => alone / ms)),
        unit: '×',
        least: 0.6,
        note: `sharp alone ${alone.toFixed(1)} ms, over HTTP ${spread(a).median.toFixed(1)} ms`,
      },
    ];
  } finally {
    await service.close();
  }
}

/** Throws when it is not answered 200: a failed conversion is no fast one. */
export async function convert({ url }: Service, file: string, target: string, key?: string): Promise<void> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(await readFile(file))], path.basename(file)));
  body.append('target', target);
  const [place, headers] = key === undefined ? ['api', {}] : ['v1', { Authorization: `Bearer ${key}` }];
  const answer = await answerOf(await fetch(`${url}/${place}/convert`, { method: 'POST', body, headers }));
  if (answer.status !== 200)
    throw new Error(`${path.basename(file)} to ${target}: ${answer.status} ${answer.error.message}`);
}

/** A key of a new account that may do as much as is measured. */
export async function newAccount({ dataDir }: Service): Promise<string> {
  const { stdout } = await promisify(execFile)(
    protean,
    ['admin', 'account', 'create', '--email', 'bench@example.com', '--plan', 'growth', '--json'],
    { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } },
  );
  return (JSON.parse(stdout) as { api_key: string }).api_key;
}
