/** DjVuLibre: scanned books, as pages or as the text behind them. */
import { defineEngine } from './engine.ts';
import { textCheck } from './page-check.ts';

export const djvulibre = defineEngine({
  id: 'djvulibre',
  title: 'DjVuLibre',
  needs: [{ command: 'ddjvu', debian: 'djvulibre-bin' }],
  edges: [
    { reads: ['djvu'], writes: ['txt'], cost: 1 },
    // The pictures only; one file holds all pages.
    { reads: ['djvu'], writes: ['pdf'], cost: 3, loses: ['text'], options: ['quality'] },
    { reads: ['djvu'], writes: ['tiff'], cost: 3 },
  ],
  command: ({ to, input, output, options }) => {
    if (to === 'txt') return [['djvutxt', input, output], textCheck(output)];
    const quality = to === 'pdf' ? [`-quality=${options.quality ?? 85}`] : [];
    return ['ddjvu', `-format=${to}`, '-mode=color', ...quality, input, output];
  },
});
