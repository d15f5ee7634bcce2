/** Generates the list of conversion options in the command line, which knows them before it starts engines. */
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
