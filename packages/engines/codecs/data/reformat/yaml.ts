/** Re-indents YAML. Keeps comments, anchors, tags, quotes, block scalars and the spelling of every scalar. */
import { parseAllDocuments, type Document, type ScalarTag } from 'yaml';
import { checkNames } from '../text/yaml-bounds.ts';
import type { Reformatter } from './reformatter.ts';

export const reformatYaml: Reformatter = (text, { indent }) => {
  // Keeps empty lines at the end, because they may belong to a block scalar.
  if (indent === undefined) return text.replace(/\r\n?/g, '\n').replace(/(?<=[^\n])$/, '\n');
  checkNames(text);
  const documents = parseAllDocuments(text, {
    // All scalars are read as strings and written unchanged.
    schema: 'failsafe',
    customTags: [nothing],
    logLevel: 'silent',
    uniqueKeys: false,
  });
  const parsed: Document.Parsed[] = 'empty' in documents ? [] : documents;
  const layout = { indent, lineWidth: 0, flowCollectionPadding: false } as const;
  return parsed.map((document, n) => separated(document.toString(layout), n, parsed)).join('');
};

/**
 * The tag of a YAML value that is omitted after its key, as in `key:`. For an omitted value, `stringify` returns an
 * empty text, so that the output omits the value too.
 */
const nothing: ScalarTag = {
  tag: 'tag:yaml.org,2002:null',
  default: true,
  identify: (value) => value === null,
  resolve: (text) => text,
  stringify: () => '',
};

/**
 * Returns document `n` with its separator. The library writes `---` only if the source has it, but every document after
 * the first needs it.
 */
function separated(text: string, n: number, documents: readonly Document.Parsed[]): string {
  const begins = documents[n]?.directives.docStart === true || n === 0;
  const ended = n > 0 && /^%/m.test(text) ? '...\n' : '';
  return `${ended}${begins ? '' : '---\n'}${text.replace(/(?<=[^\n])$/, '\n')}`;
}
