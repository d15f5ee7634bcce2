/**
 * Generates the list of conversion options for the command line. With this list, the command line can parse arguments
 * without loading the engines.
 */
import { fileOptionNames, optionNames, optionSchemas } from '@protean/engines/contract/options.ts';

export function optionKinds(): string {
  const rows = Object.entries(optionSchemas([...optionNames, ...fileOptionNames])).map(
    ([name, { type, contentMediaType }]) => {
      const isJson = contentMediaType === 'application/json';
      const valued = contentMediaType === undefined ? 'value' : isJson ? 'json' : 'file';
      return `  ${name}: '${type === 'boolean' ? 'switch' : valued}',`;
    },
  );
  return `/** The kind of value that each conversion option takes. script/docs writes this file. */
export const optionKinds: Readonly<Record<string, 'switch' | 'value' | 'file' | 'json'>> = {
${rows.join('\n')}
};
`;
}
