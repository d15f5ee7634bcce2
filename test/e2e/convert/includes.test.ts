/**
 * If markup refers to a file, the content of that file never appears in a result, and no response shows whether the
 * file exists. Most files are not visible in the sandbox. The files that are visible in the sandbox are protected by
 * the engines' own sandboxes and filters.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaksIn } from '../../hostile/tripwires/leaks.ts';
import { worldsFixture } from './includes/checks.ts';
import { markupNaming } from './includes/markup.ts';

const { check, convert } = worldsFixture(['present', 'missing', 'directory']);

/**
 * Maps source formats to target formats. Source formats that are not in this map are converted to docx and html. For a
 * format that pandoc reads, each list contains a target for which pandoc uses its own sandbox, and a target for which
 * pandoc does not use its own sandbox. Typst has different targets, because Typst files cannot be converted to document
 * formats.
 */
const usualTargets: Readonly<Record<string, readonly string[]>> = {
  html: ['docx', 'md'],
  typ: ['html', 'pdf'],
};

for (const naming of markupNaming) {
  test(`does not reveal files that ${naming.ext} input refers to: ${naming.name}`, async () => {
    for (const to of usualTargets[naming.ext] ?? ['docx', 'html'])
      await check(naming, to, ['missing', 'directory']);
  });
}

test('an AsciiDoc file cannot reveal the shell script of its sandbox', async () => {
  for (const attribute of ['stylesheet', 'docinfodir']) {
    const content = `= words\n:${attribute}: /job/task/script\n:docinfo: shared\n\nwords\n`;
    const { status, body, error } = await convert({ ext: 'adoc', content }, 'html', 'missing');
    assert.equal(status, 200, error.message);
    assert.deepEqual(await leaksIn(body, ['prlimit']), [], attribute);
  }
});

test('replaces a missing image with the alternative text or a note', async () => {
  const words = async (content: string, to: string) => {
    const { status, body, error } = await convert({ ext: 'md', content }, to, 'missing');
    assert.equal(status, 200, `${to}: ${error.message}`);
    return leaksIn(body, ['[picture: pic.png]', 'A harbour']);
  };
  for (const to of ['docx', 'odt', 'epub', 'pptx', 'rtf', 'fb2']) {
    assert.deepEqual(
      await words('![](some/where/pic.png)\n', to),
      ['read: the result holds [picture: pic.png]'],
      to,
    );
    assert.deepEqual(await words('![A harbour](pic.png)\n', to), ['read: the result holds A harbour'], to);
  }
  for (const to of ['html', 'pdf', 'tex', 'rst']) await words('![](pic.png)\n', to);
});
