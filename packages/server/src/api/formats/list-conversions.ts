/** The tool `list_conversions`: lists all formats, or the targets and options of one format (contract §2.1). */
import { z } from 'zod';
import { format, formatNamed } from '@protean/formats';
import { didYouMean, nearestFormatNames } from '@protean/formats/nearest.ts';
import type { RouteIndex } from '../../convert/catalogue/planner.ts';
import { ServiceError } from '../../errors.ts';
import { defineTool, type Tool } from '../../mcp/tool.ts';

const input = z.strictObject({
  source_format: z
    .string('a format such as "docx"')
    .optional()
    .describe('Such as heic. Without it, all formats are listed.'),
});

const output = z.object({
  source_format: z.string().optional(),
  name: z.string().optional(),
  category: z.string().optional(),
  targets: z
    .array(
      z.object({
        target_format: z.string(),
        loses: z.array(z.string()).describe('Traits that the target cannot represent.'),
        options: z.array(z.string()).describe('Names; list_options describes them.'),
      }),
    )
    .optional(),
  formats: z.record(z.string(), z.array(z.string())).optional().describe('By category.'),
  counts: z.object({ formats: z.int(), conversions: z.int() }).optional(),
});

type Answer = z.output<typeof output>;

const description = `Lists the available conversions. With source_format: its target formats, what each conversion loses, and the names of its options. Without: all formats by category.
Call it before convert_file if you are not sure that a conversion exists. Does not count as a conversion.`;

export function listConversions(routes: RouteIndex): Tool {
  return defineTool({
    position: 3,
    name: 'list_conversions',
    title: 'List conversions',
    description,
    input,
    output,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: ({ source_format: source }) =>
      Promise.resolve({ structured: source === undefined ? allFormats(routes) : targetsOf(source, routes) }),
  });
}

function targetsOf(given: string, routes: RouteIndex): Answer {
  const known = formatNamed(given);
  const targets = known && routes.targets(known.ext);
  if (!known || !targets || targets.length === 0) throw nothingOf(given, known?.ext);
  return {
    source_format: known.ext,
    name: known.name,
    category: known.category,
    targets: targets.flatMap((target) => {
      const route = routes.find(known.ext, target);
      return route ? [{ target_format: target, loses: [...route.loses], options: [...route.options] }] : [];
    }),
  };
}

function allFormats(routes: RouteIndex): Answer {
  const all = routes.all();
  const names = [...new Set(all.flatMap(({ source, target }) => [source, target]))].sort();
  const byCategory = Map.groupBy(names, (name) => format(name).category);
  return {
    formats: Object.fromEntries([...byCategory].sort(([one], [other]) => (one < other ? -1 : 1))),
    counts: { formats: names.length, conversions: all.length },
  };
}

function nothingOf(given: string, ext: string | undefined): ServiceError {
  const message = ext
    ? `This server cannot convert ${ext} files.`
    : `"${given.slice(0, 32)}" is not a known format.`;
  const nearest = ext === undefined ? nearestFormatNames(given) : [];
  const advice =
    nearest.length > 0 ? didYouMean(nearest) : 'Without "source_format", list_conversions lists all formats.';
  const more = 'detect_format detects the format of a file.';
  return new ServiceError('unsupported_route', `${message} ${advice} ${more}`, {
    details: { field: 'source_format', ...(nearest.length > 0 ? { nearest } : {}) },
  });
}
