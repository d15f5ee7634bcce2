/** Formats and routes as the interface describes them. */
import { categories } from '@protean/formats/format.ts';
import { z } from 'zod';

export const categorySchema = z.enum(categories).meta({ id: 'Category' });

export const formatSchema = z
  .strictObject({
    ext: z.string().meta({ description: 'Its extension, without a dot.' }),
    name: z.string(),
    category: categorySchema,
    mime: z.string(),
    aliases: z.array(z.string()).meta({ description: 'Other extensions that mean the same.' }),
    targets: z.array(z.string()).meta({ description: 'What it can become.' }),
  })
  .meta({ id: 'Format' });

export const routeSchema = z
  .strictObject({
    source: z.string(),
    target: z.string(),
    steps: z.array(z.strictObject({ engine: z.string(), from: z.string(), to: z.string() })),
    lossy: z.boolean(),
    loses: z.array(z.string()).meta({ description: 'What of the source the target cannot hold.' }),
    options: z.array(z.string()).meta({ description: 'Names of the options that mean something here.' }),
  })
  .meta({ id: 'Route' });

/** JSON schemas by the names of options. */
export const optionSchemas = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .meta({ id: 'OptionSchemas', description: 'JSON schemas by the names of options.' });

export const detectionSchema = z
  .strictObject({
    format: z.string(),
    name: z.string(),
    category: categorySchema,
    mime: z.string(),
    certain: z.boolean(),
    others: z.array(z.string()).meta({ description: 'Formats that it may be as well.' }),
    targets: z.array(z.string()).meta({ description: 'What it can become.' }),
  })
  .meta({ id: 'Detection', description: 'What a file is.' });
