/** Generates the command line's list of conversion options. With the list, it needs no engines to parse arguments. */
import { fileOptionNames, optionNames, optionSchemas } from '@protean/engines/contract/options.ts';

export function optionKinds(): string {
  const rows = Object.entries(optionSchemas([...optionNames, ...fileOptionNames])).map(
    ([name, { type }]) => `  ${name}: '${type === 'boolean' ? 'switch' : 'value'}',`,
  );
  return `/** The conversion options, each with or without a value; script/docs writes this file. */
export const optionKinds: Readonly<Record<string, 'switch' | 'value'>> = {
${rows.join('\n')}
};
`;
}
