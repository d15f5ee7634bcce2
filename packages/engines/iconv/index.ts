/** iconv: converts text from the encoding that the caller names to UTF-8. */
import { defineEngine } from '../runtime/engine.ts';
import { binaries } from '../runtime/mounts.ts';

/** iconv's names of encodings that differ from the option's values. */
const names: Readonly<Record<string, string>> = { gbk: 'GB18030', shift_jis: 'CP932' };

export const iconv = defineEngine({
  id: 'iconv',
  title: 'iconv',
  needs: [{ command: 'iconv', debian: 'libc-bin' }],
  mounts: [...binaries('iconv')],
  edges: [],
  prePostSteps: [
    {
      formats: [
        ...['csv', 'tsv', 'txt', 'md', 'rst', 'org', 'tex', 'textile', 'mediawiki', 'html', 'json', 'ndjson'],
        ...['ini', 'properties'],
      ],
      when: 'before',
      options: ['encoding'],
    },
  ],
  command: ({ input, output, options: { encoding = 'utf-8' } }) => [
    ...['iconv', '--from-code', names[encoding] ?? encoding, '--to-code', 'utf-8'],
    ...['--output', output, input],
  ],
});
