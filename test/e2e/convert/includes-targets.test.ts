/**
 * Tests that the content of a file to which markup refers never appears in a result, for each target format and even if
 * the file is endless or unreadable.
 */
import { test } from 'node:test';
import { markupFollowedEverywhere, worldsFixture } from './includes/checks.ts';

const { check } = worldsFixture(['present', 'missing', 'endless', 'unreadable']);

test(
  'does not reveal files that markup refers to in odt, epub, pptx, rtf, pdf and tex results',
  { timeout: 280_000 },
  async () => {
    for (const naming of markupFollowedEverywhere) {
      for (const to of ['odt', 'epub', 'pptx', 'rtf', 'pdf', 'tex']) {
        if (to !== naming.ext) await check(naming, to, ['missing']);
      }
    }
  },
);

test('returns the same response whether a referenced file is readable, endless or unreadable', async () => {
  for (const naming of markupFollowedEverywhere) {
    await check(naming, 'docx', ['endless', 'unreadable']);
  }
});
