/** DjVuLibre: renders scanned books as images, or extracts their text. */
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { pageCheck, textCheck } from '../../shared/image/page-check.ts';
import { binaries, nodeMounts, pdfTextMounts } from '../../contract/mounts.ts';

export const djvulibre = defineEngine({
  id: 'djvulibre',
  title: 'DjVuLibre',
  dangerous: 'all',
  needs: [{ command: 'ddjvu', debian: 'djvulibre-bin' }],
  mounts: [...pdfTextMounts, ...nodeMounts, ...binaries('ddjvu', 'djvutxt'), '/usr/share/djvu'],
  edges: [
    { reads: ['djvu'], writes: ['txt'], cost: 1 },
    // The PDF contains the page images without the hidden text, so no route that needs text uses this edge.
    { reads: ['djvu'], writes: ['pdf'], cost: 3, loses: ['text'], options: ['quality'], many: true },
    { reads: ['djvu'], writes: ['tiff'], cost: 3 },
    { reads: ['djvu'], writes: ['png', 'gif'], cost: 4, many: true },
    { reads: ['djvu'], writes: ['jpg', 'webp', 'avif'], cost: 4, options: ['quality'], many: true },
  ],
  command: (step) => {
    const { to, input, output, work } = step;
    const check = pageCheck(step, { rendered: false });
    if (to === 'txt') return [check, ['djvutxt', input, output], textCheck(step)];
    if (to === 'tiff') return [check, render(step, to, [], output)];
    if (to === 'pdf')
      return [check, render(step, to, [], output), runnerCommand('shared/runner/reproducible.py', step)];
    return [
      check,
      render(step, 'tiff', ['-eachpage'], `${work}/page-%04d.tiff`),
      runnerCommand('shared/image/runner-page-images.ts', step),
    ];
  },
});

function render(
  { input, options }: Step,
  format: string,
  flags: readonly string[],
  output: string,
): string[] {
  const quality = format === 'pdf' ? [`-quality=${options.quality ?? 85}`] : [];
  return ['ddjvu', `-format=${format}`, '-mode=color', ...flags, ...quality, input, output];
}
