/** Runs pandoc's Typst writer, which requires pandoc 3.1.2. The pandoc of Debian 12 is older than 3.1.2. */
import { defineEngine } from '../../contract/engine.ts';
import { packed, pandoc, scripts, textOptionsOf } from './index.ts';

export const pandocTypst = defineEngine({
  ...pandoc,
  id: 'pandoc-typst',
  title: 'pandoc with Typst writer',
  knownGood: { from: 'md', to: 'typ', content: '# x\n' },
  needs: pandoc.needs.map((need) => (need.debian === 'pandoc' ? { ...need, since: '3.1.2' } : need)),
  edges: [
    {
      reads: [...scripts, ...packed],
      writes: ['typ'],
      cost: 1,
      options: (from) => ['toc', ...textOptionsOf(from)],
    },
  ],
});
