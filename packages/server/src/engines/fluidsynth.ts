/** FluidSynth: plays MIDI with a set of sampled instruments into a wave file. */
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';
import { binaries, nodeParts } from './shows.ts';

const instruments = '/usr/share/sounds/sf2/TimGM6mb.sf2';

export const fluidsynth = defineEngine({
  id: 'fluidsynth',
  title: 'FluidSynth',
  needs: [
    { command: 'fluidsynth', debian: 'fluidsynth' },
    { command: instruments, debian: 'timgm6mb-soundfont' },
  ],
  shows: [...nodeParts, ...binaries('fluidsynth'), instruments],
  edges: [{ reads: ['mid'], writes: ['wav'], cost: 3 }],
  command: (step) => hostCommand('midi.ts', step, { instruments }),
});
