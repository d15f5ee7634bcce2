/** msoffcrypto: decrypts Microsoft Office documents. */
import { formatsOfFamily } from '@protean/formats';
import { defineEngine } from '../../contract/engine.ts';
import { binaries, pythonMounts } from '../../contract/mounts.ts';

export const msoffcrypto = defineEngine({
  id: 'msoffcrypto',
  title: 'msoffcrypto-tool',
  needs: [{ command: 'msoffcrypto-tool', debian: 'python3-msoffcrypto-tool' }],
  mounts: [...pythonMounts, ...binaries('msoffcrypto-tool', 'cp')],
  edges: [],
  passes: [
    {
      formats: [
        ...[...formatsOfFamily('ooxml-text'), 'doc'],
        ...[...formatsOfFamily('ooxml-sheet'), 'xlsb', 'xls'],
        ...[...formatsOfFamily('ooxml-slides'), 'ppt'],
      ],
      when: 'before',
      phase: 'lock',
      options: ['password'],
    },
  ],
  // A file that is not encrypted is copied.
  command: ({ input, output, options: { password = '' } }) => [
    ...[
      '/bin/sh',
      '-c',
      'if said=$(msoffcrypto-tool --test "$1" 2>&1); then shift; "$@"; else case $said in *"Unsupported encryption"*) printf %s "$said" >&2; exit 1;; esac; cp "$1" "$5"; fi',
    ],
    // A separate argument that begins with a hyphen would be parsed as an option, so the password is part of its flag.
    ...['sh', input, 'msoffcrypto-tool', `--password=${password}`, input, output],
  ],
  reasons: [
    [/Unsupported (encryption method)/, 'unsupported_feature'],
    [/password|InvalidKey|key/i, 'wrong_password'],
  ],
});
