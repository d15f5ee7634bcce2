/** msoffcrypto: documents of Microsoft's programs opened with their password. */
import { defineEngine } from './engine.ts';

export const msoffcrypto = defineEngine({
  id: 'msoffcrypto',
  title: 'msoffcrypto-tool',
  needs: [{ command: 'msoffcrypto-tool', debian: 'python3-msoffcrypto-tool' }],
  edges: [],
  adapts: [
    {
      formats: [
        ...['docx', 'docm', 'dotx', 'doc', 'xlsx', 'xlsm', 'xltx', 'xlsb', 'xls'],
        ...['pptx', 'pptm', 'ppsx', 'potx', 'ppt'],
      ],
      when: 'before',
      options: ['password'],
    },
  ],
  command: ({ input, output, options: { password = '' } }) => [
    'msoffcrypto-tool',
    '--password',
    password,
    input,
    output,
  ],
  reasons: [[/password|InvalidKey|key/i, 'wrong_password']],
});
