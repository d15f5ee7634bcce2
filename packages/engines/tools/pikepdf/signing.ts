/** pikepdf, asn1crypto and cryptography: sign a PDF with the caller's key (PAdES-B), after all other changes. */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { fontMounts, pythonMounts } from '../../contract/mounts.ts';

export const pikepdfSigning = defineEngine({
  id: 'pikepdf-signing',
  title: 'PDF signer (pikepdf and asn1crypto)',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: '/usr/lib/python3/dist-packages/asn1crypto/__init__.py', debian: 'python3-asn1crypto' },
    { command: '/usr/lib/python3/dist-packages/cryptography/__init__.py', debian: 'python3-cryptography' },
    { command: '/usr/lib/*/libpangocairo-1.0.so.0', debian: 'libpangocairo-1.0-0' },
  ],
  mounts: [...pythonMounts, ...fontMounts],
  edges: [],
  passes: [
    {
      formats: ['pdf'],
      when: 'after',
      phase: 'sign',
      options: ['sign_certificate', 'sign_password', 'sign_reason', 'sign_position', 'sign_page'],
    },
  ],
  isEngineFault: isRunnerFault,
  limits: { memory: 1536 * 1024 * 1024 },
  command: (step) => runnerCommand('tools/pikepdf/runner_sign.py', step),
});
