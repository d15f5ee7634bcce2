/**
 * Compares the duration of common conversions over HTTP with the duration of the command that a user without Protean
 * would type.
 */
import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { post, startService } from '../support/server/service.ts';
import { run } from '../samples/run.ts';
import type { Samples } from '../samples/samples.ts';
import { inTurn, overBare, type Measurement } from './measure.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

interface RouteRival {
  from: string;
  to: string;
  bare: (input: string, output: string) => readonly [string, readonly string[]];
  rounds: number;
}

const rivals: readonly RouteRival[] = [
  {
    from: 'md',
    to: 'html',
    bare: (input, output) => ['/usr/bin/pandoc', ['-s', input, '-o', output]],
    rounds: 15,
  },
  {
    from: 'png',
    to: 'webp',
    bare: (input, output) => [magickProgram('convert'), [input, output]],
    rounds: 15,
  },
  {
    from: 'docx',
    to: 'pdf',
    bare: (input, output) => [
      '/usr/bin/soffice',
      ['--convert-to', 'pdf', '--outdir', path.dirname(output), input],
    ],
    rounds: 5,
  },
];

export async function benchRoutes(samples: Samples, dir: string): Promise<Measurement[]> {
  const service = await startService();
  try {
    const rows: Measurement[] = [];
    for (const { from, to, bare, rounds } of rivals) {
      const input = await samples.get(from);
      const bytes = new Uint8Array(await readFile(input));
      const overHttp = async () => {
        const answer = await post(`${service.url}/api/convert`, [
          ['file', new File([bytes], `a.${from}`)],
          ['target', to],
        ]);
        if (answer.status !== 200)
          throw new Error(`${from} to ${to}: ${answer.status} ${answer.error.message}`);
      };
      const byHand = async () =>
        run(...bare(input, path.join(await mkdtemp(path.join(dir, 'bare-')), `out.${to}`)));
      rows.push(overBare(`${from} → ${to} over HTTP`, await inTurn(rounds, overHttp, byHand)));
    }
    return rows;
  } finally {
    await service.close();
  }
}
