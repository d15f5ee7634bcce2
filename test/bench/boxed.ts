/** What the box costs: the same call boxed and bare. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Conversions } from '../../packages/server/src/app.ts';
import { makeStepFolders } from '../../packages/server/src/sandbox/layout.ts';
import { defaultLimits } from '../../packages/server/src/sandbox/limits.ts';
import { inTurn, spread, type Row } from './measure.ts';

export async function benchBox({ sandbox, workspace }: Conversions): Promise<Row[]> {
  const folders = await makeStepFolders(path.join(await workspace.openJob(), 'box'));
  const argv = ['/usr/bin/convert-im6.q16', '-version'];
  const boxed = async () => {
    const { status } = await sandbox.run({ argv, folders, limits: defaultLimits });
    if (status !== 0) throw new Error(`the boxed call ended with ${status}`);
  };
  const bare = async () => {
    const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'close');
  };
  const { a, b } = await inTurn(60, boxed, bare);
  const base = spread(b).median;
  return [
    {
      what: 'a boxed call over the same call bare',
      measured: spread(a.map((ms) => ms - base)),
      unit: 'ms',
      most: 8,
      note: `bare ${base.toFixed(1)} ms`,
    },
  ];
}
