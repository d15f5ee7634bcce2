/** pandoc: markup from one dialect into another. */
import { defineEngine } from './engine.ts';

export const pandoc = defineEngine({
  id: 'pandoc',
  title: 'pandoc',
  needs: [{ command: 'pandoc', debian: 'pandoc' }],
  edges: [{ reads: ['md', 'html'], writes: ['html', 'md'], cost: 1, options: ['toc'] }],
  command: ({ from, to, input, output, options }) => [
    'pandoc',
    ...['-f', from === 'md' ? 'markdown' : from, '-t', to === 'md' ? 'markdown' : to],
    ...['--standalone', ...(options.toc ? ['--toc'] : []), input, '-o', output],
  ],
});
