/** Subtitle formats, one row each. */
import type { Format, Trait } from '../format.ts';

const plain = ['text', 'timing'] as const satisfies readonly Trait[];
const positioned = [...plain, 'styling', 'screen'] as const satisfies readonly Trait[];

export const subtitles: readonly Format[] = [
  {
    ext: 'srt',
    name: 'SubRip',
    category: 'subtitle',
    mime: 'application/x-subrip',
    holds: positioned,
  },
  {
    ext: 'vtt',
    name: 'WebVTT',
    category: 'subtitle',
    mime: 'text/vtt',
    aliases: ['webvtt'],
    holds: positioned,
    magic: [{ hex: '574542565454' }, { hex: 'efbbbf574542565454' }],
  },
  {
    ext: 'ass',
    name: 'Advanced SubStation Alpha',
    category: 'subtitle',
    mime: 'text/x-ass',
    holds: positioned,
  },
  { ext: 'ssa', name: 'SubStation Alpha', category: 'subtitle', mime: 'text/x-ssa', holds: positioned },
  { ext: 'lrc', name: 'Timed lyrics', category: 'subtitle', mime: 'application/x-lrc', holds: plain },
  {
    ext: 'ttml',
    name: 'Timed Text',
    category: 'subtitle',
    mime: 'application/ttml+xml',
    aliases: ['dfxp', 'itt'],
    holds: positioned,
  },
  // DVD subtitles also use the extension `sub`, but contain pictures of text and need an .idx file.
  { ext: 'sub', name: 'MicroDVD', category: 'subtitle', mime: 'text/x-microdvd', holds: positioned },
  { ext: 'sbv', name: 'YouTube captions', category: 'subtitle', mime: 'text/x-sbv', holds: plain },
];
