/** FluidSynth: plays MIDI with a set of sampled instruments into a wave file. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { binaries, nodeMounts } from '../runtime/mounts.ts';

const instruments = '/usr/share/sounds/sf2/TimGM6mb.sf2';

export const fluidsynth = defineEngine({
  id: 'fluidsynth',
  title: 'FluidSynth',
  needs: [
    { command: 'fluidsynth', debian: 'fluidsynth' },
    { command: instruments, debian: 'timgm6mb-soundfont' },
  ],
  mounts: [...nodeMounts, ...binaries('fluidsynth'), instruments],
  edges: [{ reads: ['mid'], writes: ['wav'], cost: 3 }],
  command: (step) => runnerCommand('fluidsynth/runner.ts', step, { instruments }),
});
