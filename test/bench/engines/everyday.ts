/**
 * Compares the duration of common conversions of an account with the duration of the bare command (the engine's command
 * without Protean). The bare command often spends most of its time on start-up.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../samples/run.ts';
import type { Samples } from '../../samples/samples.ts';
import { startService } from '../../support/server/service.ts';
import { report } from './everyday-files.ts';
import { inTurn, overBare, type Measurement } from '../measure.ts';
import { newAccount, sender } from '../requests.ts';

interface EverydayPair {
  from: string;
  to: string;
  bare: (input: string, output: string) => readonly [string, readonly string[]];
  /** Maximum time of the engine, as a multiple of the time of the bare command. */
  most: number;
}

const ffmpeg = ['-nostdin', '-v', 'error', '-y'];
const bareFfmpeg = (input: string, output: string) =>
  ['/usr/bin/ffmpeg', [...ffmpeg, '-i', input, output]] as const;
const barePandoc = (input: string, output: string) =>
  ['/usr/bin/pandoc', ['-s', input, '-o', output]] as const;

const pairs: readonly EverydayPair[] = [
  { from: 'wav', to: 'mp3', bare: bareFfmpeg, most: 1 },
  { from: 'mp4', to: 'mp3', bare: bareFfmpeg, most: 1 },
  {
    from: 'mp4',
    to: 'mkv',
    bare: (input, output) => ['/usr/bin/ffmpeg', [...ffmpeg, '-i', input, '-c', 'copy', output]],
    most: 1.1,
  },
  { from: 'md', to: 'html', bare: barePandoc, most: 1 },
  { from: 'md', to: 'docx', bare: barePandoc, most: 1 },
  // The source is a report of 20 pages.
  {
    from: 'pdf',
    to: 'png',
    bare: (input, output) => ['/usr/bin/pdftoppm', ['-png', '-r', '150', input, output]],
    most: 0.25,
  },
];

const rounds = 15;

export async function benchEveryday(samples: Samples, dir: string): Promise<Measurement[]> {
  const files: Readonly<Record<string, string>> = {
    wav: path.join(dir, 'half-minute.wav'),
    mp4: path.join(dir, 'five-seconds.mp4'),
    md: await samples.get('md'),
    pdf: path.join(dir, 'report.pdf'),
  };
  const tone = (seconds: number) => [
    '-f',
    'lavfi',
    '-i',
    `anoisesrc=duration=${seconds}:amplitude=0.3:seed=1`,
  ];
  const video = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=5'];
  await run('/usr/bin/ffmpeg', [...ffmpeg, ...tone(30), '-ac', '2', files['wav'] ?? '']);
  await run('/usr/bin/ffmpeg', [...ffmpeg, ...video, ...tone(5), files['mp4'] ?? '']);
  await writeFile(path.join(dir, 'report.md'), report());
  await run('/usr/bin/pandoc', [path.join(dir, 'report.md'), '-o', path.join(dir, 'report.docx')]);
  await run('/usr/bin/soffice', ['--convert-to', 'pdf', '--outdir', dir, path.join(dir, 'report.docx')]);
  const service = await startService({ WARM: 'on' });
  try {
    const key = await newAccount(service);
    const rows: Measurement[] = [];
    for (const { from, to, bare, most } of pairs) {
      const file = files[from] ?? '';
      const send = await sender(service, file, to, key);
      const times = await inTurn(rounds, send, () => run(...bare(file, path.join(dir, `bare.${to}`))));
      rows.push({ ...overBare(`${from} → ${to} for an account`, times), most });
    }
    return rows;
  } finally {
    await service.close();
  }
}
