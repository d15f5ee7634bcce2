/**
 * Renders a MIDI file to WAV. The runner also fails if FluidSynth prints an error but exits with 0, for example for a
 * truncated song.
 */
import { spawnSync } from 'node:child_process';
import { readStep } from '../../contract/step.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';

const { input, output, from, soundFont } = readStep<{ soundFont: string }>();
await refuseTruncated(input, from);
const { status, stderr } = spawnSync(
  'fluidsynth',
  [...['-q', '-n', '-i', '-r', '44100', '-T', 'wav', '-O', 's16', '-F', output], soundFont, input],
  { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
);
process.stderr.write(stderr);
if (status === null) throw new Error('FluidSynth was killed');
process.exitCode = stderr.includes('fluidsynth: error:') ? 1 : status;
