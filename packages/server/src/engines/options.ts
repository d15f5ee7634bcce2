/** Every conversion option once: its type, its bounds and what it does; engines name the ones they understand. */
import { z } from 'zod';

/** Options arrive as text (form fields, flags) or as JSON values; both forms are read. */
const integer = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

export const optionTypes = {
  quality: integer(1, 100).describe('Visual or audible quality, 100 the best.'),
  dpi: integer(18, 600).describe('Resolution at which pages are drawn.'),
  bitrate: integer(8, 10_000).describe('Kilobits a second.'),
  indent: integer(0, 8).describe('Spaces a level of nesting is indented by; 0 writes it all on one line.'),
  toc: z.union([z.boolean(), z.stringbool()]).describe('Whether to put a table of contents in front.'),
} as const;

export type OptionName = keyof typeof optionTypes;

export type Options = { readonly [Name in OptionName]?: z.output<(typeof optionTypes)[Name]> };

export const optionNames = Object.keys(optionTypes) as OptionName[];

/** One option's JSON schema, as `/v1/formats` lists it. */
export function optionSchema(name: OptionName): Record<string, unknown> {
  if (name === 'toc') return { type: 'boolean', description: optionTypes.toc.description };
  return { ...z.toJSONSchema(optionTypes[name]), $schema: undefined };
}
