/** pikepdf: edits the pages of a PDF. Opens the file once and applies all requested operations in their order. */
import { defineEngine, isRunnerFault, runnerCommand, type Step } from '../../contract/engine.ts';
import { binaries, fontMounts, pythonMounts } from '../../contract/mounts.ts';
import { operations } from './operations.ts';

const edits = operations.flatMap(({ options }) => options).filter((name) => name !== 'paper');

export const pikepdf = defineEngine({
  id: 'pikepdf',
  title: 'PDF tools (pikepdf)',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: 'qpdf', debian: 'qpdf' },
    { command: 'pdftoppm', debian: 'poppler-utils' },
    { command: 'rsvg-convert', debian: 'librsvg2-bin' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
    { command: '/usr/lib/*/libpangocairo-1.0.so.0', debian: 'libpangocairo-1.0-0' },
  ],
  mounts: [
    ...pythonMounts,
    ...fontMounts,
    ...binaries('qpdf', 'pdftoppm', 'rsvg-convert'),
    '/usr/share/poppler',
  ],
  edges: [],
  passes: [
    { formats: ['pdf'], when: 'after', phase: 'edit', options: edits, sharedOptions: ['pdfa'] },
    // Routes to PDF from other formats print on paper of the requested size. If the source is a PDF, its pages are
    // scaled to the paper.
    { formats: ['pdf'], when: 'after', phase: 'edit', sources: ['pdf'], options: ['paper'] },
  ],
  showsFileName: true,
  isEngineFault: isRunnerFault,
  reasons: [[/invalid password/, 'password_required']],
  limits: { memory: 1536 * 1024 * 1024 },
  command: (step) => runnerCommand('tools/pikepdf/runner.py', step, { operations: requested(step) }),
});

/** Returns the modules of the requested operations in their order. */
function requested({ options }: Step): string[] {
  return operations
    .filter((operation) =>
      operation.options.some((name) => options[name] !== undefined && options[name] !== false),
    )
    .map(({ name }) => name);
}
