/**
 * Converts ordinary and hostile files for a long time, and measures whether the use of resources grows. The script
 * `run` calls this file.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readArguments } from '../support/arguments.ts';
import { post, startService, type Service } from '../support/server/service.ts';
import { FixtureFolder } from '../hostile/fixtures.ts';
import type { FileCase } from '../hostile/case.ts';
import { cases } from '../hostile/cases/index.ts';
import { Samples } from '../samples/samples.ts';
import { growth, measure, shown, type Measures } from './measures.ts';

const { values } = readArguments(new URL('./run', import.meta.url), {
  options: { minutes: { type: 'string', default: '20' } },
});

/** With the value N, every Nth file is hostile. */
const hostileEvery = 5;
const atOnce = 2;
const measureEveryMs = 5_000;
/** Pause after the last response. During the pause, the server prepares new sandboxes and engines. */
const restMs = 10_000;

/** Ordinary conversions, which use engines of every kind. */
const ordinary: readonly (readonly [from: string, to: string])[] = [
  ...([
    ['csv', 'json'],
    ['png', 'webp'],
    ['svg', 'png'],
    ['md', 'html'],
    ['docx', 'pdf'],
    ['json', 'yaml'],
  ] as const),
  ...([
    ['xlsx', 'csv'],
    ['epub', 'txt'],
    ['wav', 'mp3'],
    ['zip', 'tar.gz'],
    ['ttf', 'woff2'],
    ['pdf', 'png'],
  ] as const),
];

interface Upload {
  name: string;
  content: Buffer;
  to: string;
}

const dir = await mkdtemp(path.join(tmpdir(), 'protean-soak-'));
const status = await soak(dir).finally(() => rm(dir, { recursive: true, force: true }));
process.exit(status);

async function soak(temp: string): Promise<number> {
  const friendly = await ordinaryUploads(path.join(temp, 'samples'));
  const hostile = await hostileUploads(temp);
  const service = await startService({ TMPDIR: temp });
  try {
    const ends = performance.now() + Number(values.minutes) * 60_000;
    const measures: Measures[] = [];
    const server = { pid: service.process.pid ?? 0, dataDir: service.dataDir };
    let sent = 0;
    const work = Array.from({ length: atOnce }, async () => {
      while (performance.now() < ends) {
        const n = sent++;
        const turn = n % hostileEvery === 0 ? hostile : friendly;
        await convert(service, turn[Math.floor(n / (turn === hostile ? hostileEvery : 1)) % turn.length]);
      }
    });
    while (performance.now() < ends) {
      await delay(measureEveryMs);
      measures.push(await measure(server));
      if (measures.length % 12 === 0) console.log(shown(measures.slice(-12), sent));
    }
    await Promise.all(work);
    await delay(restMs);
    const grown = growth(measures, await measure(server));
    console.log([shown(measures.slice(-12), sent), ...grown].join('\n'));
    return grown.length === 0 && service.process.exitCode === null ? 0 : 1;
  } finally {
    await service.close();
  }
}

async function convert({ url }: Service, upload: Upload | undefined): Promise<void> {
  if (!upload) return;
  const file = new File([new Uint8Array(upload.content)], upload.name);
  // Ignores the response, because the server may reject the file. A conversion that hangs increases the measured number
  // of processes.
  await post(
    `${url}/api/convert`,
    [
      ['file', file],
      ['target', upload.to],
    ],
    AbortSignal.timeout(90_000),
  ).catch(() => {});
}

async function ordinaryUploads(folder: string): Promise<Upload[]> {
  const samples = new Samples(folder);
  return Promise.all(
    ordinary.map(async ([from, to]) => ({
      name: `in.${from}`,
      to,
      content: await readFile(await samples.get(from)),
    })),
  );
}

/**
 * Returns every seventh hostile file. Omits hostile files that use up their time limit on purpose, and hostile files
 * that try to read a particular location.
 */
async function hostileUploads(temp: string): Promise<Upload[]> {
  const app = await FixtureFolder.open(temp);
  const files = cases.filter(
    (row): row is FileCase & { category: 'image' } => 'make' in row && !row.long && !row.location,
  );
  const uploads: Upload[] = [];
  for (const row of files.filter((_, n) => n % 7 === 0)) {
    const content = Buffer.from((await row.make(await app.lay(row.name))) as string);
    uploads.push({ name: `in.${row.ext}`, to: row.to[0] ?? '', content });
  }
  app.close();
  return uploads;
}
