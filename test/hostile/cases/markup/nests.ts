/** Markup with extremely deep nesting or extremely many repetitions. */
import { inCategory, type FileCase } from '../../case.ts';

/** A list in which each item is one level deeper than the item before. */
const deeper = (mark: string) =>
  Array.from({ length: 2000 }, (_, n) => `${mark.repeat(n + 1)} x`).join('\n') + '\n';

const nests: readonly (readonly [ext: string, name: string, make: () => string])[] = [
  ['md', 'deep', () => '> '.repeat(5000) + 'x\n'],
  ['md', 'brackets', () => '['.repeat(100_000)],
  ['md', 'emphasis', () => '*a **a '.repeat(50_000)],
  ['md', 'lists', () => Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n * 2)}- x`).join('\n')],
  ['rst', 'deep', () => Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n * 2)}* x\n`).join('\n')],
  ['org', 'deep', () => '*'.repeat(100_000) + ' x\n'],
  [
    'tex',
    'macro-loop',
    () => '\\documentclass{article}\\newcommand{\\a}{\\a\\a}\\begin{document}\\a\\end{document}\n',
  ],
  [
    'tex',
    'macro-bomb',
    () =>
      `\\documentclass{article}\\newcommand{\\a}{x}${Array.from({ length: 25 }, (_, n) => `\\newcommand{\\${'b'.repeat(n + 2)}}{${`\\${n ? 'b'.repeat(n + 1) : 'a'}{}`.repeat(8)}}`).join('')}\\begin{document}\\${'b'.repeat(26)}\\end{document}\n`,
  ],
  ['tex', 'deep', () => `\\documentclass{article}\\begin{document}${'{'.repeat(100_000)}\\end{document}\n`],
  ['mediawiki', 'deep', () => `${'{{'.repeat(50_000)}\n${'*'.repeat(5000)} x\n`],
  ['textile', 'deep', () => '*_'.repeat(50_000) + 'x\n'],
  [
    'adoc',
    'deep',
    () => `= x\n\n${Array.from({ length: 3000 }, (_, n) => `${'*'.repeat(n + 1)} x`).join('\n')}\n`,
  ],
  ...['mediawiki', 'textile', 'jira', 'creole', 'tikiwiki', 'vimwiki', 'org'].map(
    (ext) => [ext, 'lists', () => deeper('*')] as const,
  ),
  ['mediawiki', 'numbers', () => deeper('#')],
  ['rst', 'blocks', () => Array.from({ length: 2000 }, (_, n) => `${'  '.repeat(n)}.. note::`).join('\n')],
  [
    'adoc',
    'blocks',
    () => `= x\n\n${Array.from({ length: 3000 }, (_, n) => '='.repeat(n + 4)).join('\n')}\nx\n`,
  ],
  [
    'adoc',
    'terms',
    () => `= x\n\n${Array.from({ length: 1000 }, (_, n) => `x${':'.repeat(n + 2)} y`).join('\n')}\n`,
  ],
  [
    'adoc',
    'macro-bomb',
    () =>
      `= x\n:a0: ${'x'.repeat(99)}\n${Array.from({ length: 12 }, (_, n) => `:a${n + 1}: ${`{a${n}}`.repeat(10)}`).join('\n')}\n\n{a12}\n`,
  ],
  [
    'docbook',
    'deep',
    () => `<article>${'<section><title>x</title>'.repeat(50_000)}${'</section>'.repeat(50_000)}</article>`,
  ],
  ['ipynb', 'deep', () => '{"cells":'.repeat(100_000)],
  [
    'bib',
    'string-bomb',
    () =>
      `@string{s0 = "x"}\n${Array.from({ length: 30 }, (_, n) => `@string{s${n + 1} = s${n} # s${n}}\n`).join('')}@article{a, title = s30}\n`,
  ],
  ['t2t', 'deep', () => '- '.repeat(100_000) + 'x\n'],
];

const nesting: readonly FileCase[] = nests.map(([ext, name, make]) => ({
  name: `${ext}-${name}`,
  kind: 'resource',
  ext,
  to: ['html', 'docx'],
  make,
  ...(['deep', 'macro-loop', 'macro-bomb', 'string-bomb', 'lists'].includes(name)
    ? { long: true as const }
    : {}),
}));
export const nestCases = inCategory('markup', nesting);
