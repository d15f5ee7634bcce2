/**
 * Declares the engine that redacts PDFs with MuPDF and pikepdf, and then searches the result for text that should be
 * redacted.
 */
import { formats } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, pdfTextMounts } from '../../contract/mounts.ts';
import { pageCheck } from '../../shared/image/page-check.ts';

const asked = ['redact', 'redact_patterns', 'redact_expression', 'redact_boxes'] as const;

export const redaction = defineEngine({
  id: 'redaction',
  title: 'Redaction (MuPDF and pikepdf)',
  dangerous: 'all',
  singleThreaded: true,
  needs: [
    { command: 'mutool', debian: 'mupdf-tools' },
    { command: 'pdftotext', debian: 'poppler-utils' },
    { command: 'rg', debian: 'ripgrep' },
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
  ],
  mounts: [...pdfTextMounts, ...binaries('mutool', 'rg')],
  edges: [],
  passes: [
    // The text of scanned pages is recognized before the search.
    { formats: ['pdf'], when: 'before', phase: 'decode', options: asked, sharedOptions: ['ocr'] },
    {
      formats: ['pdf'],
      when: 'after',
      phase: 'select',
      sources: formats.map(({ ext }) => ext).filter((ext) => ext !== 'pdf'),
      options: asked,
      sharedOptions: ['ocr'],
    },
  ],
  timeBudget: { ms: 40_000, perMegabyte: 20_000 },
  limits: { memory: 1536 * 1024 * 1024 },
  reasons: [[/encrypted|password/i, 'password_required']],
  command: (step) => [
    pageCheck(step, { rendered: false }),
    runnerCommand('passes/redaction/runner.py', step),
  ],
});
