/** img2pdf: pictures as pages of a PDF, a JPEG's own bytes kept. */
import { format } from '../formats/formats.ts';
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';

const pagesOptions = ['dpi', 'paper', 'margin', 'background', 'page'] as const;

export const img2pdf = defineEngine({
  id: 'img2pdf',
  title: 'img2pdf',
  needs: [{ command: 'img2pdf', debian: 'img2pdf' }],
  edges: [
    { reads: ['jpg', 'png', 'webp', 'gif', 'avif', 'tiff'], writes: ['pdf'], cost: 3, options: pagesOptions },
  ],
  command: (step) => hostCommand('img2pdf.ts', step, { holds: format(step.to).holds }),
});
