/**
 * The tool `list_options`: describes the options of one conversion, because the tool list cannot contain the options of
 * all conversions (contract §13.6).
 */
import { z } from 'zod';
import type { RouteCatalogue } from '../../convert/catalogue/catalogue.ts';
import { describeOneRoute } from '../../convert/request/format-list.ts';
import { planAhead } from '../../convert/request/route-plan.ts';
import { defineTool, type Tool } from '../../mcp/tool.ts';

const input = z.strictObject({
  source_format: z.string('a format such as "docx"'),
  target_format: z.string('a format such as "pdf"'),
});

const output = z.object({
  source_format: z.string(),
  target_format: z.string(),
  loses: z.array(z.string()).describe('Traits that the target cannot represent.'),
  options: z.record(z.string(), z.record(z.string(), z.unknown())).describe('JSON schemas by name.'),
});

const description = `Describes the options of one conversion, and what it loses. Pass them to convert_file in "options".
Call it before convert_file for a setting that is not among the arguments of convert_file. Does not count as a conversion.`;

export function listOptions(catalogue: RouteCatalogue): Tool {
  return defineTool({
    position: 7,
    name: 'list_options',
    title: 'List options',
    description,
    input,
    output,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: ({ source_format, target_format }) => {
      // Throws the same errors as a conversion from the source format to the target format.
      const request = { source: source_format, target: target_format, fileName: '', options: {} };
      const planned = planAhead(catalogue, request);
      if (!planned) throw new Error('a named source has a route or is refused');
      const { route, options } = describeOneRoute(planned);
      const { source, target, loses } = route;
      return Promise.resolve({
        structured: { source_format: source, target_format: target, loses, options },
      });
    },
  });
}
