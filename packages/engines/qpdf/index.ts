/** qpdf: decrypts a PDF with its password, selects pages, and makes one PDF of several. */
import { defineEngine, type Step } from '../runtime/engine.ts';
import { binaries } from '../runtime/mounts.ts';

export const qpdf = defineEngine({
  id: 'qpdf',
  title: 'qpdf',
  needs: [{ command: 'qpdf', debian: 'qpdf' }],
  mounts: [...binaries('qpdf')],
  edges: [{ reads: ['pdf'], writes: ['pdf'], cost: 1, combines: true }],
  prePostSteps: [
    { formats: ['pdf'], when: 'before', options: ['password', 'pages'] },
    // The pages of a document are known once it is printed.
    { formats: ['pdf'], when: 'within', options: ['pages'] },
    { formats: ['pdf'], when: 'after', options: ['pages'] },
  ],
  // Status 3 is a warning about a repaired error.
  command: (step) => [
    '/bin/sh',
    '-c',
    '"$@"; status=$?; test $status -eq 3 || exit $status',
    'sh',
    ...pick(step),
  ],
  reasons: [
    [/invalid password/, 'wrong_password'],
    [/page (range|number)|out of range/, 'no_such_page'],
  ],
});

function pick({ input, inputs = [], output, options: { password = '', pages } }: Step): string[] {
  if (inputs.length > 1)
    return ['qpdf', '--deterministic-id', input, '--pages', '.', ...inputs.slice(1), '--', output];
  return [
    ...['qpdf', `--password=${password}`, '--decrypt', '--deterministic-id', input],
    ...(pages === undefined ? [] : ['--pages', '.', pages, '--']),
    output,
  ];
}
