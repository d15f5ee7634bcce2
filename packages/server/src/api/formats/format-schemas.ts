/** Schemas of formats and routes in the API. */
import { categories } from '@protean/formats/format.ts';
import { z } from 'zod';

export const categorySchema = z.enum(categories).meta({ id: 'Category' });

export const formatSchema = z
  .strictObject({
    ext: z.string().meta({ description: 'The file extension, without a dot.' }),
    name: z.string(),
    category: categorySchema,
    mime: z.string(),
    aliases: z.array(z.string()).meta({ description: 'Other extensions of the same format.' }),
    targets: z.array(z.string()).meta({ description: 'Available target formats.' }),
  })
  .meta({ id: 'Format' });

export const routeSchema = z
  .strictObject({
    source: z.string(),
    target: z.string(),
    steps: z.array(z.strictObject({ engine: z.string(), from: z.string(), to: z.string() })),
    lossy: z.boolean(),
    loses: z
      .array(z.string())
      .meta({ description: 'Traits of the source that the target cannot represent.' }),
    options: z.array(z.string()).meta({ description: 'Names of the options that this route accepts.' }),
  })
  .meta({ id: 'Route' });

/** JSON schemas of options by name. */
export const optionSchemas = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .meta({ id: 'OptionSchemas', description: 'JSON schemas by option name.' });

export const detectionSchema = z
  .strictObject({
    format: z.string(),
    name: z.string(),
    category: categorySchema,
    mime: z.string(),
    certain: z.boolean(),
    others: z.array(z.string()).meta({ description: 'Other possible formats.' }),
    targets: z.array(z.string()).meta({ description: 'Available target formats.' }),
  })
  .meta({ id: 'Detection', description: 'The format of a file.' });
