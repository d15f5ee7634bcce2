/** Decrypts OpenDocument packages. Supports the algorithms of ODF 1.2 part 3 and of LibreOffice 24.2 and later. */
import { formatsOfFamily } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';

export const opendocumentLock = defineEngine({
  id: 'opendocument-lock',
  title: 'OpenDocument decryption',
  needs: [
    {
      command: '/usr/lib/python3/dist-packages/cryptography/__init__.py',
      debian: 'python3-cryptography',
    },
    { command: '/usr/lib/python3/dist-packages/argon2/__init__.py', debian: 'python3-argon2' },
  ],
  mounts: pythonMounts,
  edges: [],
  passes: [
    {
      formats: formatsOfFamily('opendocument-package'),
      when: 'before',
      phase: 'lock',
      options: ['password'],
    },
  ],
  command: (step) => runnerCommand('passes/opendocument_lock/runner.py', step),
});
