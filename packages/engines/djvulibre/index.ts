/** DjVuLibre: scanned books, as pages or as the text behind them. */
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pageCheck, textCheck } from '../runtime/page-check.ts';
import { binaries, nodeMounts, pdfTextMounts } from '../runtime/mounts.ts';

export const djvulibre = defineEngine({
  id: 'djvulibre',
  title: 'DjVuLibre',
  dangerous: 'all',
  needs: [{ command: 'ddjvu', debian: 'djvulibre-bin' }],
  mounts: [...pdfTextMounts, ...nodeMounts, ...binaries('ddjvu', 'djvutxt'), '/usr/share/djvu'],
  edges: [
    { reads: ['djvu'], writes: ['txt'], cost: 1 },
    // The pictures without the text behind them, and so the end of any way: nothing that reads comes after it.
    { reads: ['djvu'], writes: ['pdf'], cost: 3, loses: ['text'], options: ['quality'], many: true },
    { reads: ['djvu'], writes: ['tiff'], cost: 3 },
    { reads: ['djvu'], writes: ['png'], cost: 4, many: true },
    { reads: ['djvu'], writes: ['jpg', 'webp'], cost: 4, options: ['quality'], many: true },
  ],
  command: (step) => {
    const { to, input, output, work } = step;
    const look = pageCheck(step, { rendered: false });
    if (to === 'txt') return [look, ['djvutxt', input, output], textCheck(output)];
    if (to === 'tiff') return [look, draw(step, to, [], output)];
    if (to === 'pdf')
      return [look, draw(step, to, [], output), runnerCommand('runtime/reproducible.py', step)];
    return [
      look,
      draw(step, 'tiff', ['-eachpage'], `${work}/page-%04d.tiff`),
      runnerCommand('runtime/runner-page-images.ts', step),
    ];
  },
});

function draw({ input, options }: Step, format: string, flags: readonly string[], output: string): string[] {
  const quality = format === 'pdf' ? [`-quality=${options.quality ?? 85}`] : [];
  return ['ddjvu', `-format=${format}`, '-mode=color', ...flags, ...quality, input, output];
}
