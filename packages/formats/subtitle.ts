/** Subtitle formats, a row each. */
import type { Format, Trait } from './format.ts';

const bare = ['text', 'timing'] as const satisfies readonly Trait[];
const emphasised = [...bare, 'styling'] as const satisfies readonly Trait[];
const scripted = [...emphasised, 'screen'] as const satisfies readonly Trait[];

export const subtitles: readonly Format[] = [
  {
    ext: 'srt',
    name: 'SubRip',
    category: 'subtitle',
    mime: 'application/x-subrip',
    holds: emphasised,
  },
  {
    ext: 'vtt',
    name: 'WebVTT',
    category: 'subtitle',
    mime: 'text/vtt',
    aliases: ['webvtt'],
    holds: emphasised,
    magic: [{ hex: '574542565454' }, { hex: 'efbbbf574542565454' }],
  },
  {
    ext: 'ass',
    name: 'Advanced SubStation Alpha',
    category: 'subtitle',
    mime: 'text/x-ass',
    holds: scripted,
  },
  { ext: 'ssa', name: 'SubStation Alpha', category: 'subtitle', mime: 'text/x-ssa', holds: scripted },
  { ext: 'lrc', name: 'Timed lyrics', category: 'subtitle', mime: 'application/x-lrc', holds: bare },
  {
    ext: 'ttml',
    name: 'Timed Text',
    category: 'subtitle',
    mime: 'application/ttml+xml',
    aliases: ['dfxp', 'itt'],
    holds: emphasised,
  },
  { ext: 'sbv', name: 'YouTube captions', category: 'subtitle', mime: 'text/x-sbv', holds: bare },
];
