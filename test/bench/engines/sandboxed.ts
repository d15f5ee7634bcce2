/** Measures the overhead of the sandbox: runs the same program with and without it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Conversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { imagemagickMounts } from '@protean/engines/contract/mounts.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import { inTurn, spread, type Measurement } from '../measure.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

/**
 * Pause before each call. During the pause, the server starts the sandbox for the next call, as the server does in
 * normal use. Without the pause, the start of the sandbox would slow down the calls that use no sandbox.
 */
const settleMs = 50;

export async function benchSandbox({ sandbox }: Conversions): Promise<Measurement[]> {
  const argv = [magickProgram('convert'), '-version'];
  const sandboxed = () =>
    sandbox.run({
      commands: [argv],
      limits: defaultLimits,
      mounts: imagemagickMounts,
      stageInputs: async () => {},
      collectOutputs: (_folders, { status }) =>
        status === 0
          ? Promise.resolve()
          : Promise.reject(new Error(`the sandboxed call exited with ${status}`)),
    });
  const bare = async () => {
    const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'close');
  };
  const { a, b } = await inTurn(60, sandboxed, bare, settleMs);
  const base = spread(b).median;
  return [
    {
      what: 'overhead of the sandbox for one call',
      measured: spread(a.map((ms) => ms - base)),
      unit: 'ms',
      most: 8,
      note: `bare ${base.toFixed(1)} ms`,
    },
  ];
}
