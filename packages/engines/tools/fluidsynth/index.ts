/** FluidSynth: renders MIDI to a WAV file with a sound font. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, nodeMounts } from '../../contract/mounts.ts';

const soundFont = '/usr/share/sounds/sf2/TimGM6mb.sf2';

export const fluidsynth = defineEngine({
  id: 'fluidsynth',
  title: 'FluidSynth',
  needs: [
    { command: 'fluidsynth', debian: 'fluidsynth' },
    { command: soundFont, debian: 'timgm6mb-soundfont' },
  ],
  mounts: [...nodeMounts, ...binaries('fluidsynth'), soundFont],
  edges: [{ reads: ['mid'], writes: ['wav'], cost: 3 }],
  command: (step) => runnerCommand('tools/fluidsynth/runner.ts', step, { soundFont }),
});
