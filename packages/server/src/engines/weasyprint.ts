/** WeasyPrint: web pages onto paper. */
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';

export const weasyprint = defineEngine({
  id: 'weasyprint',
  title: 'WeasyPrint',
  needs: [
    { command: 'weasyprint', debian: 'weasyprint' },
    { command: '/usr/lib/python3/dist-packages/chardet/__init__.py', debian: 'python3-chardet' },
  ],
  // It prints the characters of a MathML formula, but in one row.
  edges: [
    { reads: ['html', 'xhtml'], writes: ['pdf'], cost: 4, loses: ['math'], options: ['paper', 'margin'] },
  ],
  command: (step) => hostCommand('html_to_pdf.py', step),
});
