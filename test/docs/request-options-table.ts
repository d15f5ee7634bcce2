/** Generates the table of request options in docs/api/options.md. */
import { optionRows, requestOptionNames } from '@protean/engines/contract/options.ts';
import { markdownTable } from './markdown-table.ts';

export function requestOptionsTable(): string {
  const rows = requestOptionNames.map((name) => {
    const { valid, default: usual, appliesTo, description } = optionRows[name];
    const written = Array.isArray(usual) ? usual.join() : String(usual ?? '');
    return [`\`${name}\``, valid, written, appliesTo, description];
  });
  return markdownTable([['option', 'value', 'default', 'applies to', 'meaning'], ...rows]);
}
