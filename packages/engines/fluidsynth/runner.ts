/** Plays a MIDI file into a wave file and fails where FluidSynth only complains: it ends well on half a song. */
import { spawnSync } from 'node:child_process';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

const { input, output, from, instruments } = readStep<{ instruments: string }>();
await refuseTruncated(input, from);
const { status, stderr } = spawnSync(
  'fluidsynth',
  [...['-q', '-n', '-i', '-r', '44100', '-T', 'wav', '-O', 's16', '-F', output], instruments, input],
  { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
);
process.stderr.write(stderr);
if (status === null) throw new Error('FluidSynth died');
process.exitCode = stderr.includes('fluidsynth: error:') ? 1 : status;
