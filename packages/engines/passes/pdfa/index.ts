/**
 * Declares the engine for PDF/A, which converts PDFs with pikepdf and Ghostscript, and delivers only files that pass
 * the checks.
 */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, pdfTextMounts } from '../../contract/mounts.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';

export const pdfa = defineEngine({
  id: 'pdfa',
  title: 'PDF/A converter (pikepdf and Ghostscript)',
  dangerous: 'all',
  needs: [
    { command: 'gs', debian: 'ghostscript' },
    { command: 'qpdf', debian: 'qpdf' },
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: '/usr/share/color/icc/ghostscript/srgb.icc', debian: 'libgs-common' },
  ],
  mounts: [
    ...pdfTextMounts,
    ...binaries('gs', 'qpdf'),
    ...['/usr/share/ghostscript', '/var/lib/ghostscript', '/etc/ghostscript', '/usr/share/color/icc'],
    ...['/usr/share/fonts/type1/urw-base35', '/usr/share/fonts/truetype/droid'],
    ...['/etc/fonts', '/usr/share/fontconfig'],
  ],
  edges: [],
  passes: [
    { formats: ['pdf'], when: 'after', phase: 'verify', options: ['pdfa', 'invoice'], concludes: true },
  ],
  env: sourceDateEnv,
  limits: { memory: 1536 * 1024 * 1024 },
  reasons: [[/encrypted|password/i, 'password_required']],
  command: (step) => [pageCheck(step, { rendered: false }), runnerCommand('passes/pdfa/runner.py', step)],
});
