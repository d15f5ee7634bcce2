/**
 * Reads the examples of the CommonMark specification as a test suite. Each result must have the same tags, URLs and
 * text as the HTML in the specification.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Suite } from './case.ts';

const example = /^`{32} example\n([^]*?)^\.\n([^]*?)^`{32}$/gm;

export const commonmark: Suite = {
  ...{ repository: 'commonmark/commonmark-spec', format: 'md' },
  async *cases(folder) {
    const text = await readFile(path.join(folder, 'spec.txt'), 'utf8');
    let number = 0;
    for (const [, markdown = '', page = ''] of text.matchAll(example)) {
      number += 1;
      const expected = meaningOf(withTabs(page));
      yield {
        name: `example ${number}`,
        bytes: Buffer.from(withTabs(markdown)),
        source: 'md',
        target: 'html',
        expects: 'valid',
        isRightText: (body) => meaningOf(/<body>([^]*)<\/body>/.exec(body)?.[1] ?? body) === expected,
      };
    }
  },
};

/** Replaces arrows by tabs, because the specification writes tabs as arrows. */
const withTabs = (text: string) => text.replaceAll('→', '\t');

/**
 * Returns the tags and the text of a page, with single spaces. Keeps only the attributes for URLs, alternative texts
 * and list numbers. Omits the tags that colour source code.
 */
function meaningOf(page: string): string {
  return page
    .replaceAll(/<a href="#cb[\d-]*"[^>]*><\/a>|<\/?(?:span|div)\b[^>]*>/g, '')
    .replaceAll(/<(\/?)([\w-]+)([^>]*)>/g, (_, close: string, name: string, attributes: string) =>
      [
        ' <',
        close,
        name,
        ...[...attributes.matchAll(/\b(?:href|src|alt|start)="[^"]*"/g)].map(([one]) => ` ${one}`),
        '> ',
      ]
        .join('')
        .toLowerCase(),
    )
    .replaceAll('&quot;', '"')
    .replaceAll(/(?:%[0-9A-F]{2})+/gi, decodeURIComponent)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
