/**
 * Compares the speed of conversions over HTTP with the speed of the bare command (the engine's command without
 * Protean), for an account and for a caller without a key. The server has warm engines: processes that wait with their
 * libraries loaded. The benchmark also measures many conversions at once.
 */
import { cpus } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { startService } from '../support/server/service.ts';
import { run } from '../samples/run.ts';
import type { Samples } from '../samples/samples.ts';
import { inTurn, spread, timed, type Measurement } from './measure.ts';
import { convert, newAccount, sender } from './requests.ts';

type BareCommand = readonly [string, readonly string[]];

interface WarmRival {
  from: string;
  to: string;
  bare(input: string, dir: string): BareCommand;
  /**
   * Minimum speed relative to the speed of the bare command: `account` for an account, `unknown` for a caller without a
   * key.
   */
  account: number;
  unknown?: number;
}

const office = (input: string, dir: string): BareCommand => [
  '/usr/bin/soffice',
  ['--convert-to', 'pdf', '--outdir', dir, input],
];

const rivals: readonly WarmRival[] = [
  { from: 'docx', to: 'pdf', bare: office, account: 25, unknown: 6 },
  { from: 'xlsx', to: 'pdf', bare: office, account: 10, unknown: 6 },
  { from: 'pptx', to: 'pdf', bare: office, account: 10, unknown: 6 },
  {
    from: 'epub',
    to: 'mobi',
    bare: (input, dir) => ['/usr/bin/ebook-convert', [input, path.join(dir, 'out.mobi')]],
    account: 2.5,
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
/**
 * Number of rounds for an account. An account needs more rounds than the callers without a key (`rounds`), because the
 * start of the keyless callers' warm engines slows down the first rounds of the account. The rounds of an account do
 * not need the pause `settleMs`, because an account reuses its warm engine.
 */
const knownRounds = 15;
/**
 * Pause before each conversion without a key. During the pause before a conversion, a new warm engine starts. Without
 * the pause, the request would wait for the start of the warm engine.
 */
const settleMs = 3_000;

export async function benchWarm(samples: Samples, dir: string): Promise<Measurement[]> {
  const service = await startService({ WARM: 'on' });
  try {
    const key = await newAccount(service);
    const rows: Measurement[] = [];
    for (const rival of rivals) {
      const file = await samples.get(rival.from);
      const bare = () => run(...rival.bare(file, dir));
      const known = await inTurn(knownRounds, () => convert(service, file, rival.to, key), bare, 200);
      rows.push(faster(rival, 'an account', known, rival.account));
      if (rival.unknown === undefined) continue;
      const unknown = await inTurn(rounds, () => convert(service, file, rival.to), bare, settleMs);
      rows.push(faster(rival, 'a client without a key', unknown, rival.unknown));
    }
    return rows;
  } finally {
    await service.close();
  }
}

function faster(
  { from, to }: WarmRival,
  whom: string,
  { a, b }: { a: readonly number[]; b: readonly number[] },
  least: number,
): Measurement {
  const [ours, bare] = [spread(a).median, spread(b).median];
  return {
    what: `${from} → ${to} for ${whom}: speed relative to the bare command`,
    measured: spread(a.map((ms) => bare / ms)),
    unit: '×',
    least,
    note: `bare ${Math.round(bare)} ms, over HTTP ${Math.round(ours)} ms`,
  };
}

/** Number of documents in a round. */
const documents = 50;

/** Converts documents for one account, 10 at once, on a server with 1 core and on a server with 2 cores. */
export async function benchMany(samples: Samples): Promise<Measurement[]> {
  const file = await samples.get('docx');
  const rates: number[][] = [];
  for (const cores of ['0', '0,1']) {
    const service = await startService({ WARM: 'on' }, ['taskset', '--cpu-list', cores]);
    try {
      const send = await sender(service, file, 'pdf', await newAccount(service));
      const some = () => atOnce(10, documents, send);
      // A newly started LibreOffice is slower at first.
      await some();
      const measured: number[] = [];
      for (let round = 0; round < rounds; round += 1) measured.push((documents * 1000) / (await timed(some)));
      rates.push(measured);
    } finally {
      await service.close();
    }
  }
  const [one = [], two = []] = rates;
  const base = spread(one).median;
  return [
    {
      what: 'ten documents at once, speed-up from one core to two',
      measured: spread(two.map((rate) => rate / base)),
      unit: '×',
      least: 1.6,
      note: `none failed; ${spread(two).median.toFixed(1)} documents a second`,
    },
  ];
}

/**
 * Compares the rate of small picture conversions over HTTP with the rate of a loop that only calls sharp. The number of
 * parallel requests is the number of cores.
 */
export async function benchPictures(samples: Samples, dir: string): Promise<Measurement[]> {
  const service = await startService({ WARM: 'on' });
  try {
    const picture = path.join(dir, 'small.png');
    await drawSmall(picture);
    const key = await newAccount(service);
    const send = await sender(service, picture, 'webp', key);
    const alone = () => sharp(picture).webp({ quality: 85 }).toBuffer();
    await atOnce(cpus().length, 50, send);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(pictures / (await timed(() => atOnce(cpus().length, pictures, send))));
      theirs.push(pictures / (await timed(() => atOnce(1, pictures, alone))));
    }
    const fifty = async (what: string, work: () => Promise<unknown>): Promise<Measurement> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timed(() => atOnce(50, 50, work)));
      const about = `fifty ${what} at once for one account, until the last is answered`;
      return { what: about, measured: spread(times), unit: 'ms', most: 500, note: 'none refused' };
    };
    const fifties = [
      await fifty('of them', send),
      await fifty('icons of 64 × 48', await sender(service, await samples.get('png'), 'webp', key)),
    ];
    const base = spread(theirs).median;
    const single = await inTurn(50, send, alone);
    return [
      {
        what: 'small png → webp, rate compared with sharp alone in a loop',
        measured: spread(ours.map((rate) => rate / base)),
        unit: '×',
        least: 0.6,
        note: `sharp ${Math.round(base * 1000)} a second, over HTTP ${Math.round(spread(ours).median * 1000)}`,
      },
      ...fifties,
      {
        what: 'the same, one at a time: time that the service adds',
        measured: spread(single.a.map((ms) => ms - spread(single.b).median)),
        unit: 'ms',
        note: `sharp alone ${spread(single.b).median.toFixed(1)} ms`,
      },
    ];
  } finally {
    await service.close();
  }
}

/** Number of pictures in a round. */
const pictures = 200;

/** Draws a thumbnail that resembles a photograph. */
export async function drawSmall(file: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 320, height: 240, channels: 3, background: '#888', noise } as const;
  await sharp({ create }).blur(2).png().toFile(file);
}

/** Calls `work` a total of `times` times, with at most `width` calls in parallel. */
export async function atOnce(width: number, times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const one = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: width }, one));
}
