/**
 * Declares the engine that removes metadata from PDFs with pikepdf: from the document, its pages, comments, attached
 * files and pictures.
 */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';

export const metadataOfPages = defineEngine({
  id: 'metadata-pdf',
  title: 'Metadata remover (pikepdf)',
  singleThreaded: true,
  needs: [{ command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' }],
  mounts: pythonMounts,
  edges: [],
  passes: [{ formats: ['pdf'], when: 'after', phase: 'clean', options: ['strip_metadata'], concludes: true }],
  isEngineFault: isRunnerFault,
  reasons: [[/encrypted|password/i, 'password_required']],
  command: (step) => runnerCommand('passes/metadata/cleaners/pdf.py', step),
  limits: { memory: 1536 * 1024 * 1024 },
});
